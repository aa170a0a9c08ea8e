// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

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

  /// picocli passes descriptions to String.format, and prints a warning if that fails.
  @Test
  void descriptionsAreFormats() {
    assertFormats(Main.commandLine());
  }

  private static void assertFormats(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    List<String> texts = new ArrayList<>(List.of(spec.usageMessage().description()));
    spec.args().forEach(argument -> texts.addAll(List.of(argument.description())));
    for (String text : texts) {
      assertThatCode(() -> String.format(Locale.ROOT, text))
          .as("%s: %s", spec.qualifiedName(), text)
          .doesNotThrowAnyException();
    }
    command.getSubcommands().values().forEach(MainTest::assertFormats);
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
  @EnabledOnOs(OS.LINUX)
  void lostOutputIsAFailure() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ashlar.cli.Main",
                "--help")
            .redirectOutput(new File("/dev/full"))
            .start();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(err).contains("ashlar: cannot write to standard output: No space left on device");
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
