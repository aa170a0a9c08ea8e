// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.cli.process.LoggedCommand;
import dev.ashlar.cli.process.SignalRelay;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.asm.CodeSamples;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.report.asm.MachineCodeJson;
import dev.ashlar.report.asm.MachineCodeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "asm",
    description = {
      "Shows the machine code of methods, with its loops, checks and traps.",
      "",
      "The JVM needs no disassembler library. Runs any command that starts JVMs of JDK 17 or later, or"
          + " reads the output of -XX:CompileCommand=print,CLASS::METHOD or -XX:+PrintAssembly:",
      "",
      "  ashlar jit asm String::indexOf 'com.example.*::encode' -- java -jar app.jar",
      "  ashlar jit asm printed.txt",
      "",
      "Input, output, Ctrl-C and the exit code are the command's own; the code goes to standard"
          + " error. Names may have * for any characters. Instructions are decoded by Capstone,"
          + " objdump or llvm-objdump, the first that is installed."
    },
    customSynopsis = {
      "ashlar jit asm [OPTIONS] CLASS::METHOD... -- COMMAND...",
      "ashlar jit asm [OPTIONS] FILE..."
    })
final class JitAsmCommand extends CliCommand {
  private static final String DELIMITER = "--";

  @Option(
      names = "--all",
      description = "all versions of a method, and not only the last one, C2's if there is one")
  private boolean all;

  @Option(
      names = "--tier",
      paramLabel = "N",
      description = "versions of this tier only: 1 to 3 are C1's, 4 is C2's")
  private int tier;

  @Option(
      names = "--jfr",
      description =
          "also record with JDK Flight Recorder, in JVMs started by 'java': the hottest loop comes"
              + " first, with CPU samples by line, and the callers of the method")
  private boolean jfr;

  @Option(names = "--summary", description = "the loops in words, without the instructions")
  private boolean summary;

  @Option(
      names = "--only-this",
      description =
          "give the flags to the command itself, which must be 'java', and not to the JVMs that it"
              + " starts")
  private boolean onlyThis;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where each run has a folder for its logs (default: ${DEFAULT-VALUE})",
      defaultValue = LogFolder.DEFAULT)
  private Path folder = Path.of(LogFolder.DEFAULT);

  @Parameters(
      paramLabel = "CLASS::METHOD or FILE",
      arity = "1..*",
      description = "methods and, behind --, the command; or files that JVMs printed to")
  private List<String> words = List.of();

  @Option(names = "--json", paramLabel = "FILE", description = "write the same as JSON")
  private @Nullable Path json;

  private final List<MachineCodeJson.Printed> shown = new ArrayList<>();

  @Spec
  void parser(CommandSpec own) {
    // Options after the methods belong to the command.
    own.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException {
    if (tier < 0 || tier > 4) {
      throw wrongUsage("--tier takes a number from 1 to 4, not " + tier);
    }
    int delimiter = words.indexOf(DELIMITER);
    if (delimiter < 0) {
      return files();
    }
    List<MethodGlob> methods;
    try {
      methods = MethodGlob.parse(words.subList(0, delimiter));
    } catch (IllegalArgumentException e) {
      throw wrongUsage(Failures.oneLine(e.getMessage()));
    }
    List<String> command = words.subList(delimiter + 1, words.size());
    if (methods.isEmpty() || command.isEmpty()) {
      throw wrongUsage("write it like: ashlar jit asm String::indexOf -- java -jar app.jar");
    }
    return run(methods, command);
  }

  private int run(List<MethodGlob> methods, List<String> command) throws IOException {
    LogFolder logs = LogFolder.create(folder);
    List<String> patterns = methods.stream().flatMap(m -> m.patterns().stream()).toList();
    List<String> flags = logs.codeFlags(patterns);
    try (SignalRelay relay =
        new LoggedCommand(command, onlyThis, this::wrongUsage)
            .start(logs, flags, () -> jfr ? recordingFlags(logs) : List.of())) {
      int exitCode = relay.exitCode();
      try {
        logs.nameRecordings();
        show(logs, methods);
      } catch (IOException e) {
        err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      }
      err().flush();
      return exitCode;
    }
  }

  private List<String> recordingFlags(LogFolder logs) throws IOException {
    try {
      return logs.recordingFlags(Recording.SETTINGS);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage() + ": choose another --out");
    }
  }

  /// {@return the recording beside a log; empty if there is none, or if it does not have the exact
  /// positions}
  private Optional<Recording> recording(Path log) {
    Path file =
        log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", "") + ".jfr");
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Recording.read(file)).filter(Recording::isExact);
    } catch (IOException e) {
      err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      return Optional.empty();
    }
  }

  private void show(LogFolder logs, List<MethodGlob> methods) throws IOException {
    boolean any = false;
    for (Path file : logs.logs()) {
      MachineCodeLog log =
          PrintedCode.read(file, code -> methods.stream().anyMatch(m -> m.matches(code.method())));
      any |= print(LogFolder.shown(file), log, recording(file), err());
    }
    writeJson();
    if (!any) {
      err()
          .println(
              "ashlar: no code of these methods: they were not called often enough, are inlined in"
                  + " their callers, or are named otherwise");
    }
    if (logs.logs().isEmpty()) {
      logs.discard();
    } else {
      err().println(logs.kept());
    }
  }

  private int files() throws IOException {
    boolean allRead = true;
    for (String word : words) {
      Path file = Path.of(word);
      requireOther(file);
      MachineCodeLog log;
      try {
        log = PrintedCode.read(file, code -> true);
      } catch (IOException e) {
        throw wrongUsage("cannot read " + file + ": " + Failures.why(file, e));
      }
      if (!print(word, log, recording(file), out())) {
        err()
            .println(
                "ashlar: %s has no machine code: make it with -XX:+UnlockDiagnosticVMOptions -XX:CompileCommand=print,CLASS::METHOD"
                    .formatted(word));
        allRead = false;
      }
    }
    out().flush();
    err().flush();
    writeJson();
    return allRead ? ExitCode.OK : ExitCode.USAGE;
  }

  /// @return whether there is any
  private boolean print(
      String name, MachineCodeLog log, Optional<Recording> recording, PrintWriter to)
      throws IOException {
    List<MachineCode> versions =
        (all || tier > 0 ? log.methods() : log.lastVersions())
            .stream().filter(code -> tier == 0 || code.level() == tier).toList();
    List<CodeReading> readings = new CodeReader(err()).readAll(versions);
    Map<CodeReading, CodeSamples> samples = new HashMap<>();
    recording.ifPresent(events ->
        readings.forEach(reading -> samples.put(reading, CodeSamples.of(reading, events))));
    readings.forEach(reading ->
        to.print(
            MachineCodeText.of(
                reading, Optional.ofNullable(samples.get(reading)), !summary, TerminalStyle.of())));
    List<ParseProblem> parseProblems = log.parseProblems();
    if (!parseProblems.isEmpty()) {
      to.print(name + ":" + System.lineSeparator());
      to.print(MachineCodeText.parseProblems(parseProblems, TerminalStyle.of()));
    }
    shown.add(new MachineCodeJson.Printed(name, readings, parseProblems, samples));
    return !versions.isEmpty();
  }

  private void writeJson() throws IOException {
    Path file = json;
    if (file != null) {
      MachineCodeJson.write(shown, !summary, file);
    }
  }

  private void requireOther(Path input) throws IOException {
    Path output = json;
    if (output != null
        && Files.exists(output)
        && Files.exists(input)
        && Files.isSameFile(output, input)) {
      throw wrongUsage(output + " is the input: write to another file");
    }
  }
}
