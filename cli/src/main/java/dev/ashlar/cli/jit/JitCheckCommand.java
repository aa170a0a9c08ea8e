// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.Version;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.rules.CompiledLoops;
import dev.ashlar.jit.rules.RuleBaseline;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.jit.CheckedLog;
import dev.ashlar.report.jit.JitCheckJUnit;
import dev.ashlar.report.jit.JitCheckPage;
import dev.ashlar.report.jit.JitCheckSarif;
import dev.ashlar.report.jit.JitJson;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Exit code 1 if a log breaks a rule. Every rule applies to every log.",
      "A damaged or empty log breaks every rule: the missing part might break one.",
      "",
      "Each line of the file RULES is a rule, or a comment that begins with #:",
      "",
      "  Encoder::encode is compiled by C2",
      "  Encoder::encode inlines everything",
      "  Encoder::encode inlines Table::lookup",
      "  Math::multiplyHigh is an intrinsic in Encoder::encode",
      "  Encoder::encode has no virtual call",
      "  no deoptimization after 5 s",
      "  no deoptimization in Encoder::encode after 5 s",
      "  loop at Encoder::encode line 14 has no range check",
      "  loop at Encoder::encode line 14 is vectorized",
      "  loop at Encoder::encode line 14 allocates nothing",
      "  loop at Encoder::encode line 14 has no call",
      "  loop at Encoder::encode line 14 has no class guard",
      "",
      "Rules about loops need the machine code in the log: 'ashlar jit run --asm CLASS::METHOD'"
          + " puts it there. Without 'line N' they are about all loops of the method, inner loops"
          + " included.",
      ""
    })
final class JitCheckCommand extends CliCommand {
  /// Options for the output of a check.
  static final class Output extends JitOutput.WithPage {
    @Option(
        names = "--sarif",
        paramLabel = "FILE",
        description =
            "the broken rules in the format SARIF 2.1.0, for code hosts and editors; with"
                + " --baseline, each is new, unchanged or absent")
    private @Nullable Path sarif;

    @Option(
        names = "--junit",
        paramLabel = "FILE",
        description = "the rules as tests in JUnit's XML, for build servers")
    private @Nullable Path junit;

    @Option(
        names = "--write-baseline",
        paramLabel = "FILE",
        description = "write the reasons why rules are broken, for --baseline, and exit with 0")
    private @Nullable Path newBaseline;

    @Override
    List<Path> written() {
      return Stream.concat(
              super.written().stream(),
              Stream.of(sarif, junit, newBaseline).flatMap(Stream::ofNullable))
          .toList();
    }
  }

  @Mixin private Output output = new Output();

  @Option(
      names = "--allow-damaged",
      description = "check the readable part of a damaged log, and ignore an empty one")
  private boolean allowDamaged;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "accept the reasons in this file, and fail for new ones only")
  private @Nullable Path baselineFile;

  @Parameters(paramLabel = "RULES", description = "the file with the rules")
  private Path file = Path.of("");

  @Parameters(index = "1..*", paramLabel = "LOG", arity = "0..*", description = JitCommand.LOGS)
  private @Nullable List<Path> files;

  @Override
  public Integer call() throws IOException {
    Rules rules = parse(file, Rules::parse);
    if (allowDamaged) {
      rules = rules.allowingDamage();
    }
    Path accepted = baselineFile;
    RuleBaseline baseline =
        accepted == null ? RuleBaseline.parse(List.of()) : parse(accepted, RuleBaseline::parse);
    Map<String, CompilationLog> logs = output.readAll(JitCommand.named(files));
    logs.forEach(output::warn);
    if (!allowDamaged) {
      for (Path empty : output.empty()) {
        logs.put(empty.toString(), CompilationLog.read(empty));
      }
    }
    Map<String, List<Rules.Broken>> broken = check(rules, logs);
    Path newBaseline = output.newBaseline;
    if (newBaseline != null) {
      return writeBaseline(broken, newBaseline);
    }
    List<CheckedLog> checked = new ArrayList<>();
    logs.forEach((name, log) -> {
      List<Rules.Broken> own = broken.getOrDefault(name, List.of());
      checked.add(new CheckedLog(name, log, baseline.newIn(own), baseline.acceptedIn(own)));
    });
    Optional<List<RuleBaseline.Stale>> stale =
        Optional.ofNullable(accepted).map(used -> baseline.stale(broken.values()));
    write(rules, checked, stale);
    for (CheckedLog log : checked) {
      print(rules, log, checked.size() == 1);
    }
    stale.stream()
        .flatMap(List::stream)
        .forEach(reason ->
            output.print(
                "%s:%d: no longer broken, remove it: %s%n"
                    .formatted(accepted, reason.lineNumber(), reason.text())));
    boolean hold = checked.stream().allMatch(log -> log.broken().isEmpty());
    return hold ? output.exitCode() : ExitCode.SOFTWARE;
  }

  private <T> T parse(Path from, Function<List<String>, T> parser) {
    output.requireOther(from);
    try {
      return parser.apply(Files.readAllLines(from));
    } catch (IllegalArgumentException e) {
      throw wrongUsage(from + ": " + Failures.oneLine(e.getMessage()));
    } catch (IOException e) {
      throw wrongUsage("cannot read " + from + ": " + Failures.why(from, e));
    }
  }

  private Map<String, List<Rules.Broken>> check(Rules rules, Map<String, CompilationLog> logs)
      throws IOException {
    Map<String, List<Rules.Broken>> broken = new LinkedHashMap<>();
    CodeReader reader = new CodeReader(err());
    for (Map.Entry<String, CompilationLog> log : logs.entrySet()) {
      CompiledLoops loops =
          rules.needMachineCode() ? reader.loopsIn(Path.of(log.getKey())) : CompiledLoops.NONE;
      broken.put(log.getKey(), rules.check(log.getValue(), loops));
    }
    return broken;
  }

  private int writeBaseline(Map<String, List<Rules.Broken>> broken, Path to) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# Reasons that 'ashlar jit check --baseline' accepts, as in 'RULE: REASON'.");
    try {
      lines.addAll(RuleBaseline.lines(broken.values()));
    } catch (IllegalArgumentException e) {
      err().println("ashlar: not written: " + Failures.oneLine(e.getMessage()));
      return ExitCode.SOFTWARE;
    }
    AtomicFile.write(to, String.join("\n", lines) + "\n");
    return output.exitCode();
  }

  private void write(
      Rules rules, List<CheckedLog> checked, Optional<List<RuleBaseline.Stale>> stale)
      throws IOException {
    if (output.json().isPresent()) {
      JitJson.writeBroken(checked, output.json().get());
    }
    if (output.html().isPresent()) {
      JitCheckPage.write(file.toString(), rules, checked, output.html().get());
    }
    if (output.sarif != null) {
      JitCheckSarif.write(file, rules, checked, stale, Version.ofBuild(), output.sarif);
    }
    if (output.junit != null) {
      JitCheckJUnit.write(file.toString(), rules, checked, output.junit);
    }
  }

  private void print(Rules rules, CheckedLog checked, boolean only) {
    String log = only ? "" : checked.name() + ": ";
    int accepted = checked.accepted().size();
    if (!checked.log().isRecognized()) {
      output.print(checked.name() + ": no rule holds: the log is empty (--allow-damaged)\n");
    } else if (checked.broken().isEmpty()) {
      String all = rules.count() == 1 ? "the rule holds" : "all " + rules.count() + " rules hold";
      output.print(
          log
              + (accepted == 0
                  ? all
                  : "nothing new; the baseline accepts %d of %d rules as broken"
                      .formatted(accepted, rules.count()))
              + "\n");
    } else {
      checked
          .broken()
          .forEach(b ->
              output.print(
                  "%s%s:%d: %s: %s%n".formatted(log, file, b.lineNumber(), b.rule(), b.why())));
    }
  }
}
