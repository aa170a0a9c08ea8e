// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import picocli.CommandLine.ExitCode;

/// Checks standard output, because its writers do not report errors.
public final class StandardOutput {
  private static final String READER_ENDED = "Broken pipe";

  private StandardOutput() {}

  /// {@return `commands`, or an exit code that is not 0 if output was lost, for example on a full
  /// disk} The reason for a loss is printed. A reader that closes a pipe early, such as `head`, is
  /// not a failure.
  @SuppressWarnings("SystemOut")
  public static int exitCode(int commands) {
    if (commands != ExitCode.OK || !System.out.checkError()) {
      return commands;
    }
    // The error is known to the stream only, so it is provoked again.
    try {
      new FileOutputStream(FileDescriptor.out).write('\n');
    } catch (IOException e) {
      if (READER_ENDED.equals(e.getMessage())) {
        return commands;
      }
      System.err.println(
          "ashlar: cannot write to standard output: " + Failures.oneLine(e.getMessage()));
    }
    return ExitCode.SOFTWARE;
  }
}
