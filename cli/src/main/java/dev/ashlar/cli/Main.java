// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.StandardOutput;
import dev.ashlar.cli.jit.JitCommand;
import dev.ashlar.cli.lab.LabCommand;
import dev.ashlar.cli.table.TableCommand;
import dev.ashlar.cli.unsafe.UnsafeCommand;
import dev.ashlar.report.text.VisibleText;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The command `ashlar`.
@Command(
    name = "ashlar",
    description = "Fast raw memory for Java without Unsafe, and the instruments that prove it.",
    subcommands = {
      LabCommand.class,
      JitCommand.class,
      UnsafeCommand.class,
      TableCommand.class,
      McpCommand.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:something failed, or a rule is broken",
      "2:wrong usage, or no JDK 25",
      "130:interrupted"
    })
public final class Main extends CliCommand {
  private static final Set<String> NAMING = Set.of("jit", "unsafe");

  private Main() {}

  public static void main(String[] args) {
    System.exit(StandardOutput.exitCode(commandLine().execute(args)));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::explainUsage)
        .setExecutionExceptionHandler(new Failures())
        .setExecutionStrategy(Main::execute);
  }

  /// Of these commands the output has names from logs and class files. Commands about tables print
  /// data, which they escape where they print a grid.
  private static int execute(ParseResult parsed) {
    if (parsed.hasSubcommand() && NAMING.contains(parsed.subcommand().commandSpec().name())) {
      CommandLine command = parsed.subcommand().commandSpec().commandLine();
      command.setOut(VisibleText.writer(command.getOut()));
      command.setErr(VisibleText.writer(command.getErr()));
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int explainUsage(ParameterException e, String[] args) {
    CommandLine commandLine = e.getCommandLine();
    commandLine
        .getErr()
        .printf(
            "ashlar: %s (see '%s --help')%n",
            Failures.oneLine(e.getMessage()), commandLine.getCommandSpec().qualifiedName());
    return CommandLine.ExitCode.USAGE;
  }
}
