// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A locale of the C library in which a decimal fraction has a comma: HotSpot's logs follow it.
public final class CommaLocale {
  private static final String NAME = "de_DE.UTF-8";

  private CommaLocale() {}

  /// Compiles the locale, so that none has to be installed.
  ///
  /// @param folder for its files
  /// @return variables of the environment of a process that is to run in it; empty if this machine
  ///   has no `localedef`, or not the locale's source
  public static Optional<Map<String, String>> environment(Path folder)
      throws IOException, InterruptedException {
    Process localedef;
    try {
      localedef =
          new ProcessBuilder(
                  "localedef", "-i", "de_DE", "-f", "UTF-8", folder.resolve(NAME).toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return Optional.empty();
    }
    if (!localedef.waitFor(60, TimeUnit.SECONDS)) {
      localedef.destroyForcibly();
      return Optional.empty();
    }
    return localedef.exitValue() == 0
        ? Optional.of(Map.of("LC_ALL", NAME, "LOCPATH", folder.toString()))
        : Optional.empty();
  }
}
