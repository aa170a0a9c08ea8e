// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.JdkImage;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.report.asm.MachineCodeText;
import dev.ashlar.report.jit.JitJson;
import dev.ashlar.report.jit.JitPage;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.jit.JvmOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options and the input of the commands that read compilation logs.
class JitOutput {
  static class WithPage extends JitOutput {
    @Option(
        names = "--html",
        paramLabel = "FILE",
        description = "write the same as a page, with trees")
    private @Nullable Path html;

    Optional<Path> html() {
      return Optional.ofNullable(html);
    }

    @Override
    List<Path> written() {
      return Stream.of(json(), html()).flatMap(Optional::stream).toList();
    }
  }

  /// Options of commands with long output.
  static final class Ranked extends WithPage {
    @Option(
        names = "--top",
        paramLabel = "N",
        description = "number of findings to print; 0 for all (default: ${DEFAULT-VALUE})",
        defaultValue = "20")
    private int top = 20;

    int most() {
      if (top < 0) {
        throw wrongUsage("--top must be 0 or more, not " + top);
      }
      return top == 0 ? Integer.MAX_VALUE : top;
    }

    /// Reports on logs, the JVM with the most CPU time first.
    ///
    /// @param named the logs by name
    void report(Map<String, CompilationLog> named, PrintWriter to) throws IOException {
      Map<String, CompilationLog> logs = new LinkedHashMap<>(JvmOrder.of(named));
      logs.replaceAll((name, log) -> log.withSourceLines());
      // First, so that the text is printed even if a file cannot be written.
      if (logs.size() > 1) {
        to.print(JitText.overview(logs, most(), TerminalStyle.of()));
      }
      Map<String, List<CodeReading>> code = codeIn(logs);
      logs.forEach((name, log) -> {
        to.print(JitText.of(name, log, most(), TerminalStyle.of()));
        code.getOrDefault(name, List.of())
            .forEach(reading -> to.print(MachineCodeText.of(reading, false, TerminalStyle.of())));
      });
      to.flush();
      if (json().isPresent()) {
        JitJson.writeFindings(logs, json().get());
      }
      if (html().isPresent()) {
        JitPage.write(logs, code, html().get());
      }
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", paramLabel = "FILE", description = "write the same as JSON")
  private @Nullable Path json;

  @Option(
      names = "--jdk",
      paramLabel = "DIR",
      description =
          "folder of the JDK that wrote the log, for source lines of JDK methods; needed if it is not"
              + " the JDK that runs this command; repeatable")
  private List<Path> jdkFolders = List.of();

  private @Nullable List<JdkImage> jdks;

  private boolean allRead = true;
  private boolean partialLogs;

  /// Empty logs: the JVM ended before it wrote anything.
  private final List<Path> empty = new ArrayList<>();

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  List<Path> written() {
    return json().stream().toList();
  }

  /// Makes the command also read recordings and unified logs, which have no counts.
  void acceptPartialLogs() {
    partialLogs = true;
  }

  /// Fails if an output file is an input, a recording of a log, or another output.
  void requireOther(Path input) {
    List<Path> outputs = written();
    if (outputs.stream().map(o -> o.toAbsolutePath().normalize()).distinct().count()
        < outputs.size()) {
      throw wrongUsage(outputs.getFirst() + " is given for two outputs: use two files");
    }
    for (Path output : outputs) {
      for (Path read : List.of(input, LogFolder.recordingOf(input))) {
        try {
          if (Files.exists(output) && Files.isSameFile(output, read)) {
            throw wrongUsage(output + " is the input: write to another file");
          }
        } catch (IOException e) {
          // Reading or writing will report the reason.
        }
      }
    }
  }

  void print(String text) {
    out().print(text);
    out().flush();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /// {@return the named files; a folder means its `.log` files, or those of its last run}
  List<Path> files(List<Path> named) {
    List<Path> files = new ArrayList<>();
    for (Path name : named) {
      files.addAll(Files.isDirectory(name) ? logsIn(lastRunIn(name)) : List.of(name));
    }
    files.forEach(this::requireOther);
    return files;
  }

  /// Reads the named logs. A folder stands for its `.log` files, or for those of its last run.
  /// Without names, the default folder of runs is read. Errors are printed, and [#exitCode] then
  /// returns the code of wrong usage. Empty logs in a folder are ignored. If no log is left, this
  /// method fails with wrong usage.
  Map<String, CompilationLog> readAll(List<Path> given) {
    List<Path> named = given.isEmpty() ? List.of(defaultFolder()) : given;
    List<String> refused = new ArrayList<>();
    Map<Path, Path> files = new LinkedHashMap<>();
    for (Path name : named) {
      Path folder = Files.isDirectory(name) ? lastRunIn(name) : name;
      List<Path> found = Files.isDirectory(name) ? logsIn(folder) : List.of(name);
      if (found.isEmpty()) {
        refused.add(folder + " has no *.log file");
        allRead = false;
      }
      found.forEach(file -> files.putIfAbsent(file.toAbsolutePath().normalize(), file));
    }
    files.values().forEach(this::requireOther);
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    for (Path file : files.values()) {
      try {
        logs.put(file.toString(), read(file));
      } catch (ParameterException e) {
        refused.add(e.getMessage());
        if (!named.contains(file) && isEmpty(file)) {
          empty.add(file);
        } else {
          allRead = false;
        }
      }
    }
    if (logs.isEmpty()) {
      throw wrongUsage(String.join("; ", refused));
    }
    refused.forEach(why -> err().println("ashlar: " + why));
    err().flush();
    return logs;
  }

  private Path defaultFolder() {
    Path folder = Path.of(LogFolder.DEFAULT);
    if (!Files.isDirectory(folder)) {
      throw wrongUsage(
          "no log was given, and there is no folder %s here: give a log, or make one with ashlar jit run"
              .formatted(folder));
    }
    return folder;
  }

  /// {@return the folder of the last run, or `folder` itself if it has no runs}
  private Path lastRunIn(Path folder) {
    try {
      Optional<Path> run = LogFolder.lastRun(folder);
      run.ifPresent(last -> err().println("ashlar: reading the last run, " + last));
      return run.orElse(folder);
    } catch (IOException e) {
      throw wrongUsage("cannot read " + folder + ": " + Failures.why(folder, e));
    }
  }

  /// {@return the empty logs in the folders that [#readAll] read}
  List<Path> empty() {
    return empty;
  }

  private static boolean isEmpty(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private List<Path> logsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      // The parts of a killed JVM's log, as hs_c1_pid2.log, are read with the log.
      return files
          .filter(file -> file.toString().endsWith(".log") || isLoneRecording(file))
          .filter(file -> !file.getFileName().toString().startsWith("hs_"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw wrongUsage("cannot read " + folder + ": " + Failures.why(folder, e));
    }
  }

  /// {@return whether a file is a recording of `ashlar jit attach`} Those of `ashlar jit run` are
  /// read with their logs.
  private boolean isLoneRecording(Path file) {
    String name = file.toString();
    return partialLogs
        && name.endsWith(".jfr")
        && Files.notExists(Path.of(name.substring(0, name.length() - 4) + ".log"));
  }

  /// {@return 0, or the code of wrong usage if [#readAll] could not read all}
  int exitCode() {
    return allRead ? ExitCode.OK : ExitCode.USAGE;
  }

  /// Reads a log. A file that is not a log or cannot be read is wrong usage.
  CompilationLog read(Path file) {
    CompilationLog log = readIfLog(file);
    if (log == null) {
      throw wrongUsage(file + " is not a compilation log of HotSpot");
    }
    return log;
  }

  /// Warns if a log is damaged or has no findings.
  void warn(String file, CompilationLog log) {
    if (!log.parseProblems().isEmpty()) {
      err()
          .println(
              "ashlar: not all of %s could be read: %s"
                  .formatted(
                      file,
                      log.parseProblems().stream()
                          .map(ParseProblem::words)
                          .collect(Collectors.joining("; "))));
    }
    log.whyNothing().ifPresent(why -> err().println("ashlar: no findings in " + file + ": " + why));
    err().flush();
  }

  /// Reads a log, and the recording of the same name beside it if there is one.
  ///
  /// @return null if the file is not a log
  @Nullable CompilationLog readIfLog(Path file) {
    try {
      CompilationLog log = CompilationLog.read(file).withJdks(jdks());
      if (!log.isRecognized()) {
        log = readPartial(file).withJdks(jdks());
      }
      return log.isRecognized() ? withRecording(withCpuTime(log, file), file) : null;
    } catch (IOException e) {
      throw wrongUsage("cannot read " + file + ": " + Failures.why(file, e));
    }
  }

  private CompilationLog readPartial(Path file) throws IOException {
    CompilationLog log = CompilationLog.readPartial(file);
    if (log.isRecognized() && !partialLogs) {
      throw wrongUsage(
          "%s: %s. This command needs a compilation log, as 'ashlar jit run' makes it"
              .formatted(file, log.notKnown().getFirst()));
    }
    return log;
  }

  /// {@return the machine code in logs, by their names} It reads only logs whose JVM had flags to
  /// print machine code.
  Map<String, List<CodeReading>> codeIn(Map<String, CompilationLog> logs) throws IOException {
    Map<String, List<CodeReading>> code = new LinkedHashMap<>();
    CodeReader reader = new CodeReader(err());
    for (Map.Entry<String, CompilationLog> log : logs.entrySet()) {
      if (MachineCodeLog.isPrinted(log.getValue().vm().arguments())) {
        code.put(log.getKey(), reader.readingsIn(Path.of(log.getKey())));
      }
    }
    return code;
  }

  private static CompilationLog withCpuTime(CompilationLog log, Path file) {
    return CpuTimes.of(file, log.vm().processId()).map(log::with).orElse(log);
  }

  private List<JdkImage> jdks() {
    List<JdkImage> known = jdks;
    if (known == null) {
      known = new ArrayList<>();
      for (Path folder : jdkFolders) {
        try {
          known.add(JdkImage.of(folder));
        } catch (IOException e) {
          throw wrongUsage("--jdk: " + Failures.oneLine(e.getMessage()));
        }
      }
      jdks = known;
    }
    return known;
  }

  private CompilationLog withRecording(CompilationLog log, Path file) {
    Path recording = LogFolder.recordingOf(file);
    if (!Files.isRegularFile(recording)) {
      return log;
    }
    try {
      return log.with(Recording.read(recording));
    } catch (IOException e) {
      err().println("ashlar: cannot read " + recording + ": " + Failures.why(recording, e));
      return log;
    }
  }

  ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
