// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Runs the classes `…Stress` of a package under jcstress: a look in each build, for long in the
/// profile `slow`, which sets the system property `jcstress.options`.
public final class Jcstress {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private Jcstress() {}

  /// Fails unless this many tests ran and met acceptable outcomes only.
  ///
  /// @param neighbor a class of the package
  public static void assertOnlyAcceptable(Class<?> neighbor, int tests, String... options)
      throws IOException, InterruptedException {
    List<String> program = new ArrayList<>(List.of("org.openjdk.jcstress.Main"));
    Collections.addAll(program, System.getProperty("jcstress.options", "-m sanity").split(" ", -1));
    String names = neighbor.getPackageName().replace(".", "\\.") + "\\..*Stress";
    Collections.addAll(program, "-t", names, "-r", "report");
    Collections.addAll(program, options);
    String output =
        ChildJvm.run("jcstress", 3600, List.of(NATIVE_ACCESS), program.toArray(String[]::new));
    assertThat(output)
        .contains("All remaining tests: " + tests + " matching")
        .contains("Failed tests: No matches", "Error tests: No matches")
        .contains("Interesting tests: No matches")
        .containsPattern("([1-9][0-9]*) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
  }
}
