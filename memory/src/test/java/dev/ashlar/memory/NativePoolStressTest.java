package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs [NativePoolStress]: a look in each build, for long in the profile `slow`.
final class NativePoolStressTest {
  @Test
  void onlyAcceptableOutcomes() throws Exception {
    String mode = System.getProperty("stress.mode", "sanity");
    String output =
        ChildJvm.run(
            "jcstress",
            mode.equals("sanity") ? 120 : 3600,
            List.of(),
            "org.openjdk.jcstress.Main",
            "-m",
            mode,
            "-t",
            NativePoolStress.class.getName(),
            "-jvmArgs",
            "--enable-native-access=ALL-UNNAMED");
    assertThat(output)
        .contains("Failed tests: No matches", "Error tests: No matches")
        .contains("Interesting tests: No matches", "All remaining tests: 3 matching");
  }
}
