// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The class files of a JDK, in its `lib/modules`. No code of that JDK is loaded or run.
public final class JdkClasses {
  private static final String VERSION_CLASS = "java/lang/VersionProps.class";

  private final Path home;
  private final String version;

  private JdkClasses(Path home, String version) {
    this.home = home;
    this.version = version;
  }

  /// Returns the class files of the JDK, of version 9 or later, in the folder `home`.
  ///
  /// @throws IOException if its class files cannot be read; the message names the missing part
  public static JdkClasses of(Path home) throws IOException {
    try (JimageFile image = JimageFile.open(modulesOf(home))) {
      byte[] bytes = image.find(VERSION_CLASS);
      ClassFile file = bytes == null ? null : ClassFile.parse(bytes);
      String version = file == null ? null : file.constant("java_runtime_version");
      if (version == null) {
        throw new IOException(modulesOf(home) + " does not say which version of the JDK it is of");
      }
      return new JdkClasses(home, version);
    }
  }

  private static Path modulesOf(Path home) throws IOException {
    Path modules = home.resolve("lib").resolve("modules");
    if (!Files.isRegularFile(modules)) {
      throw new IOException(
          home + " is not the folder of a JDK of version 9 or later: it has no file lib/modules");
    }
    return modules;
  }

  public Path home() {
    return home;
  }

  /// {@return its full version, as `25.0.3+9-LTS`}
  public String version() {
    return version;
  }

  public JimageFile open() throws IOException {
    return JimageFile.open(modulesOf(home));
  }
}
