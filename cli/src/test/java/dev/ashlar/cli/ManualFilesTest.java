// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Timeout(60)
final class ManualFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    ManualFiles.main(new String[] {folder.toString()});
  }

  private String run(String... command) throws IOException, InterruptedException {
    boolean installed =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, command[0])));
    Assumptions.assumeTrue(installed, command[0] + " is not installed");
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  private String completed(String words) throws IOException, InterruptedException {
    return run(
        "bash",
        "-c",
        ". completion/ashlar_completion; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                .formatted(words)
            + " _complete_ashlar 2> errors; echo \"${COMPREPLY[@]}\"");
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assertThat(completed("ashlar la")).isEqualTo("lab\n");
    assertThat(completed("ashlar jit che")).isEqualTo("check\n");
    assertThat(completed("ashlar lab --qu")).contains("--quick");
  }

  @Test
  void theManualHasEveryOptionOfEveryCommand() throws Exception {
    String manual = Files.readString(folder.resolve("man/ashlar.1")).replace("\\-", "-");
    List<CommandLine> commands = new ArrayList<>(List.of(Main.commandLine()));
    for (int i = 0; i < commands.size(); i++) {
      CommandLine command = commands.get(i);
      commands.addAll(command.getSubcommands().values());
      String name = command.getCommandSpec().qualifiedName();
      if (!command.getCommandName().equals("help")) {
        assertThat(manual).contains("Usage: " + name);
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .forEach(option -> assertThat(manual).as(name).contains(option.longestName()));
      }
    }
    assertThat(commands).hasSizeGreaterThan(10);
  }

  @Test
  void descriptionsAreFormats() {
    List<CommandSpec> commands = new ArrayList<>(List.of(Main.commandLine().getCommandSpec()));
    for (int i = 0; i < commands.size(); i++) {
      CommandSpec command = commands.get(i);
      command.subcommands().values().forEach(line -> commands.add(line.getCommandSpec()));
      for (String description : command.usageMessage().description()) {
        assertThat(description.replace("%n", "").replace("%%", ""))
            .as(command.qualifiedName())
            .doesNotContain("%");
      }
    }
  }

  @Test
  void groffFormatsTheManualWithoutAWarning() throws Exception {
    String formatted = run("groff", "-man", "-ww", "-Tutf8", "-P-cbou", "man/ashlar.1");
    assertThat(formatted)
        .doesNotContain("warning")
        .contains("Fast raw memory", "ASHLAR LAB", "--quick");
  }
}
