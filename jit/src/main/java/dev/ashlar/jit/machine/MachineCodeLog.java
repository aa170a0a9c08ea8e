// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import dev.ashlar.jit.compilation.ParseProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  /// @param patterns the patterns of methods, as in `java.util.*::get`, in the syntax of
  ///   `-XX:CompileCommand`
  public static List<String> jvmFlags(List<String> patterns) {
    List<String> flags = new ArrayList<>();
    flags.add("-XX:+UnlockDiagnosticVMOptions");
    flags.add("-XX:+DebugNonSafepoints");
    flags.add("-XX:CompileCommand=quiet");
    patterns.forEach(pattern -> flags.add("-XX:CompileCommand=print," + pattern));
    return flags;
  }

  /// {@return the flags that make a JVM print the code of methods into `file`} In the file name,
  /// `%p` stands for the process id.
  public static List<String> jvmFlags(Path file, List<String> patterns) {
    List<String> flags = jvmFlags(patterns);
    flags.addAll(1, List.of("-XX:+LogVMOutput", "-XX:-DisplayVMOutput", "-XX:LogFile=" + file));
    return flags;
  }

  /// {@return whether a JVM with these flags prints machine code}
  public static boolean isPrinted(List<String> flags) {
    return flags.stream()
        .anyMatch(flag ->
            flag.startsWith("-XX:CompileCommand=print") || flag.equals("-XX:+PrintAssembly"));
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
