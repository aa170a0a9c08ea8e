// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The versions of this build and of the JVM that runs it.
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"ashlar " + ofBuild() + ", JDK " + Runtime.version()};
  }

  /// {@return the version of this build; `(not packaged)` if it has none}
  public static String ofBuild() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("(not packaged)");
  }
}
