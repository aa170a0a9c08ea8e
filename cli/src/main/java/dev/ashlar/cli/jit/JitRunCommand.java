// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.cli.process.LoggedCommand;
import dev.ashlar.cli.process.SignalRelay;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Recording;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = {
      "Runs a command with HotSpot's compilation log enabled in its JVMs, and reports on each JVM.",
      "",
      "The command may start any number of JVMs, of JDK 17 or later:",
      "",
      "  ashlar jit run -- java -jar app.jar",
      "  ashlar jit run -- ./mvnw test",
      "  ashlar jit run --asm Encoder::encode --html page.html -- java -jar app.jar",
      "",
      "Input, output, Ctrl-C and the exit code are those of the command. The report goes to standard"
          + " error. The log is enabled through the variable JAVA_TOOL_OPTIONS, with"
          + " -XX:+IgnoreUnrecognizedVMOptions for JVMs that do not know the flags, so mistyped -XX"
          + " flags of the command are ignored too. Each JVM prints a line about it on standard error;"
          + " --only-this avoids that line."
    },
    customSynopsis = "ashlar jit run [OPTIONS] -- COMMAND...")
final class JitRunCommand extends CliCommand {
  @Mixin private JitOutput.Ranked output = new JitOutput.Ranked();

  @Option(
      names = "--jfr",
      description =
          "also record with JDK Flight Recorder, in JVMs started by 'java' of JDK 17 or later; CPU"
              + " samples then rank the findings")
  private boolean jfr;

  @Option(
      names = "--asm",
      paramLabel = "CLASS::METHOD",
      description =
          "also print the machine code of this method into the log: the report has its loops, the"
              + " page its instructions too; * stands for any characters; repeatable")
  private List<String> asm = List.of();

  @Option(
      names = "--only-this",
      description =
          "give the flags to the command itself, which must be 'java', and not to the JVMs that it"
              + " starts")
  private boolean onlyThis;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "the folder for runs, each with a folder of its logs (default: ${DEFAULT-VALUE})",
      defaultValue = LogFolder.DEFAULT)
  private Path folder = Path.of(LogFolder.DEFAULT);

  @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "the command and its arguments")
  private List<String> command = List.of();

  @Spec
  void spec(CommandSpec spec) {
    // Options after the command belong to it.
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException {
    // Wrong usage fails before the command runs.
    output.most();
    output.requireOther(folder);
    List<String> patterns = patterns();
    LogFolder logs = LogFolder.create(folder);
    try (SignalRelay relay = start(logs, patterns)) {
      int exitCode;
      try (CpuTimes _ = CpuTimes.watch(logs)) {
        exitCode = relay.exitCode();
      }
      try {
        report(logs, exitCode);
      } catch (IOException | ParameterException e) {
        err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      }
      return exitCode;
    }
  }

  private List<String> patterns() {
    try {
      return MethodGlob.parse(asm).stream().flatMap(m -> m.patterns().stream()).toList();
    } catch (IllegalArgumentException e) {
      throw wrongUsage("--asm: " + Failures.oneLine(e.getMessage()));
    }
  }

  private SignalRelay start(LogFolder logs, List<String> patterns) throws IOException {
    List<String> flags = new ArrayList<>(logs.logFlags());
    if (!patterns.isEmpty()) {
      flags.addAll(logs.codeFlags(patterns));
    }
    return new LoggedCommand(command, onlyThis, this::wrongUsage)
        .start(logs, flags, () -> jfr ? recordingFlags(logs) : List.of());
  }

  private List<String> recordingFlags(LogFolder logs) throws IOException {
    try {
      return logs.recordingFlags(Recording.SETTINGS);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ": choose another --out");
    }
  }

  private void report(LogFolder logs, int exitCode) throws IOException {
    PrintWriter err = err();
    Map<Path, CompilationLog> found = new LinkedHashMap<>();
    if (jfr) {
      logs.nameRecordings();
    }
    List<Path> written = logs.logs();
    written.forEach(output::requireOther);
    for (Path file : written) {
      CompilationLog log = output.readIfLog(file);
      if (log == null) {
        err.println("ashlar: " + file + " has no compilations: its JVM ended before the first one");
      } else {
        found.put(file, log);
        logs.keepParts(log);
        if (jfr && log.recording().isEmpty()) {
          err.println(
              "ashlar: no recording for %s: only JVMs started by 'java' of JDK 17 or later record"
                  .formatted(LogFolder.shown(file)));
        }
        EndedJvm.why(log)
            .ifPresent(why -> err.println("ashlar: " + LogFolder.shown(file) + ": " + why));
        if (LogFolder.isRunning(log)) {
          err.println("ashlar: the JVM of " + file + " still runs: its log ends here for now");
        }
      }
    }
    EndedJvm.signal(exitCode).ifPresent(why -> err.println("ashlar: the command " + why));
    Map<String, CompilationLog> read = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Comparator.comparingLong(e -> e.getValue().vm().startMillis()))
        .forEach(e -> read.put(LogFolder.shown(e.getKey()), e.getValue()));
    err.println();
    try {
      output.report(read, err);
    } finally {
      err.println("ashlar: " + (read.isEmpty() ? whyNone(logs) : whereNext(logs, read.keySet())));
      if (read.isEmpty() && !jfr) {
        logs.discard();
      }
      if (logs.exists()) {
        err.println(logs.kept());
      }
      err.flush();
    }
  }

  private static String whyNone(LogFolder logs) {
    return logs.exists()
        ? "no JVM left a log: the command started no HotSpot JVM, or its own flags disable the log"
            + " (-XX:-LogCompilation, -XX:LogFile)"
        : logs + " was removed by the command, with the logs";
  }

  private static String whereNext(LogFolder folder, Collection<String> logs) {
    String log = ShellWord.of(logs.size() == 1 ? logs.iterator().next() : folder.toString());
    return (logs.size() == 1 ? "the log is " : "the logs are in ")
        + log
        + "; a call tree: ashlar jit explain CLASS::METHOD "
        + log;
  }
}
