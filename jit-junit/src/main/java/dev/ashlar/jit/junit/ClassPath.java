// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/// The class path of this JVM.
final class ClassPath {
  private ClassPath() {}

  /// {@return one path with the class path and the module path of this JVM, and the locations of
  /// `classes`}
  static String with(Class<?>... classes) {
    Set<String> path = new LinkedHashSet<>();
    for (Class<?> one : classes) {
      // Classes patched into a module are neither on the class path nor on the module path.
      path.add(root(one).toString());
    }
    for (String property : new String[] {"java.class.path", "jdk.module.path"}) {
      for (String entry : System.getProperty(property, "").split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          path.add(Path.of(entry).toAbsolutePath().toString());
        }
      }
    }
    return String.join(File.pathSeparator, path);
  }

  private static Path root(Class<?> of) {
    String file = of.getName().substring(of.getPackageName().length()).replace(".", "") + ".class";
    URL url = of.getResource(file);
    if (url == null) {
      throw new IllegalArgumentException(of + " is in no file that another JVM could load it from");
    }
    String text = url.toString();
    String inside = of.getName().replace('.', '/') + ".class";
    String root = text.substring(0, text.length() - inside.length());
    if (root.startsWith("jar:")) {
      root = root.substring("jar:".length(), root.indexOf("!/"));
    }
    return Path.of(URI.create(root));
  }
}
