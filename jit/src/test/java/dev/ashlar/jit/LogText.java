// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Parts of a log, written down as HotSpot writes them: compilations of `a.B::root`, which calls
/// `middle` (method 11) and `late` (method 12).
public final class LogText {
  static final String HEAD = "<hotspot_log version='160 1'>\n";
  static final String END = "<hotspot_log_done stamp='100.000'/>\n</hotspot_log>\n";

  static final String DEFINITIONS =
      """
      <type id='1' name='void'/>
      <klass id='2' name='a.B' flags='1'/>
      <method id='10' holder='2' name='root' return='1' flags='1' bytes='20' iicount='9000'/>
      <method id='11' holder='2' name='middle' return='1' flags='1' bytes='20' iicount='9000'/>
      <method id='12' holder='2' name='late' return='1' flags='1' bytes='20' iicount='9000'/>
      """;

  private LogText() {}

  /// Reads the log that consists of these parts.
  static CompilationLog read(Path folder, String... parts) throws IOException {
    Path file = folder.resolve("log");
    String body = String.join("", parts);
    String end = body.contains("<hotspot_log_done") ? "</hotspot_log>\n" : END;
    Files.writeString(file, HEAD + body + end);
    return CompilationLog.read(file);
  }

  /// Likewise, with a file that does not stay.
  public static CompilationLog read(String... parts) throws IOException {
    Path folder = Files.createTempDirectory("ashlar-log-");
    try {
      return read(folder, parts);
    } finally {
      Files.deleteIfExists(folder.resolve("log"));
      Files.delete(folder);
    }
  }

  public static String task(int id, double stamp, String body) {
    return "<task compile_id='%d' method='a.B root ()V' bytes='20' count='9000' stamp='%.3f'>%n"
            .formatted(id, stamp)
        + DEFINITIONS
        + body
        + "<task_done success='1' nmsize='100' count='9000' stamp='%.3f'/>%n</task>%n"
            .formatted(stamp + 0.1);
  }

  public static String call(int bci, int method, String decision) {
    return "<bc code='184' bci='%d'/>%n<call method='%d' count='9000' prof_factor='1.0' inline='1'/>%n%s%n"
        .formatted(bci, method, decision);
  }

  static CallTree tree(CompilationLog log) {
    Method root = log.methodsNamed("a.B::root").getFirst();
    return Objects.requireNonNull(Objects.requireNonNull(log.currentCode(root)).tree());
  }

  /// Traps at one place of `a.B::trapped`, inlined in a method, a tenth of a second apart.
  public static String traps(String root, int count) {
    return traps(root, "class_check", count);
  }

  static String traps(String root, String reason, int count) {
    StringBuilder traps = new StringBuilder();
    for (int i = 0; i < count; i++) {
      traps.append(
          "<uncommon_trap thread='9' reason='%s' action='none' compile_id='1' stamp='%.1f'>%n"
                  .formatted(reason, 1 + 0.1 * i)
              + "<jvms bci='5' method='a.B trapped ()V' bytes='20'/>\n<jvms bci='7' method='%s' bytes='20'/>%n</uncommon_trap>%n"
                  .formatted(root));
    }
    return traps.toString();
  }
}
