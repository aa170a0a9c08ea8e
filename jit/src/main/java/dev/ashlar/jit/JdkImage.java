// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.internal.classfile.JdkClasses;
import java.io.IOException;
import java.nio.file.Path;

/// A JDK in a folder, whose class files have the source lines of the JDK's methods.
///
/// They are read from `lib/modules`. No code of that JDK is loaded or run.
public final class JdkImage {
  private final JdkClasses classes;

  private JdkImage(JdkClasses classes) {
    this.classes = classes;
  }

  /// Returns the JDK, of version 9 or later, in the folder `home`.
  ///
  /// @throws IOException if its class files cannot be read; the message names the missing part
  public static JdkImage of(Path home) throws IOException {
    return new JdkImage(JdkClasses.of(home));
  }

  /// {@return its folder}
  public Path home() {
    return classes.home();
  }

  /// {@return its full version, as `25.0.3+9-LTS`}
  public String version() {
    return classes.version();
  }

  JdkClasses classes() {
    return classes;
  }
}
