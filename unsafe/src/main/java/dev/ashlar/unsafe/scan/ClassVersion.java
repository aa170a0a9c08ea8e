// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import java.lang.classfile.ClassFile;

/// The major version in a class file, as 69 for Java 25.
final class ClassVersion {
  private static final int AT = 6;

  private ClassVersion() {}

  static int of(byte[] file) {
    return (file[AT] & 0xFF) << 8 | (file[AT + 1] & 0xFF);
  }

  /// {@return whether the running JDK does not know the version}
  static boolean isNew(int version) {
    return version > ClassFile.latestMajorVersion();
  }

  /// Sets a version that is too new to the latest one.
  static void lower(byte[] file) {
    if (isNew(of(file))) {
      file[AT] = (byte) (ClassFile.latestMajorVersion() >> 8);
      file[AT + 1] = (byte) ClassFile.latestMajorVersion();
    }
  }
}
