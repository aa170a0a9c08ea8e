// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.jit.internal.classfile.ClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The class path of a JVM. Jars that only class loaders of the program know are not on it.
public final class JvmClassPath {
  private JvmClassPath() {}

  /// {@return the folders and jars, with those that manifests add, and the module path}
  ///
  /// @param properties the system properties of the JVM
  public static List<Path> of(Map<String, String> properties) {
    return List.copyOf(new ClassPath(properties).entries());
  }
}
