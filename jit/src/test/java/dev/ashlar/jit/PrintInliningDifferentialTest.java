// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.testing.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The call trees agree with what the same JVM prints about the same compilations. With one
/// compiler thread that the program waits for, the text is not torn.
class PrintInliningDifferentialTest {
  private static final Pattern TASK =
      Pattern.compile("^\\s*\\d+\\s+(\\d+)\\s[ %sbn!]*\\s\\S+::\\S+ .*\\(\\d+ bytes\\)\\s*$");
  private static final Pattern CALL = Pattern.compile("^( +)@ (\\d+)\\s+(\\S.*)$");
  private static final Pattern DECISION =
      Pattern.compile("^(\\S+)::(\\S+) \\((\\d+) bytes\\)\\s+(.*)$");

  static Stream<Arguments> programs() {
    return Stream.of(17, 21, 25)
        .flatMap(jdk ->
            Stream.of("Megamorphic", "Bimorphic", "TooDeep", "Recursive", "HotTooBig", "Intrinsics")
                .map(program -> Arguments.of(jdk, program)));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void agrees(int version, String program, @TempDir Path folder) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Program.Run run =
        Program.compile(program, folder)
            .run(
                jdk.orElseThrow(),
                "-Xbatch",
                "-XX:-TieredCompilation",
                "-XX:CICompilerCount=1",
                "-XX:+PrintCompilation",
                "-XX:+PrintInlining");
    Map<Integer, List<String>> printed = printed(run.output());
    CompilationLog log = CompilationLog.read(run.log());
    assertThat(log.parseProblems()).isEmpty();

    int compared = 0;
    for (Compilation task : log.compilations()) {
      CallTree tree = task.tree();
      if (tree != null && printed.containsKey(task.id())) {
        List<String> ours = new ArrayList<>();
        describe(tree, 1, ours);
        assertThat(ours)
            .as("%s, compilation %d", task.method(), task.id())
            .containsExactlyInAnyOrderElementsOf(printed.get(task.id()));
        compared++;
      }
    }
    assertThat(compared).isPositive();
  }

  private static void describe(CallTree tree, int depth, List<String> lines) {
    for (CallSite site : tree.sites()) {
      for (Decision decision : site.decisions()) {
        boolean rest = decision.verdict() == Verdict.VIRTUAL && decision.reason().isEmpty();
        if (!rest) {
          String outcome =
              decision.verdict() == Verdict.INTRINSIC ? "(intrinsic)" : decision.reason();
          lines.add(line(depth, site.bci(), decision.target().qualifiedName(), outcome));
        }
        CallTree body = decision.body();
        if (body != null) {
          describe(body, depth + 1, lines);
        }
      }
    }
  }

  private static String line(int depth, int bci, String callee, String outcome) {
    return "%d @ %d %s %s".formatted(depth, bci, callee, outcome);
  }

  private static Map<Integer, List<String>> printed(String output) {
    Map<Integer, List<String>> tasks = new HashMap<>();
    List<String> lines = new ArrayList<>();
    int base = 0;
    for (String text : output.lines().toList()) {
      Matcher task = TASK.matcher(text);
      Matcher call = CALL.matcher(text);
      if (task.matches()) {
        lines = new ArrayList<>();
        base = 0;
        tasks.put(Integer.valueOf(task.group(1)), lines);
      } else if (call.matches()) {
        base = base == 0 ? call.group(1).length() : base;
        int depth = (call.group(1).length() - base) / 2 + 1;
        // Since JDK 25 several outcomes of a call stand on one line.
        for (String part : call.group(3).split("   callee changed to  ", -1)) {
          Matcher decision = DECISION.matcher(part.strip());
          if (decision.matches() && !decision.group(4).startsWith("\\->")) {
            lines.add(
                line(
                    depth,
                    Integer.parseInt(call.group(2)),
                    decision.group(1) + "::" + decision.group(2),
                    decision.group(4).replace("failed to inline: ", "").strip()));
          }
        }
      }
    }
    return tasks;
  }
}
