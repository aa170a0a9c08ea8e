// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import dev.ashlar.cli.console.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/// A command whose JVMs get flags to write logs into the folder of a run.
///
/// @param onlyThis whether only the command itself gets the flags; it must be `java`
public record LoggedCommand(
    List<String> command, boolean onlyThis, Function<String, ParameterException> wrongUsage) {
  /// Makes the flags for the folder of a run.
  public interface Flags {
    List<String> make() throws IOException;
  }

  /// Starts the command. If that fails, the run's folder is removed.
  ///
  /// @param flags the flags of all JVMs
  /// @param recording further flags of JVMs of JDK 9 or later that are started by the command
  ///   `java`
  public SignalRelay start(LogFolder logs, List<String> flags, Flags recording) throws IOException {
    try {
      ProcessBuilder builder = builder(flags, recording.make());
      logs.markAsLast();
      return relay(builder);
    } catch (IOException e) {
      logs.discard();
      throw new IOException("cannot write to " + logs + ": " + Failures.why(logs.path(), e), e);
    } catch (ParameterException e) {
      logs.discard();
      throw e;
    }
  }

  private ProcessBuilder builder(List<String> flags, List<String> recording) {
    List<String> line = new ArrayList<>(command);
    ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
    if (onlyThis) {
      if (!isJava(line.get(0))) {
        throw wrongUsage.apply("--only-this needs java as the command, not " + line.get(0));
      }
      line.addAll(1, recording);
      line.addAll(1, flags);
    } else {
      Map<String, String> environment = builder.environment();
      ToolOptions.add(environment, ToolOptions.ANY_JVM, flags);
      // JDK 8 does not start with them, and does not read this variable.
      ToolOptions.add(environment, ToolOptions.JAVA_COMMAND, recording);
    }
    return builder;
  }

  private SignalRelay relay(ProcessBuilder builder) {
    try {
      return SignalRelay.start(builder);
    } catch (IOException e) {
      // The message of the exception repeats this.
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw wrongUsage.apply(
          "cannot run %s: %s"
              .formatted(builder.command().getFirst(), Failures.oneLine(reason.getMessage())));
    }
  }

  private static boolean isJava(String executable) {
    Path name = Path.of(executable).getFileName();
    return name != null && (name.toString().equals("java") || name.toString().equals("java.exe"));
  }
}
