// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.report.jit.CallTreeText;
import dev.ashlar.report.jit.JitJson;
import dev.ashlar.report.jit.JitPage;
import dev.ashlar.report.jit.JvmOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "jit",
    description = {
      "Shows what HotSpot inlined, what it did not, and why.",
      "",
      "'ashlar jit run' runs a program with HotSpot's compilation log, and reports on it. The other"
          + " commands read logs of JDK 17 or later that exist: from 'ashlar jit run', or from a JVM"
          + " with -XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=jit.log",
      "",
      "'ashlar jit attach' records a running JVM. 'report' and 'explain' also read JFR recordings and"
          + " -Xlog:jit*=debug,deoptimization=debug files, which have a part of a log's content."
    },
    subcommands = {
      JitRunCommand.class,
      JitAttachCommand.class,
      JitReportCommand.class,
      JitWhatIfCommand.class,
      JitAsmCommand.class,
      JitDiffCommand.class,
      JitCheckCommand.class
    },
    synopsisSubcommandLabel = "COMMAND")
public final class JitCommand extends CliCommand {
  static final String LOGS =
      "a log; or a folder, for the logs in it or those of its last run (default: "
          + LogFolder.DEFAULT
          + ")";

  /// Names in a message.
  private static final int MOST_NAMES = 5;

  static List<Path> named(@Nullable List<Path> logs) {
    return logs == null ? List.of() : logs;
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "Shows the call tree of a method, with HotSpot's decision about each call.")
  int explain(
      @Mixin JitOutput.WithPage output,
      @Parameters(paramLabel = "CLASS::METHOD", description = "as in 'String::indexOf'")
          String name,
      @Parameters(paramLabel = "LOG", arity = "0..*", description = LOGS)
          @Nullable List<Path> files)
      throws IOException {
    output.acceptPartialLogs();
    Map<String, CompilationLog> logs = JvmOrder.of(output.readAll(named(files)));
    Map<String, CompilationLog> having = new LinkedHashMap<>();
    try {
      logs.forEach((file, log) -> {
        if (!log.methodsNamed(name).isEmpty()) {
          having.put(file, log);
        }
      });
    } catch (IllegalArgumentException e) {
      throw output.wrongUsage(Failures.oneLine(e.getMessage()));
    }
    if (having.isEmpty()) {
      throw output.wrongUsage(
          (logs.size() == 1 ? logs.keySet().iterator().next() + " has" : "the logs have")
              + " no compilation of "
              + name
              + ": "
              + logs.values().stream()
                  .map(log -> whyNone(log, name))
                  .distinct()
                  .collect(Collectors.joining("; ")));
    }
    if (output.html().isPresent()) {
      having.replaceAll((file, log) -> log.withSourceLines());
      JitPage.write(having, output.codeIn(having), name, output.html().get());
    }
    if (output.json().isPresent()) {
      JitJson.writeTrees(having, name, output.json().get());
    }
    having.forEach((file, log) ->
        output.print(
            (having.size() == 1 ? "" : file + "\n")
                + CallTreeText.of(log, log.methodsNamed(name), TerminalStyle.of())));
    return output.exitCode();
  }

  private static String whyNone(CompilationLog log, String name) {
    List<String> callers =
        log.methodsInlining(name).stream().map(Method::qualifiedName).distinct().toList();
    if (callers.isEmpty() && !log.parseProblems().isEmpty()) {
      return "not all of the log could be read; it may be in the missing part";
    }
    if (callers.isEmpty()) {
      return "it was not called often enough, or has another name";
    }
    String first = String.join(", ", callers.stream().limit(MOST_NAMES).toList());
    int more = callers.size() - MOST_NAMES;
    return "it is inlined in " + first + (more > 0 ? " and " + more + " more" : "");
  }
}
