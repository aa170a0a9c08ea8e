package dev.ashlar.cli;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.Rules;
import dev.ashlar.report.JitDiffPage;
import dev.ashlar.report.JitJson;
import dev.ashlar.report.JitPage;
import dev.ashlar.report.JitText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      "Says why HotSpot did what it did.",
      "",
      "'ashlar jit run' makes a program write HotSpot's compilation log, and reads it. The other"
          + " commands read logs that are there, of JDK 17 or later, made by it or by"
          + " -XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=jit.log"
    },
    subcommands = JitRunCommand.class,
    synopsisSubcommandLabel = "COMMAND")
final class JitCommand implements Runnable {
  private static final int NOTHING_LEFT_OUT = Integer.MAX_VALUE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static String why(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return Files.isDirectory(file) ? "it is a folder" : Failures.oneLine(e.getMessage());
  }

  /// What the commands have in common.
  static final class Output {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", paramLabel = "FILE", description = "the same as JSON")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "the same as a page, with trees")
    private @Nullable Path html;

    @Option(
        names = "--top",
        paramLabel = "N",
        description = "how many to print; 0 for all (default: ${DEFAULT-VALUE})",
        defaultValue = "20")
    private int top = 20;

    int most() {
      return top <= 0 ? NOTHING_LEFT_OUT : top;
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

    /// Reads a log; what is none, or cannot be read, is wrong usage.
    CompilationLog read(Path file) {
      CompilationLog log = readIfLog(file);
      if (log == null) {
        throw wrongUsage(file + " is no compilation log of HotSpot");
      }
      return log;
    }

    /// Reads a log, with the recording of the same name that may lie beside it.
    ///
    /// @return null if it is none
    @Nullable CompilationLog readIfLog(Path file) {
      try {
        CompilationLog log = CompilationLog.read(file);
        return log.isRecognised() ? withRecording(log, file) : null;
      } catch (IOException e) {
        throw wrongUsage("cannot read " + file + ": " + why(file, e));
      }
    }

    private CompilationLog withRecording(CompilationLog log, Path file) {
      String name = file.getFileName().toString();
      Path recording = file.resolveSibling(name.replaceFirst("\\.log$", "") + ".jfr");
      if (!Files.isRegularFile(recording)) {
        return log;
      }
      try {
        return log.with(Recording.read(recording));
      } catch (IOException e) {
        err().println("ashlar: cannot read the recording: " + Failures.oneLine(e.getMessage()));
        return log;
      }
    }

    /// Reports on some logs, each under its name.
    void report(Map<String, CompilationLog> logs, PrintWriter to) throws IOException {
      Path file = json;
      if (file != null) {
        JitJson.write(logs, file);
      }
      Path page = html;
      if (page != null) {
        JitPage.write(logs, page);
      }
      logs.forEach(
          (name, log) -> to.print(JitText.findings(name, log, most(), TerminalStyle.of())));
      to.flush();
    }

    ParameterException wrongUsage(String message) {
      return new ParameterException(spec.commandLine(), message);
    }
  }

  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "What costs time, ranked, with what to do about it.")
  int report(@Mixin Output output, @Parameters(paramLabel = "LOG", arity = "1..*") List<Path> logs)
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
      @Mixin Output output,
      @Parameters(paramLabel = "CLASS::METHOD", description = "as in 'String::indexOf'")
          String name,
      @Parameters(paramLabel = "LOG") Path file)
      throws IOException {
    CompilationLog log = output.read(file);
    List<Method> methods = log.methodsNamed(name);
    if (methods.isEmpty()) {
      throw output.wrongUsage(
          file
              + " has no compilation of "
              + name
              + "; it was inlined everywhere, or not called often enough");
    }
    Path html = output.html;
    if (html != null) {
      JitPage.write(file.toString(), log, methods, html);
    }
    Path json = output.json;
    if (json != null) {
      JitJson.write(log, methods, json);
    }
    output.print(JitText.trees(log, methods, TerminalStyle.of()));
    return ExitCode.OK;
  }

  @Command(
      name = "diff",
      mixinStandardHelpOptions = true,
      description = "What HotSpot decided otherwise in a second run.")
  int diff(
      @Mixin Output output,
      @Parameters(paramLabel = "OLD") Path old,
      @Parameters(paramLabel = "NEW") Path now)
      throws IOException {
    CompilationLog before = output.read(old);
    CompilationLog after = output.read(now);
    LogDiff diff = LogDiff.of(before, after);
    Path json = output.json;
    if (json != null) {
      JitJson.write(diff, json);
    }
    Path html = output.html;
    if (html != null) {
      JitDiffPage.write(
          new JitDiffPage.Named(old.toString(), before),
          new JitDiffPage.Named(now.toString(), after),
          diff,
          html);
    }
    output.print(JitText.diff(diff, output.most(), TerminalStyle.of()));
    return ExitCode.OK;
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Exit code 1 if the log breaks a rule. A line of the file is a rule:",
        "",
        "  Encoder::encode is compiled by C2",
        "  Encoder::encode inlines everything",
        "  Encoder::encode inlines Table::lookup",
        "  Math::multiplyHigh is an intrinsic in Encoder::encode",
        "  Encoder::encode has no virtual call",
        "  no deoptimisation after 5 s",
        "  no deoptimisation in Encoder::encode after 5 s"
      })
  int check(
      @Mixin Output output,
      @Parameters(paramLabel = "RULES") Path file,
      @Parameters(paramLabel = "LOG") Path logFile)
      throws IOException {
    Rules rules;
    try {
      rules = Rules.parse(Files.readAllLines(file));
    } catch (IllegalArgumentException e) {
      throw output.wrongUsage(file + ": " + Failures.oneLine(e.getMessage()));
    } catch (IOException e) {
      throw output.wrongUsage("cannot read " + file + ": " + why(file, e));
    }
    List<Rules.Broken> broken = rules.check(output.read(logFile));
    Path json = output.json;
    if (json != null) {
      JitJson.write(broken, json);
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
