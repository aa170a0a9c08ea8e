// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `ashlar unsafe`: finds code that uses `sun.misc.Unsafe`.
@Command(
    name = "unsafe",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows which code uses sun.misc.Unsafe, whether it is hot, and what to use instead.",
      "",
      "JDK 24 and later warn at the first use; a later JDK will throw."
    },
    subcommands = {UnsafeScanCommand.class, UnsafeRunCommand.class, UnsafePatchCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class UnsafeCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "give a command");
  }
}
