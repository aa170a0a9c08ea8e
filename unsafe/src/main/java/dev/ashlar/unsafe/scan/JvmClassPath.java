// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.jit.internal.classfile.ClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The class path of a JVM, without jars that only the program's class loaders know.
public final class JvmClassPath {
  private JvmClassPath() {}

  /// {@return the folders and jars of the class path, the jars that their manifests name, and the
  /// module path}
  ///
  /// @param properties the system properties of the JVM
  public static List<Path> of(Map<String, String> properties) {
    return List.copyOf(new ClassPath(properties).entries());
  }
}
