// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command with `--help` and `--version`.
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public abstract class CliCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /// Runs the command. A command that has only subcommands fails with wrong usage.
  ///
  /// @return its exit code
  @Override
  public Integer call() throws IOException, InterruptedException {
    throw wrongUsage("give a command");
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  public final ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /// {@return the number of items to print: `top`, or all if it is 0}
  protected final int most(int top) {
    if (top < 0) {
      throw wrongUsage("--top must be 0 or more, not " + top);
    }
    return top == 0 ? Integer.MAX_VALUE : top;
  }
}
