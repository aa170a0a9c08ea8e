// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.report.text.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Prints an exception of a command as one line and returns its exit code. Unexpected exceptions
/// are printed with their stack trace.
public final class Failures implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, ParseResult parseResult) {
    switch (e) {
      case LabException lab -> {
        print(commandLine, lab.getMessage());
        return lab.isWrongUsage() ? ExitCode.USAGE : ExitCode.SOFTWARE;
      }
      case IOException io -> print(commandLine, io.getMessage());
      case UncheckedIOException io -> print(commandLine, io.getMessage());
      default -> {
        print(commandLine, "unexpected: " + e);
        e.printStackTrace(commandLine.getErr());
      }
    }
    return ExitCode.SOFTWARE;
  }

  private static void print(CommandLine commandLine, @Nullable String message) {
    commandLine.getErr().println("ashlar: " + oneLine(message));
  }

  /// {@return a message on one line; it may have names from a file}
  public static String oneLine(@Nullable String message) {
    return message == null
        ? "no reason given"
        : VisibleText.of(message.strip().replaceAll("\\s*\\R\\s*", " "));
  }

  /// {@return the reason as text} The JDK's own message is often only a path.
  public static String why(Path file, IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file";
      case AccessDeniedException _ -> "permission denied";
      case CharacterCodingException _ -> "it is not UTF-8 text";
      default -> Files.isDirectory(file) ? "it is a folder" : oneLine(e.getMessage());
    };
  }
}
