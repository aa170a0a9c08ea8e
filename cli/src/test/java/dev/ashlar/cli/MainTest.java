package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @Test
  void helpNamesTheCommandsAndExitCodes() {
    Outcome outcome = Ashlar.run("--help");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("Usage: ashlar", "lab", "Exit codes:", "130");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lab --help", "help lab"})
  void helpOfTheLabNamesItsOptions(String command) {
    Outcome outcome = Ashlar.run(command.split(" "));
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("Usage: ashlar lab")
        .contains(
            "--quick", "--full", "--case", "--contender", "--text", "--out", "--json", "--list")
        .contains("ashlar-report");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "lab --version"})
  void versionNamesTheJdkToo(String command) {
    Outcome outcome = Ashlar.run(command.split(" "));
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("ashlar ").contains("JDK " + Runtime.version());
  }

  @Test
  void aCommandIsNeeded() {
    Outcome outcome = Ashlar.run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines())
        .containsExactly("ashlar: give a command (see 'ashlar --help')");
  }

  @Test
  void anUnknownCommand() {
    Outcome outcome = Ashlar.run("labb");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains("'labb'", "ashlar --help");
  }

  @Test
  void theProcessEndsWithTheExitCode(@TempDir Path folder) throws Exception {
    try (Child child = Ashlar.start(folder, List.of(), "lab", "stings")) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err().lines()).containsExactly("ashlar: " + Ashlar.NO_STINGS);
      assertThat(folder.toFile().list()).containsExactlyInAnyOrder("stdout.txt", "stderr.txt");
    }
  }
}
