// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.cli.process.LoggedCommand;
import dev.ashlar.cli.process.SignalRelay;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.report.unsafe.DeniedText;
import dev.ashlar.report.unsafe.UnsafeRunJson;
import dev.ashlar.report.unsafe.UnsafeRunPage;
import dev.ashlar.report.unsafe.UnsafeRunText;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExceptionLog;
import dev.ashlar.unsafe.run.MemoryAccess;
import dev.ashlar.unsafe.run.UnsafeRecording;
import dev.ashlar.unsafe.run.UnsafeRun;
import dev.ashlar.unsafe.scan.JvmClassPath;
import dev.ashlar.unsafe.scan.UnsafeScan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = {
      "Runs a command, and reports which calls of sun.misc.Unsafe its JVMs executed, the hottest"
          + " first.",
      "",
      "  ashlar unsafe run -- java -jar app.jar",
      "  ashlar unsafe run --callers 10 -- java -jar app.jar",
      "  ashlar unsafe run --deny -- java -jar app.jar",
      "  ashlar unsafe run --replace -- java -jar app.jar",
      "",
      "Input, output, Ctrl-C and the exit code are those of the command. The report goes to standard"
          + " error. JVMs of JDK 17 or later write HotSpot's compilation log and a JFR recording,"
          + " enabled through JAVA_TOOL_OPTIONS and JDK_JAVA_OPTIONS."
    },
    customSynopsis = "ashlar unsafe run [OPTIONS] -- COMMAND...")
final class UnsafeRunCommand extends CliCommand {
  private static final String FOLDER = "ashlar-unsafe";

  @Option(
      names = "--deny",
      description =
          "deny memory access through Unsafe, as --sun-misc-unsafe-memory-access=deny does, in JVMs of"
              + " JDK 23 or later, and report what threw and where it was caught")
  private boolean deny;

  @Option(
      names = "--replace",
      description =
          "replace calls of Unsafe in JVMs that 'java' of JDK 25 or later starts, deny the remaining"
              + " calls, and report both")
  private boolean replace;

  @Option(
      names = "--callers",
      paramLabel = "SECONDS",
      description =
          "then run the command again, for at most this time, and collect the stack of each call;"
              + " needs JDK 23 or later, and is slow")
  private long callersSeconds;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "number of methods, or of denied calls, to print; 0 for all (default: ${DEFAULT-VALUE})",
      defaultValue = "20")
  private int top = 20;

  @Option(names = "--json", paramLabel = "FILE", description = "write the same as JSON")
  private @Nullable Path json;

  @Option(names = "--html", paramLabel = "FILE", description = "write the same as a page")
  private @Nullable Path html;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "the folder for runs, each with a folder of its logs (default: ${DEFAULT-VALUE})",
      defaultValue = FOLDER)
  private Path folder = Path.of(FOLDER);

  @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "the command and its arguments")
  private List<String> command = List.of();

  @Spec
  void stopAtCommand(CommandSpec own) {
    // Options after the command belong to it.
    own.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException {
    int most = most(top);
    if (callersSeconds < 0) {
      throw wrongUsage("--callers must be 0 or more, not " + callersSeconds);
    }
    if (deny && callersSeconds > 0) {
      throw wrongUsage("--callers and --deny exclude each other: a denied call has one caller");
    }
    if (replace && (deny || callersSeconds > 0 || html != null)) {
      throw wrongUsage("--replace has neither --deny nor --callers nor --html");
    }
    LogFolder logs = LogFolder.create(folder);
    if (replace) {
      return replaced(logs, most);
    }
    List<String> flags = new ArrayList<>(logs.logFlags());
    if (deny) {
      flags.add(MemoryAccess.DENY.flag());
    }
    try (SignalRelay relay =
        new LoggedCommand(command, false, this::wrongUsage)
            .start(logs, flags, () -> launcherFlags(logs))) {
      int exitCode;
      try (ExceptionLogLimit _ = ExceptionLogLimit.watch(logs.path())) {
        exitCode = relay.exitCode();
      }
      try {
        report(logs, exitCode, most);
      } catch (IOException e) {
        err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      }
      return exitCode;
    }
  }

  private int replaced(LogFolder logs, int most) throws IOException {
    try (SignalRelay relay =
        new LoggedCommand(command, false, this::wrongUsage)
            .start(logs, List.of(MemoryAccess.DENY.flag()), () -> replacing(logs))) {
      int exitCode;
      try (ExceptionLogLimit _ = ExceptionLogLimit.watch(logs.path())) {
        exitCode = relay.exitCode();
      }
      PrintWriter err = err();
      ReplacedRun run = ReplacedRun.read(logs.path(), exitCode);
      err.print(run.text(most));
      if (json != null) {
        run.write(json);
      }
      if (run.jvms().isEmpty() && run.silent().isEmpty()) {
        logs.discard();
      } else {
        err.println(logs.kept());
      }
      err.flush();
      return exitCode;
    }
  }

  private List<String> replacing(LogFolder logs) throws IOException {
    try {
      return ReplacedRun.flags(logs);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ": choose another --out");
    }
  }

  private List<String> launcherFlags(LogFolder logs) throws IOException {
    try {
      return deny
          ? List.of(ExceptionLog.jvmFlag(logs.inFlags().resolve(ExceptionLogLimit.name("%p"))))
          : logs.recordingFlags(UnsafeRecording.SETTINGS);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ": choose another --out");
    }
  }

  private void report(LogFolder folderOfLogs, int exitCode, int most) throws IOException {
    Map<String, CompilationLog> logs = read(folderOfLogs);
    PrintWriter err = err();
    err.println();
    if (logs.isEmpty()) {
      err.println("ashlar: no JVM left a log");
      if (deny) {
        folderOfLogs.discard();
      }
    } else if (deny) {
      Map<String, DeniedCalls> denied = denied(folderOfLogs, logs);
      err.print(DeniedText.of(logs, denied, exitCode, most, TerminalStyle.of()));
      if (json != null) {
        UnsafeRunJson.writeDenied(logs, denied, exitCode, json);
      }
      if (html != null) {
        UnsafeRunPage.writeDenied(logs, denied, exitCode, html);
      }
    } else {
      Map<String, UnsafeRun> runs = new LinkedHashMap<>();
      for (Map.Entry<String, CompilationLog> log : logs.entrySet()) {
        runs.put(log.getKey(), run(log.getKey(), log.getValue()));
      }
      CallerStacks stacks = callersSeconds > 0 ? callers() : new CallerStacks();
      err.print(UnsafeRunText.of(runs, stacks, most, TerminalStyle.of()));
      if (json != null) {
        UnsafeRunJson.write(runs, stacks, json);
      }
      if (html != null) {
        UnsafeRunPage.write(runs, stacks, html);
      }
    }
    if (folderOfLogs.exists()) {
      err.println(folderOfLogs.kept());
    }
    err.flush();
  }

  private CallerStacks callers() throws IOException {
    PrintWriter err = err();
    err.println("ashlar: runs the command again, " + callersSeconds + " s at most");
    err.flush();
    CallerStacks stacks = CallerRun.of(command, Duration.ofSeconds(callersSeconds), err);
    if (stacks.callCount() == 0) {
      err.println(
          "ashlar: the second run printed no stacks: no call was made, or the JVM is older than JDK "
              + MemoryAccess.SINCE);
    }
    return stacks;
  }

  /// {@return the logs by name, in the order in which the JVMs started}
  private Map<String, CompilationLog> read(LogFolder logs) throws IOException {
    logs.nameRecordings();
    List<Map.Entry<String, CompilationLog>> found = new ArrayList<>();
    for (Path file : logs.logs()) {
      CompilationLog log = CompilationLog.read(file);
      if (log.isRecognized()) {
        logs.keepParts(log);
        found.add(Map.entry(LogFolder.shown(file), log));
      }
    }
    found.sort(Comparator.comparingLong(e -> e.getValue().vm().startMillis()));
    Map<String, CompilationLog> byName = new LinkedHashMap<>();
    found.forEach(e -> byName.put(e.getKey(), e.getValue()));
    return byName;
  }

  private UnsafeRun run(String name, CompilationLog log) throws IOException {
    Path recording = Path.of(name.replaceFirst("\\.log$", ".jfr"));
    if (Files.isRegularFile(recording)) {
      try {
        return withArtifacts(UnsafeRun.of(log, recording));
      } catch (IOException e) {
        // Of a JVM that was killed, for one.
        err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      }
    }
    return withArtifacts(UnsafeRun.of(log, null));
  }

  private static UnsafeRun withArtifacts(UnsafeRun run) {
    return run.methods().isEmpty()
        ? run
        : run.in(UnsafeScan.of(JvmClassPath.of(run.vm().properties())));
  }

  /// {@return the denied calls of those JVMs that have a log of exceptions}
  private static Map<String, DeniedCalls> denied(
      LogFolder folderOfLogs, Map<String, CompilationLog> logs) throws IOException {
    Map<String, DeniedCalls> denied = new LinkedHashMap<>();
    for (Map.Entry<String, CompilationLog> log : logs.entrySet()) {
      String pid = Long.toString(log.getValue().vm().processId());
      Path file = folderOfLogs.path().resolve(ExceptionLogLimit.name(pid));
      if (Files.isRegularFile(file)) {
        denied.put(log.getKey(), ExceptionLog.read(file));
      }
    }
    return denied;
  }
}
