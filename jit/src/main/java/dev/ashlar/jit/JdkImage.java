package dev.ashlar.jit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A JDK in a folder: its class files tell the source lines of the JDK's own methods.
///
/// They are read out of `lib/modules`. No code of that JDK is loaded or run.
public final class JdkImage {
  private static final String VERSION_CLASS = "java/lang/VersionProps.class";

  private final Path home;
  private final String version;

  private JdkImage(Path home, String version) {
    this.home = home;
    this.version = version;
  }

  /// The JDK, of version 9 or later, in the folder `home`.
  ///
  /// @throws IOException naming what is missing, if its class files cannot be read
  public static JdkImage of(Path home) throws IOException {
    try (ImageFile image = ImageFile.open(modulesOf(home))) {
      byte[] bytes = image.find(VERSION_CLASS);
      ClassFile file = bytes == null ? null : ClassFile.parse(bytes);
      String version = file == null ? null : file.constant("java_runtime_version");
      if (version == null) {
        throw new IOException(modulesOf(home) + " does not say which version of the JDK it is of");
      }
      return new JdkImage(home, version);
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

  /// {@return its folder}
  public Path home() {
    return home;
  }

  /// {@return its full version, as `25.0.3+9-LTS`}
  public String version() {
    return version;
  }

  ImageFile open() throws IOException {
    return ImageFile.open(modulesOf(home));
  }
}
