// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(
    name = "mcp",
    description = {
      "Serves coding assistants over standard input and output, in the Model Context Protocol.",
      "",
      "The tools are the commands of 'ashlar jit' that only read: report, explain, asm, diff and"
          + " check. They open only files in the given folders, and class files for line numbers."
          + " Answers have at most 20,000 characters."
    })
final class McpCommand extends CliCommand {
  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..*",
      description = "folders with logs and rules (default: the current one)",
      defaultValue = ".")
  private List<Path> folders = List.of();

  @Override
  public Integer call() throws IOException {
    ConfinedPaths paths;
    try {
      paths = ConfinedPaths.of(folders);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(Failures.oneLine(e.getMessage()));
    }
    InputStream in = System.in;
    PrintStream out = System.out;
    // Whatever else is printed would damage the protocol.
    System.setOut(System.err);
    McpTools.serve(paths, in, out);
    return ExitCode.OK;
  }
}
