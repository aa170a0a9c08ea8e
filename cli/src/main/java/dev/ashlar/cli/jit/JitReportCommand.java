// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.jit.JvmOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    description = "Ranks the problems that cost time, with advice.",
    customSynopsis = {
      "ashlar jit report [OPTIONS] [LOG...]",
      "ashlar jit report --verify N [OPTIONS] [LOG...] -- COMMAND..."
    })
final class JitReportCommand extends CliCommand {
  @Mixin private JitOutput.Ranked output = new JitOutput.Ranked();
  @Mixin private WhatIf whatIf = new WhatIf();

  @Option(
      names = "--verify",
      paramLabel = "N",
      description =
          "also measure the effect of removing each of the first N problems, as 'ashlar jit what-if'"
              + " does")
  private int verified;

  @Parameters(paramLabel = "LOG", arity = "0..*", description = JitCommand.LOGS)
  private @Nullable List<Path> files;

  @Spec
  void parser(CommandSpec spec) {
    WhatIf.takeDelimiter(spec);
  }

  @Override
  public Integer call() throws IOException {
    if (verified > 0) {
      whatIf.requireCommand();
    } else if (verified < 0 || whatIf.hasCommand()) {
      throw wrongUsage("a command needs --verify with the number of findings, 1 or more");
    }
    output.acceptPartialLogs();
    Map<String, CompilationLog> logs = output.readAll(JitCommand.named(files));
    output.report(logs, out());
    if (verified > 0) {
      verify(JvmOrder.of(logs).values().iterator().next().withSourceLines());
    }
    return output.exitCode();
  }

  private void verify(CompilationLog log) throws IOException {
    int number = 1;
    for (Finding finding : JitText.numbered(log).stream().limit(verified).toList()) {
      output.print(number++ + ". " + finding.sentences().getFirst() + "\n");
      for (String line : whatIf.effectsOf(finding, log, output)) {
        output.print("  " + line + "\n");
      }
    }
  }
}
