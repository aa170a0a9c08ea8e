// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs the build tool of a project offline.
///
/// @param project the project's folder
/// @param command the project's own wrapper, or the name of the tool
public record BuildTool(Path project, String command) {
  private static final int SHOWN_LINES = 5;

  /// {@return the wrapper in the project's folder if it is executable, else the installed tool}
  public static BuildTool of(Path project, String wrapper, String windowsWrapper, String tool) {
    Path own = project.resolve(File.separatorChar == '\\' ? windowsWrapper : wrapper);
    return new BuildTool(project, Files.isExecutable(own) ? own.toString() : tool);
  }

  /// {@return the output of the tool}
  ///
  /// @param failure the beginning of an error message
  /// @param marker the prefix of the first line of the tool's errors
  /// @throws IOException if the tool is not installed, or if it fails; the message has its errors
  public List<String> run(String failure, String marker, List<String> arguments)
      throws IOException {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(arguments);
    Process process = start(line);
    process.getOutputStream().close();
    List<String> output;
    try (Stream<String> lines = process.inputReader(StandardCharsets.UTF_8).lines()) {
      output = lines.toList();
    }
    if (exitCode(process) != 0) {
      throw new IOException(failure + ": " + errors(output, marker));
    }
    return output;
  }

  private Process start(List<String> line) throws IOException {
    try {
      return new ProcessBuilder(line).directory(project.toFile()).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "cannot run '%s' in %s: install it, or add its wrapper to the project"
              .formatted(command, project),
          e);
    }
  }

  /// Waits for the end of a process. Returns -1 if this thread is interrupted.
  static int exitCode(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  private static String errors(List<String> output, String marker) {
    List<String> marked = output.stream().dropWhile(line -> !line.startsWith(marker)).toList();
    List<String> shown = marked.isEmpty() ? output : marked;
    return withoutAddresses(
        String.join(
            " ", shown.stream().filter(line -> !line.isBlank()).limit(SHOWN_LINES).toList()));
  }

  /// Hides addresses of repositories, which may have passwords.
  static String withoutAddresses(String text) {
    return text.replaceAll("\\S+://\\S+", "(address)");
  }
}
