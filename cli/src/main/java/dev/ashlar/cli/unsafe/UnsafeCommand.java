// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.console.CliCommand;
import picocli.CommandLine.Command;

@Command(
    name = "unsafe",
    description = {
      "Shows which code uses sun.misc.Unsafe, whether it is hot, and what to use instead.",
      "",
      "JDK 24 and later warn at the first use; a later JDK will throw."
    },
    subcommands = {UnsafeScanCommand.class, UnsafeRunCommand.class, UnsafePatchCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class UnsafeCommand extends CliCommand {}
