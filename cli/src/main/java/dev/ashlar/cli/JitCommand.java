package dev.ashlar.cli;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Rules;
import dev.ashlar.report.CallTreeText;
import dev.ashlar.report.JitDiffPage;
import dev.ashlar.report.JitJson;
import dev.ashlar.report.JitPage;
import dev.ashlar.report.LogDiffText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar jit`: reads HotSpot's compilation logs.
@Command(
    name = "jit",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Says why HotSpot did what it did.",
      "",
      "'ashlar jit run' makes a program write HotSpot's compilation log, and reads it. The other"
          + " commands read logs that are there, of JDK 17 or later, made by it or by"
          + " -XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=jit.log"
    },
    subcommands = JitRunCommand.class,
    synopsisSubcommandLabel = "COMMAND")
final class JitCommand implements Runnable {
  /// Names in a message.
  private static final int MOST_NAMES = 5;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "What costs time, ranked, with what to do about it.")
  int report(
      @Mixin JitOutput.Ranked output,
      @Parameters(paramLabel = "LOG", arity = "1..*") List<Path> logs)
      throws IOException {
    Map<String, CompilationLog> read = new LinkedHashMap<>();
    for (Path file : logs) {
      read.put(file.toString(), output.read(file));
    }
    output.report(read, output.out());
    return ExitCode.OK;
  }

  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "The call tree of a method, with each decision.")
  int explain(
      @Mixin JitOutput.WithPage output,
      @Parameters(paramLabel = "CLASS::METHOD", description = "as in 'String::indexOf'")
          String name,
      @Parameters(paramLabel = "LOG") Path file)
      throws IOException {
    CompilationLog log = output.read(file);
    List<Method> methods;
    try {
      methods = log.methodsNamed(name);
    } catch (IllegalArgumentException e) {
      throw output.wrongUsage(Failures.oneLine(e.getMessage()));
    }
    if (methods.isEmpty()) {
      throw output.wrongUsage(file + " has no code of " + name + ": " + whyNone(log, name));
    }
    if (output.html().isPresent()) {
      JitPage.write(file.toString(), log, methods, output.html().get());
    }
    if (output.json().isPresent()) {
      JitJson.write(log, methods, output.json().get());
    }
    output.print(CallTreeText.of(log, methods, TerminalStyle.of()));
    return ExitCode.OK;
  }

  private static String whyNone(CompilationLog log, String name) {
    List<String> callers =
        log.methodsInlining(name).stream().map(Method::qualifiedName).distinct().toList();
    if (callers.isEmpty()) {
      return "it was not called often enough, or is named otherwise";
    }
    String first = String.join(", ", callers.stream().limit(MOST_NAMES).toList());
    int more = callers.size() - MOST_NAMES;
    return "it is inlined in " + first + (more > 0 ? " and " + more + " more" : "");
  }

  @Command(
      name = "diff",
      mixinStandardHelpOptions = true,
      description = "What HotSpot decided otherwise in a second run.")
  int diff(
      @Mixin JitOutput.Ranked output,
      @Parameters(paramLabel = "OLD") Path old,
      @Parameters(paramLabel = "NEW") Path now)
      throws IOException {
    CompilationLog before = output.readWithWarning(old);
    CompilationLog after = output.readWithWarning(now);
    LogDiff diff = LogDiff.of(before, after);
    if (output.json().isPresent()) {
      JitJson.write(diff, output.json().get());
    }
    if (output.html().isPresent()) {
      JitDiffPage.write(
          new JitDiffPage.Named(old.toString(), before),
          new JitDiffPage.Named(now.toString(), after),
          diff,
          output.html().get());
    }
    output.print(LogDiffText.of(diff, output.most(), TerminalStyle.of()));
    return ExitCode.OK;
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Exit code 1 if the log breaks a rule.",
        "",
        "Each line of the file RULES is a rule, or a comment that begins with #:",
        "",
        "  Encoder::encode is compiled by C2",
        "  Encoder::encode inlines everything",
        "  Encoder::encode inlines Table::lookup",
        "  Math::multiplyHigh is an intrinsic in Encoder::encode",
        "  Encoder::encode has no virtual call",
        "  no deoptimisation after 5 s",
        "  no deoptimisation in Encoder::encode after 5 s",
        ""
      })
  int check(
      @Mixin JitOutput output,
      @Parameters(paramLabel = "RULES") Path file,
      @Parameters(paramLabel = "LOG") Path logFile)
      throws IOException {
    output.requireOther(file);
    Rules rules;
    try {
      rules = Rules.parse(Files.readAllLines(file));
    } catch (IllegalArgumentException e) {
      throw output.wrongUsage(file + ": " + Failures.oneLine(e.getMessage()));
    } catch (IOException e) {
      throw output.wrongUsage("cannot read " + file + ": " + JitOutput.why(file, e));
    }
    List<Rules.Broken> broken = rules.check(output.readWithWarning(logFile));
    if (output.json().isPresent()) {
      JitJson.write(broken, output.json().get());
    }
    List<String> lines = new ArrayList<>();
    broken.forEach(b -> lines.add(file + ":" + b.lineNumber() + ": " + b.rule() + ": " + b.why()));
    if (broken.isEmpty()) {
      lines.add(rules.count() == 1 ? "the rule holds" : "all " + rules.count() + " rules hold");
    }
    output.print(String.join("\n", lines) + "\n");
    return broken.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
