// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.statistics.RunDiff;
import dev.ashlar.report.lab.LabDiffText;
import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = {
      "Compares a newer run of the lab with an older one.",
      "",
      "Says whether machine and JDK are the same. Prints the ratio with its 95 %% interval for each pair"
          + " of case and contender that both runs measured. Exits with 0 whatever it finds."
    })
final class LabDiffCommand extends CliCommand {
  @Parameters(index = "0", paramLabel = "OLD", description = "results.json of the older run")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "NEW", description = "results.json of the newer run")
  private Path now = Path.of("");

  @Option(names = "--json", paramLabel = "FILE", description = "writes the differences as JSON")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    LabRun older = read(before);
    LabRun newer = read(now);
    LabDiff diff = RunDiff.of(older, newer);
    if (json != null) {
      requireOther(json, before);
      requireOther(json, now);
      ResultsJson.write(diff, json);
    }
    PrintWriter out = out();
    out.print(LabDiffText.of(diff, TerminalStyle.of()));
    out.flush();
    return ExitCode.OK;
  }

  private static LabRun read(Path file) {
    try {
      return ResultsJson.read(file);
    } catch (IOException e) {
      throw LabException.wrongUsage(String.valueOf(e.getMessage()));
    }
  }

  /// Fails if the output would overwrite an input.
  private static void requireOther(Path output, Path input) throws IOException {
    if (Files.exists(output) && Files.isSameFile(output, input)) {
      throw LabException.wrongUsage(output + " is the input: write to another file");
    }
  }
}
