// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.asm.CodeDiff;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.report.asm.MachineCodeDiffText;
import dev.ashlar.report.asm.MachineCodeJson;
import dev.ashlar.report.jit.JitDiffPage;
import dev.ashlar.report.jit.JitJson;
import dev.ashlar.report.jit.JvmOrder;
import dev.ashlar.report.jit.LogDiffText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = {
      "Compares HotSpot's decisions before and after a change.",
      "",
      "Two runs of the same program always differ in something. With several logs on each side,"
          + " differences between runs of the same side are not shown, and those in every run come"
          + " first:",
      "",
      "  ashlar jit diff --old a.log --old b.log --new c.log --new d.log",
      "",
      "With --asm, the machine code in two logs of 'jit asm' or 'jit run --asm' is compared.",
      "",
      "A folder stands for the logs in it, or those of its last run. If the logs are of several"
          + " programs, the one with the most CPU time is compared."
    },
    customSynopsis = {
      "ashlar jit diff [OPTIONS] OLD NEW",
      "ashlar jit diff [OPTIONS] --old LOG... --new LOG..."
    })
final class JitDiffCommand extends CliCommand {
  @Mixin private JitOutput.Ranked output = new JitOutput.Ranked();

  @Option(names = "--old", paramLabel = "LOG", description = "a log before the change; repeatable")
  private List<Path> before = new ArrayList<>();

  @Option(names = "--new", paramLabel = "LOG", description = "a log after the change; repeatable")
  private List<Path> after = new ArrayList<>();

  @Option(
      names = "--asm",
      description =
          "compare the machine code of the methods that both logs have, loop by loop; takes one log on"
              + " each side")
  private boolean asm;

  @Parameters(
      paramLabel = "OLD NEW",
      arity = "0..2",
      description = "a log or folder before the change, and one after it")
  private List<Path> both = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    output.most();
    if (both.size() == 2 && before.isEmpty() && after.isEmpty()) {
      before = List.of(both.get(0));
      after = List.of(both.get(1));
    } else if (!both.isEmpty() || before.isEmpty() || after.isEmpty()) {
      throw wrongUsage("give two logs, or some with --old and some with --new");
    }
    if (asm) {
      return compareCode();
    }
    Map<String, CompilationLog> old = output.readAll(before);
    Map<String, CompilationLog> now = output.readAll(after);
    keepOneProgram(old, now);
    old.forEach(output::warn);
    now.forEach(output::warn);
    warnOfJdks(old, now);
    LogDiff diff = LogDiff.of(List.copyOf(old.values()), List.copyOf(now.values()));
    if (output.html().isPresent()) {
      JitDiffPage.write(old, now, diff, output.html().get());
    }
    try (SourceLines source = now.values().iterator().next().sourceLines()) {
      if (output.json().isPresent()) {
        JitJson.writeDiff(diff, source, output.json().get());
      }
      output.print(LogDiffText.of(diff, source, output.most(), TerminalStyle.of()));
    }
    return output.exitCode();
  }

  private int compareCode() throws IOException {
    if (output.html().isPresent()) {
      throw wrongUsage("--asm has no page: use --json");
    }
    List<CodeReading> old = code(before);
    List<CodeReading> now = code(after);
    List<CodeDiff> diffs = CodeDiff.ofAll(old, now);
    if (diffs.isEmpty()) {
      throw wrongUsage("no method has machine code on both sides");
    }
    if (output.json().isPresent()) {
      MachineCodeJson.writeDiff(diffs, output.json().get());
    }
    diffs.forEach(diff -> output.print(MachineCodeDiffText.of(diff, TerminalStyle.of())));
    only("only before: ", old, now);
    only("only after: ", now, old);
    return ExitCode.OK;
  }

  private void only(String title, List<CodeReading> one, List<CodeReading> other) {
    String names =
        one.stream()
            .map(CodeReading::code)
            .filter(code -> other.stream().noneMatch(o -> CodeDiff.isSameEntry(o.code(), code)))
            .map(code -> code.method().qualifiedName() + (code.isOsr() ? " (OSR)" : ""))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      output.print("\n" + title + names + "\n");
    }
  }

  /// {@return the machine code of one side, which has one log}
  private List<CodeReading> code(List<Path> side) throws IOException {
    List<Path> files = output.files(side);
    if (files.size() != 1) {
      throw wrongUsage(
          "--asm compares one log with one, but there are " + files.size() + " on a side: " + side);
    }
    Path file = files.getFirst();
    try {
      List<CodeReading> readings = new CodeReader(err()).readingsIn(file);
      if (readings.isEmpty()) {
        throw wrongUsage(
            file + " has no machine code: make it with ashlar jit asm, or jit run --asm");
      }
      return readings;
    } catch (IOException e) {
      throw wrongUsage("cannot read " + file + ": " + Failures.why(file, e));
    }
  }

  /// Groups the logs of a run by program, for example a build tool and its tests. Only logs of the
  /// same program are comparable.
  private void keepOneProgram(Map<String, CompilationLog> old, Map<String, CompilationLog> now) {
    Set<String> programs = programs(old);
    Set<String> nowPrograms = programs(now);
    if (programs.size() == 1 && nowPrograms.size() == 1) {
      // The program may have been renamed.
      return;
    }
    Map<String, CompilationLog> all = new LinkedHashMap<>(old);
    all.putAll(now);
    String compared =
        JvmOrder.of(all).values().stream()
            .map(JitDiffCommand::program)
            .filter(program -> programs.contains(program) && nowPrograms.contains(program))
            .findFirst()
            .orElseThrow(() ->
                wrongUsage(
                    "no program is on both sides: %s before, %s after"
                        .formatted(String.join(", ", programs), String.join(", ", nowPrograms))));
    err()
        .println(
            Stream.of(programs, nowPrograms)
                .flatMap(Set::stream)
                .distinct()
                .filter(program -> !program.equals(compared))
                .collect(
                    Collectors.joining(
                        ", ",
                        "ashlar: comparing JVMs of " + compared + ", ignoring those of ",
                        "")));
    err().flush();
    old.values().removeIf(log -> !program(log).equals(compared));
    now.values().removeIf(log -> !program(log).equals(compared));
  }

  private static Set<String> programs(Map<String, CompilationLog> logs) {
    return logs.values().stream()
        .map(JitDiffCommand::program)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// {@return the main class or jar, without numbers, which may be a version or differ per run}
  private static String program(CompilationLog log) {
    String word = log.vm().command().strip().split("\\s+", 2)[0];
    String name = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
    return name.isEmpty() ? "an unknown program" : name.replaceAll("\\d+", "#");
  }

  private void warnOfJdks(Map<String, CompilationLog> old, Map<String, CompilationLog> now) {
    Set<String> jdks =
        Stream.of(old, now)
            .flatMap(logs -> logs.values().stream())
            .map(log -> log.vm().jdk())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (jdks.size() > 1) {
      err().println("ashlar: the logs are of different JDKs, " + String.join(" and ", jdks));
      err().flush();
    }
  }
}
