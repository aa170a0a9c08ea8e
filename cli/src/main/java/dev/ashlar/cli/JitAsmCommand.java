package dev.ashlar.cli;

import dev.ashlar.jit.Method;
import dev.ashlar.jit.ParseProblem;
import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.report.MachineCodeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar jit asm`: the machine code of methods, decoded and analyzed.
@Command(
    name = "asm",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "The machine code of methods, without a disassembler library in the JVM, and what it does.",
      "",
      "Runs any command that starts JVMs of JDK 17 or later, or reads what one printed for"
          + " -XX:CompileCommand=print,CLASS::METHOD or -XX:+PrintAssembly:",
      "",
      "  ashlar jit asm String::indexOf 'com.example.*::encode' -- java -jar app.jar",
      "  ashlar jit asm printed.txt",
      "",
      "Input, output, Ctrl-C and the exit code are the command's own; the code goes to standard"
          + " error. Names may have * for any characters. Instructions are decoded by objdump or"
          + " llvm-objdump."
    },
    customSynopsis = {
      "ashlar jit asm [OPTIONS] CLASS::METHOD... -- COMMAND...",
      "ashlar jit asm [OPTIONS] FILE..."
    })
final class JitAsmCommand implements Callable<Integer> {
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

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<Architecture, Optional<Decoder>> decoders = new EnumMap<>(Architecture.class);

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
    List<MethodGlob> methods = new ArrayList<>();
    try {
      words.subList(0, delimiter).forEach(name -> methods.add(MethodGlob.parse(name)));
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
        new LoggedCommand(command, onlyThis, this::wrongUsage).start(logs, flags, List::of)) {
      int exitCode = relay.exitCode();
      try {
        show(logs, methods);
      } catch (IOException e) {
        err().println("ashlar: " + Failures.oneLine(e.getMessage()));
      }
      err().flush();
      return exitCode;
    }
  }

  private void show(LogFolder logs, List<MethodGlob> methods) throws IOException {
    boolean any = false;
    for (Path file : logs.logs()) {
      MachineCodeLog log =
          PrintedCode.read(file, code -> methods.stream().anyMatch(m -> m.matches(code.method())));
      any |= print(LogFolder.shown(file), log, err());
    }
    err()
        .println(
            any
                ? "ashlar: the code is in " + logs
                : "ashlar: no code of these methods in "
                    + logs
                    + ": they were not called often enough, are inlined in their callers, or are"
                    + " named otherwise");
  }

  private int files() throws IOException {
    boolean allRead = true;
    for (String word : words) {
      Path file = Path.of(word);
      MachineCodeLog log;
      try {
        log = PrintedCode.read(file, code -> true);
      } catch (IOException e) {
        throw wrongUsage("cannot read " + file + ": " + JitOutput.why(file, e));
      }
      if (!print(word, log, out())) {
        err()
            .println(
                "ashlar: "
                    + word
                    + " has no machine code: make it with -XX:+UnlockDiagnosticVMOptions"
                    + " -XX:CompileCommand=print,CLASS::METHOD");
        allRead = false;
      }
    }
    out().flush();
    err().flush();
    return allRead ? ExitCode.OK : ExitCode.USAGE;
  }

  /// @return whether there is any
  private boolean print(String name, MachineCodeLog log, PrintWriter to) throws IOException {
    List<MachineCode> versions =
        (all || tier > 0 ? log.methods() : log.lastVersions())
            .stream().filter(code -> tier == 0 || code.level() == tier).toList();
    for (MachineCode code : versions) {
      to.print(text(code));
    }
    List<ParseProblem> parseProblems = log.parseProblems();
    if (!parseProblems.isEmpty()) {
      to.print(name + ":" + System.lineSeparator());
      to.print(MachineCodeText.parseProblems(parseProblems, TerminalStyle.of()));
    }
    return !versions.isEmpty();
  }

  private String text(MachineCode code) throws IOException {
    if (!code.printed().isEmpty()) {
      return MachineCodeText.of(CodeAnalysis.ofPrinted(code), !summary, TerminalStyle.of());
    }
    Optional<Decoder> decoder = decoder(code.architecture());
    return decoder.isEmpty()
        ? MachineCodeText.hexadecimal(code, TerminalStyle.of())
        : MachineCodeText.of(CodeAnalysis.of(code, decoder.get()), !summary, TerminalStyle.of());
  }

  private Optional<Decoder> decoder(Architecture architecture) {
    return decoders.computeIfAbsent(
        architecture,
        a -> {
          Optional<Decoder> first = Decoders.installed(a).stream().findFirst();
          if (first.isEmpty()) {
            err().println("ashlar: " + Decoders.remedy(a));
          }
          return first;
        });
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /// A pattern of method names, with `*` for any characters.
  record MethodGlob(String holder, String name, String text) {
    static MethodGlob parse(String text) {
      int colons = text.indexOf("::");
      if (colons <= 0 || colons + 2 == text.length()) {
        throw new IllegalArgumentException(
            "'" + text + "' names no method: write it like String::indexOf");
      }
      int end = text.indexOf('(');
      String name = text.substring(colons + 2, end < 0 ? text.length() : Math.max(end, colons + 2));
      if (!text.substring(0, colons).matches("[\\w.$/*]+") || !name.matches("[\\w$<>*]+")) {
        throw new IllegalArgumentException(
            "'" + text + "' names no method: write it like 'com.example.*::encode'");
      }
      return new MethodGlob(text.substring(0, colons).replace('/', '.'), name, text);
    }

    /// {@return the pattern for `-XX:CompileCommand`, which needs the package}
    List<String> patterns() {
      // It knows `*` at the ends of a name only.
      String widest =
          holder.indexOf('*') > 0 ? holder.substring(0, holder.indexOf('*') + 1) : holder;
      String method = name.indexOf('*') > 0 ? name.substring(0, name.indexOf('*') + 1) : name;
      if (holder.indexOf('.') >= 0 || holder.indexOf('*') >= 0) {
        return List.of(widest + "::" + method);
      }
      return List.of(holder + "::" + method, "*." + holder + "::" + method);
    }

    boolean matches(Method method) {
      if (text.indexOf('*') < 0) {
        return method.isNamed(text);
      }
      return glob(holder).matcher(method.holder()).matches()
          && glob(name).matcher(method.name()).matches();
    }

    private static Pattern glob(String text) {
      return Pattern.compile(
          Arrays.stream(text.split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*")));
    }
  }
}
