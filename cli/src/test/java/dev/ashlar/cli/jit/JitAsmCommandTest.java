// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.machine.Architecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The machine code of a program's method.
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class JitAsmCommandTest {
  private static final String PROGRAM =
      """
      public class Adds {
        static void add(int[] a, int[] b) {
          for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
          }
        }

        public static void main(String[] args) {
          int[] a = new int[4096];
          for (int i = 0; i < 20_000; i++) {
            add(a, a.clone());
          }
          System.out.println("sum " + a[1]);
          System.exit(3);
        }
      }
      """;

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private static void requireDisassembler() {
    Assumptions.assumeFalse(
        Decoders.installed(Architecture.X86_64).isEmpty()
            && Decoders.installed(Architecture.AARCH64).isEmpty(),
        "no disassembler");
  }

  /// Runs the program, which ends with exit code 3.
  ///
  /// @param flags of its JVM, beside those that make compilation certain
  /// @param words of the command up to `--`
  private Outcome runAdds(List<String> flags, String... words)
      throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("Adds.java"), PROGRAM);
    List<String> command = new ArrayList<>(List.of(words));
    command.addAll(List.of("--", JAVA, "-XX:+UseSerialGC", "-Xbatch"));
    command.addAll(flags);
    command.add(source.toString());
    try (Child child = Ashlar.start(folder, List.of(), command.toArray(String[]::new))) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(3);
      return outcome;
    }
  }

  @Test
  void aMethodIsShownAndTheCommandIsItself() throws IOException, InterruptedException {
    requireDisassembler();
    Outcome shown = runAdds(List.of(), "jit", "asm", "--out", "runs", "Adds::add");
    assertThat(shown.out()).contains("sum 0").doesNotContain("MachCode");
    assertThat(shown.err())
        .contains(
            "Adds::add([I[I)V", "main loop, line 3: ", "vectorized, ", "safepoint poll at return");

    try (var logs = Files.walk(folder.resolve("runs"))) {
      Path log = logs.filter(f -> f.toString().endsWith(".log")).findFirst().orElseThrow();
      Path json = folder.resolve("out/code.json");
      Outcome read =
          Ashlar.run("jit", "asm", "--summary", "--json", json.toString(), log.toString());
      assertThat(read.exitCode()).isZero();
      assertThat(read.out()).contains("main loop, line 3: ").doesNotContain("poll at return");
      sameAsJson(json, read.out());
      assertThat(Ashlar.run("jit", "asm", "--json", log.toString(), log.toString()).err())
          .contains("is the input");
    }
  }

  private static void sameAsJson(Path file, String text) {
    JsonNode json = JsonMapper.shared().readTree(file.toFile());
    assertThat(json.get("schema").asInt()).isEqualTo(2);
    assertThat(json.get("parseProblems")).isEmpty();
    JsonNode method =
        json.get("methods").values().stream()
            .filter(m -> m.get("osrBci").asInt() < 0)
            .findFirst()
            .orElseThrow();
    assertThat(method.get("class").asString()).isEqualTo("Adds");
    assertThat(method.get("method").asString()).isEqualTo("add([I[I)V");
    assertThat(method.get("whole").asBoolean()).isTrue();
    assertThat(method.has("instructions")).isFalse();
    JsonNode main =
        method.get("loops").values().stream()
            .filter(loop -> loop.get("role").asString().equals("MAIN"))
            .findFirst()
            .orElseThrow();
    assertThat(main.get("vectorBits").asInt()).isPositive();
    assertThat(main.get("frames").get(0).get("line").asInt()).isEqualTo(3);
    String unwrapped = text.replaceAll("\\s+", " ");
    assertThat(unwrapped).contains(main.get("summary").asString());
  }

  @Test
  void aRunHasTheCodeBesideTheCallTree() throws IOException, InterruptedException {
    requireDisassembler();
    Path html = folder.resolve("page.html");
    Outcome shown =
        runAdds(
            List.of(),
            "jit",
            "run",
            "--asm",
            "Adds::add",
            "--html",
            html.toString(),
            "--out",
            "runs");
    assertThat(shown.err())
        .contains("main loop, line 3: ")
        .doesNotContain("safepoint poll at return", "could not be read");
    assertThat(Files.readString(html))
        .contains("Machine code</h2>", "main loop, line 3: ", "<td>safepoint poll at return");

    Path rules =
        Files.writeString(
            folder.resolve("rules.txt"),
            """
            loop at Adds::add line 3 is vectorised
            loop at Adds::add line 3 has no range check
            loop at Adds::add has no call
            loop at Adds::add line 4 has no class guard
            loop at Adds::sub has no call
            """);
    Outcome checked =
        Ashlar.run("jit", "check", rules.toString(), folder.resolve("runs").toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).endsWith("C2's code of Adds::add has no loop at line 4"),
            line ->
                assertThat(line)
                    .endsWith("no C2 code of Adds::sub was printed: run with --asm Adds::sub"));
    Files.writeString(rules, "loop at Adds::add line 3 is vectorized\n");
    assertThat(
            Ashlar.run("jit", "check", rules.toString(), folder.resolve("runs").toString())
                .exitCode())
        .isZero();
  }

  @Test
  void twoVersionsDifferInWhatWasLost() throws IOException, InterruptedException {
    requireDisassembler();
    runAdds(List.of("-XX:+UseSuperWord"), "jit", "asm", "--summary", "--out", "with", "Adds::add");
    runAdds(
        List.of("-XX:-UseSuperWord"), "jit", "asm", "--summary", "--out", "without", "Adds::add");
    String with = folder.resolve("with").toString();
    String without = folder.resolve("without").toString();
    Path json = folder.resolve("diff.json");
    Outcome diff = Ashlar.run("jit", "diff", "--asm", "--json", json.toString(), with, without);
    assertThat(diff.exitCode()).isZero();
    assertThat(diff.out())
        .contains("Adds::add([I[I)V", "main loop, line 3")
        .containsPattern("bits of the vectors: (128|256|512) → 0")
        .doesNotContain("0x");
    JsonNode change =
        JsonMapper.shared()
            .readTree(json.toFile())
            .get("methods")
            .get(0)
            .get("loops")
            .values()
            .stream()
            .filter(loop -> loop.get("title").asString().startsWith("main loop"))
            .findFirst()
            .orElseThrow();
    assertThat(change.get("changes").toString()).contains("bits of the vectors");
    Outcome same = Ashlar.run("jit", "diff", "--asm", with, with);
    assertThat(same.out()).contains("nothing was gained or lost");
    assertThat(
            Ashlar.run("jit", "diff", "--asm", folder.resolve("Adds.java").toString(), with).err())
        .contains("has no machine code");
  }

  @Test
  void samplesSayWhichLoopIsHot() throws IOException, InterruptedException {
    requireDisassembler();
    String program =
        """
        public class Hot {
          static long both(int[] few, long[] many) {
            long sum = 0;
            for (int i = 0; i < few.length; i++) {
              sum += few[i];
            }
            for (int i = 0; i < many.length; i++) {
              sum += many[i] / (i + 1);
            }
            return sum;
          }

          public static void main(String[] args) {
            long sum = 0;
            long end = System.nanoTime() + 3_000_000_000L;
            while (System.nanoTime() < end) {
              sum += both(new int[16], new long[50_000]);
            }
            System.out.println(sum);
          }
        }
        """;
    Path source = Files.writeString(folder.resolve("Hot.java"), program);
    ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString());
    Path json = folder.resolve("hot.json");
    String[] words = {
      "jit",
      "asm",
      "--jfr",
      "--summary",
      "--json",
      json.toString(),
      "Hot::both",
      "--",
      JAVA,
      "-cp",
      folder.toString(),
      "Hot"
    };
    try (Child child = Ashlar.start(folder, List.of(), words)) {
      Outcome outcome = child.await();
      assertThat(outcome.err())
          .containsPattern("[\\d,]+ of [\\d,]+ CPU samples in its code")
          .contains("called by Hot::main @ ")
          .containsPattern("lines: Hot::both line [78] ");
      // The hottest loop is the first one.
      String first = outcome.err().substring(outcome.err().indexOf(" % of the samples: "));
      assertThat(first.lines().findFirst().orElseThrow()).containsPattern("loop, line [78]:");
    }
    JsonNode method = new JsonMapper().readTree(json.toFile()).get("methods").get(0);
    assertThat(method.get("samples").intValue()).isPositive();
    assertThat(method.get("loops").get(0).has("samples")).isTrue();
  }

  @Test
  void wrongUsageIsTold() throws IOException {
    assertThat(Ashlar.run("jit", "asm", "indexOf", "--", "java").err()).contains("names no method");
    assertThat(Ashlar.run("jit", "asm", "String::indexOf", "--summary", "--", "java").err())
        .contains("options come before the methods: --summary");
    assertThat(Ashlar.run("jit", "asm", "String::indexOf", "--").exitCode()).isEqualTo(2);
    assertThat(Ashlar.run("jit", "run", "--asm", "indexOf", "--", "java").err())
        .contains("names no method");
    Path none = Files.writeString(folder.resolve("none.txt"), "Hello\n");
    Outcome read = Ashlar.run("jit", "asm", none.toString());
    assertThat(read.exitCode()).isEqualTo(2);
    assertThat(read.err()).contains("has no machine code");
    assertThat(Ashlar.run("jit", "asm", folder.resolve("gone").toString()).err())
        .contains("there is no such file");
  }
}
