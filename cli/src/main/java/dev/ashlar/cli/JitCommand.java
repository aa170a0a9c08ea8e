package dev.ashlar.cli;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.CompiledLoops;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Rules;
import dev.ashlar.report.CallTreeText;
import dev.ashlar.report.JitCheckPage;
import dev.ashlar.report.JitJson;
import dev.ashlar.report.JitPage;
import dev.ashlar.report.JvmOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar jit`: reads HotSpot's compilation logs.
@Command(
    name = "jit",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows what HotSpot inlined, what it did not, and why.",
      "",
      "'ashlar jit run' runs a program with HotSpot's compilation log, and reads it. The other"
          + " commands read existing logs, of JDK 17 or later, made by it or by"
          + " -XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=jit.log"
    },
    subcommands = {JitRunCommand.class, JitAsmCommand.class, JitDiffCommand.class},
    synopsisSubcommandLabel = "COMMAND")
final class JitCommand implements Runnable {
  private static final String LOGS =
      "a log, or a folder for all that are in it, or for its last run (default: "
          + LogFolder.DEFAULT
          + ")";

  /// Names in a message.
  private static final int MOST_NAMES = 5;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "give a command");
  }

  private static List<Path> named(@Nullable List<Path> logs) {
    return logs == null ? List.of() : logs;
  }

  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "The problems that cost time, ranked, with advice.")
  int report(
      @Mixin JitOutput.Ranked output,
      @Parameters(paramLabel = "LOG", arity = "0..*", description = LOGS) @Nullable List<Path> logs)
      throws IOException {
    output.report(output.readAll(named(logs)), output.out());
    return output.exitCode();
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "The call tree of a method, with each decision.")
  int explain(
      @Mixin JitOutput.WithPage output,
      @Parameters(paramLabel = "CLASS::METHOD", description = "as in 'String::indexOf'")
          String name,
      @Parameters(paramLabel = "LOG", arity = "0..*", description = LOGS)
          @Nullable List<Path> files)
      throws IOException {
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

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
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
  int check(
      @Mixin JitOutput.WithPage output,
      @Option(
              names = "--allow-damaged",
              description = "check the readable part of a damaged log, and ignore an empty one")
          boolean allowDamaged,
      @Parameters(paramLabel = "RULES") Path file,
      @Parameters(paramLabel = "LOG", arity = "0..*", description = LOGS)
          @Nullable List<Path> files)
      throws IOException {
    output.requireOther(file);
    Rules rules;
    try {
      Rules parsed = Rules.parse(Files.readAllLines(file));
      rules = allowDamaged ? parsed.allowingDamage() : parsed;
    } catch (IllegalArgumentException e) {
      throw output.wrongUsage(file + ": " + Failures.oneLine(e.getMessage()));
    } catch (IOException e) {
      throw output.wrongUsage("cannot read " + file + ": " + JitOutput.why(file, e));
    }
    Map<String, CompilationLog> logs = output.readAll(named(files));
    Map<String, List<Rules.Broken>> broken = new LinkedHashMap<>();
    logs.forEach((name, log) -> {
      output.warn(name, log);
    });
    CodeReader reader = new CodeReader(output.err());
    for (Map.Entry<String, CompilationLog> log : logs.entrySet()) {
      CompiledLoops loops =
          rules.needMachineCode() ? reader.loopsIn(Path.of(log.getKey())) : CompiledLoops.NONE;
      broken.put(log.getKey(), rules.check(log.getValue(), loops));
    }
    if (output.json().isPresent()) {
      JitJson.writeBroken(broken, output.json().get());
    }
    if (output.html().isPresent()) {
      JitCheckPage.write(file.toString(), rules, logs, broken, output.html().get());
    }
    String holds = rules.count() == 1 ? "the rule holds" : "all " + rules.count() + " rules hold";
    broken.forEach((name, inLog) -> {
      String log = logs.size() == 1 ? "" : name + ": ";
      if (inLog.isEmpty()) {
        output.print(log + holds + "\n");
      }
      inLog.forEach(b ->
          output.print(
              "%s%s:%d: %s: %s%n".formatted(log, file, b.lineNumber(), b.rule(), b.why())));
    });
    boolean allHold =
        broken.values().stream().allMatch(List::isEmpty)
            && (allowDamaged || output.empty().isEmpty());
    if (!allowDamaged) {
      output
          .empty()
          .forEach(
              name -> output.print(name + ": no rule holds: the log is empty (--allow-damaged)\n"));
    }
    return allHold ? output.exitCode() : ExitCode.SOFTWARE;
  }
}
