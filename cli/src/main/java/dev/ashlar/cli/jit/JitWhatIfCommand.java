// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.DecisionChange;
import dev.ashlar.jit.Finding;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.jit.JvmOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "what-if",
    description = {
      "Runs a command with and without a change of one HotSpot decision, and compares the times.",
      "",
      "  ashlar jit what-if 1 -- java -jar app.jar",
      "  ashlar jit what-if inline,com.example.Table::lookup -- java -jar app.jar",
      "  ashlar jit what-if FreqInlineSize=500 --jmh -- java -jar benchmarks.jar",
      "  ashlar jit what-if 1 --rate 'requests/s: ([0-9.]+)' -- java -jar server.jar",
      "",
      "The number is that of a finding in 'ashlar jit report'. If there are several JVMs, it is for"
          + " the one with the most CPU time. First, a run with the log shows whether the change has"
          + " an effect on the decision. Then each round has a run with the change and one without,"
          + " in alternating order."
          + " The 95 %% interval is Student's, of the logarithms of the ratios of the rounds. An"
          + " effect within 5 %% counts as none. Ctrl-C ends the command with the result of the"
          + " finished rounds."
    },
    customSynopsis = "ashlar jit what-if [OPTIONS] FINDING -- COMMAND...")
final class JitWhatIfCommand extends CliCommand {
  @Mixin private JitOutput output = new JitOutput();
  @Mixin private WhatIf whatIf = new WhatIf();

  @Option(
      names = "--log",
      paramLabel = "LOG",
      description = "the log with the finding (default: the last run in " + LogFolder.DEFAULT + ")")
  private List<Path> logs = new ArrayList<>();

  @Parameters(
      paramLabel = "FINDING",
      description =
          "the number of a finding; or inline,CLASS::METHOD, dontinline,…, exclude,…, or a flag"
              + " such as FreqInlineSize=500 or -UseSuperWord")
  private String subject = "";

  @Spec
  void parser(CommandSpec spec) {
    WhatIf.takeDelimiter(spec);
  }

  @Override
  public Integer call() throws IOException {
    whatIf.requireCommand();
    if (!subject.matches("\\d{1,9}")) {
      DecisionChange change;
      try {
        change = DecisionChange.parse(subject);
      } catch (IllegalArgumentException e) {
        throw wrongUsage(Failures.oneLine(e.getMessage()));
      }
      print(change.words(), whatIf.effectsOf(change, output));
      return ExitCode.OK;
    }
    int number = Integer.parseInt(subject);
    Map.Entry<String, CompilationLog> named =
        JvmOrder.of(output.readAll(logs)).entrySet().iterator().next();
    CompilationLog log = named.getValue().withSourceLines();
    List<Finding> findings = JitText.numbered(log);
    if (number < 1 || number > findings.size()) {
      throw wrongUsage(
          "%s has no finding %d: it has %d".formatted(named.getKey(), number, findings.size()));
    }
    Finding finding = findings.get(number - 1);
    print(number + ". " + finding.sentences().getFirst(), whatIf.effectsOf(finding, log, output));
    return ExitCode.OK;
  }

  private void print(String title, List<String> lines) {
    output.print(title + "\n  " + String.join("\n  ", lines) + "\n");
  }
}
