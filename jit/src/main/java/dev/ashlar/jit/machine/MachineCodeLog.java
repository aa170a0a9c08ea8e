package dev.ashlar.jit.machine;

import dev.ashlar.jit.ParseProblem;
import dev.ashlar.jit.internal.machine.PrintedCodeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The machine code that a JVM printed: on its standard output, or into its compilation log with
/// `-XX:+LogVMOutput`. Immutable.
///
/// Damaged, truncated and other text is skipped, and [#parseProblems] counts it.
///
/// @param methods all printed versions, in the order of the file
public record MachineCodeLog(List<MachineCode> methods, List<ParseProblem> parseProblems) {
  public MachineCodeLog {
    methods = List.copyOf(methods);
    parseProblems = List.copyOf(parseProblems);
  }

  /// {@return the flags that make a HotSpot JVM print the code of methods on its standard output}
  ///
  /// @param patterns of methods as `-XX:CompileCommand` takes them, as in `java.util.*::get`
  public static List<String> jvmFlags(List<String> patterns) {
    List<String> flags = new ArrayList<>();
    flags.add("-XX:+UnlockDiagnosticVMOptions");
    flags.add("-XX:+DebugNonSafepoints");
    flags.add("-XX:CompileCommand=quiet");
    patterns.forEach(pattern -> flags.add("-XX:CompileCommand=print," + pattern));
    return flags;
  }

  /// {@return the flags that make it print into `file`}; `%p` in its name stands for the process
  /// id.
  public static List<String> jvmFlags(Path file, List<String> patterns) {
    List<String> flags = jvmFlags(patterns);
    flags.addAll(1, List.of("-XX:+LogVMOutput", "-XX:-DisplayVMOutput", "-XX:LogFile=" + file));
    return flags;
  }

  /// Reads a file once, from its beginning to its end.
  ///
  /// @param wanted selects the versions to keep; it is called before their code is read
  /// @throws IOException if the file cannot be read; its content is never a reason
  public static MachineCodeLog read(Path file, Predicate<MachineCode> wanted) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, wanted);
    }
  }

  /// Reads a stream, which stays open.
  public static MachineCodeLog read(InputStream in, Predicate<MachineCode> wanted)
      throws IOException {
    return new PrintedCodeReader(wanted).read(in);
  }

  /// {@return the last version of each method and entry: C2's if there is one}
  public List<MachineCode> lastVersions() {
    record Entry(Object method, boolean osr) {}
    Map<Entry, MachineCode> last = new LinkedHashMap<>();
    for (MachineCode code : methods) {
      last.merge(
          new Entry(code.method(), code.isOsr()),
          code,
          (before, now) -> before.isC2() && !now.isC2() ? before : now);
    }
    return List.copyOf(last.values());
  }
}
