package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs [NeighbourStress] under jcstress: a look in each build, for long in the profile `slow`.
final class StressTest {
  @Test
  void onlyAcceptableOutcomes() throws Exception {
    List<String> program = new ArrayList<>(List.of("org.openjdk.jcstress.Main"));
    program.addAll(List.of(System.getProperty("jcstress.options", "-m sanity").split(" ")));
    program.addAll(List.of("-t", "dev\\.ashlar\\.table\\..*Stress", "-r", "report"));
    program.addAll(List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED"));
    String output =
        ChildJvm.run(
            "jcstress",
            3600,
            List.of("--enable-native-access=ALL-UNNAMED"),
            program.toArray(String[]::new));
    assertThat(output)
        .contains("All remaining tests: 12 matching")
        .contains("Failed tests: No matches", "Error tests: No matches")
        .contains("Interesting tests: No matches")
        .containsPattern("([1-9][0-9]*) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
  }
}
