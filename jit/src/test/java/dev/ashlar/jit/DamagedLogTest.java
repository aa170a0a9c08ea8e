// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.internal.log.LineScanner;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happens to a log, reading it ends, and what is lost is counted.
@ExtendWith(Seeded.class)
class DamagedLogTest {
  @TempDir static Path folder;

  private static byte[] whole;

  @BeforeAll
  static void writeLog() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    Program.Run run = Program.compile("Bimorphic", folder).run(jdk, "-XX:+PrintInlining");
    whole = Files.readAllBytes(run.log());
  }

  private static CompilationLog read(byte[] bytes) throws IOException {
    Path file = folder.resolve("damaged.log");
    Files.write(file, bytes);
    CompilationLog log = CompilationLog.read(file);
    log.findings();
    return log;
  }

  @Test
  void printInliningTextBetweenTheTagsIsPassedOver() throws IOException {
    assertThat(new String(whole, StandardCharsets.UTF_8)).contains("@ 28 ");
    assertThat(read(whole).parseProblems()).isEmpty();
  }

  /// As a tool or a transfer between systems leaves it.
  @Test
  void linesMayEndWithACarriageReturn() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    byte[] windows = text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    CompilationLog expected = read(whole);
    CompilationLog actual = read(windows);
    assertThat(actual.parseProblems()).isEmpty();
    assertThat(actual.vm()).isEqualTo(expected.vm());
    assertThat(actual.compilations()).isEqualTo(expected.compilations()).isNotEmpty();
    assertThat(actual.traps()).isEqualTo(expected.traps());
    assertThat(actual.findings()).isEqualTo(expected.findings());
    Rules rules = Rules.parse(List.of("Bimorphic::total has no virtual call"));
    assertThat(rules.check(actual)).isEqualTo(rules.check(expected)).isEmpty();
    byte[] cut = Arrays.copyOf(windows, windows.length / 2);
    assertThat(read(cut).parseProblems()).isNotEmpty();
  }

  @Test
  void cutAnywhere(RandomGenerator random) throws IOException {
    int tasks = read(whole).compilations().size();
    for (int i = 0; i < 300; i++) {
      int length = random.nextInt(whole.length);
      CompilationLog log = read(Arrays.copyOf(whole, length));
      assertThat(log.compilations().size()).as("cut at %d", length).isLessThanOrEqualTo(tasks);
    }
  }

  @Test
  void aCutInACompilationIsCounted() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    int inside = text.lastIndexOf("<task_done");
    CompilationLog log = read(Arrays.copyOf(whole, inside));
    assertThat(log.parseProblems())
        .extracting(ParseProblem::what)
        .contains("compilations under way at the end of the log");
    Compilation last =
        log.compilations().stream()
            .filter(t -> Double.isNaN(t.endSeconds()))
            .findFirst()
            .orElseThrow();
    assertThat(last.succeeded()).isFalse();
  }

  @Test
  void aCutBetweenTwoTagsIsTold() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    int middle = text.indexOf('\n', text.lastIndexOf("</compilation_log>")) + 1;
    byte[] beginning = Arrays.copyOf(whole, middle);
    assertThat(read(beginning).parseProblems())
        .extracting(ParseProblem::what)
        // The program may have ended while a compiler was at work.
        .contains("end of the log missing")
        .isSubsetOf("end of the log missing", "compilations under way at the end of the log");
    int start = text.indexOf("<compilation_log ");
    assertThat(read(Arrays.copyOfRange(whole, start, whole.length)).parseProblems())
        .extracting(ParseProblem::what)
        .contains("beginning of the log missing");
  }

  /// Ids and times are each log's own: added up they would make findings that no run had.
  @Test
  void aSecondLogBehindTheFirstIsTold() throws IOException {
    byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, twice, whole.length, whole.length);
    CompilationLog log = read(twice);
    int head = new String(whole, StandardCharsets.ISO_8859_1).indexOf("<hotspot_log ");
    assertThat(log.parseProblems())
        .containsExactly(
            new ParseProblem(
                "a second log in the same file, and all behind it", 1, whole.length + head));
    assertThat(log.findings()).isEqualTo(read(whole).findings());
  }

  @Test
  void bytesTurnedOver(RandomGenerator random) throws IOException {
    for (int i = 0; i < 300; i++) {
      byte[] damaged = whole.clone();
      for (int n = random.nextInt(200); n >= 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(damaged)).as("log %d", i).isNotNull();
    }
  }

  @Test
  void linesSwappedRepeatedAndLost(RandomGenerator random) throws IOException {
    List<String> lines = new String(whole, StandardCharsets.ISO_8859_1).lines().toList();
    for (int i = 0; i < 100; i++) {
      StringBuilder text = new StringBuilder();
      for (String line : lines) {
        switch (random.nextInt(40)) {
          case 0 -> text.append(line).append('\n').append(line).append('\n');
          case 1 -> text.append(lines.get(random.nextInt(lines.size()))).append('\n');
          case 2 -> text.append(line);
          case 3 -> {}
          default -> text.append(line).append('\n');
        }
      }
      byte[] damaged = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      assertThat(read(damaged)).as("log %d", i).isNotNull();
    }
  }

  @Test
  void nestedFarTooDeep() throws IOException {
    StringBuilder text = new StringBuilder("<hotspot_log version='160 1'>\n");
    text.append("<task compile_id='1' method='a.B c ()V' bytes='1' count='1' stamp='0.1'>\n");
    text.append("<parse method='1'>\n".repeat(100_000));
    text.append("</parse>\n".repeat(100_000)).append("</task>\n");
    CompilationLog log = read(text.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(log.parseProblems()).isNotEmpty();
  }

  @Test
  void aFileThatIsNoLog() throws IOException {
    assertThat(read(new byte[0]).isRecognized()).isFalse();
    byte[] noise = new byte[1 << 16];
    new Random(1).nextBytes(noise);
    assertThat(read(noise).isRecognized()).isFalse();
    byte[] oneLine = new byte[LineScanner.LONGEST * 2];
    Arrays.fill(oneLine, (byte) 'x');
    assertThat(read(oneLine).parseProblems())
        .extracting(ParseProblem::what)
        .contains("overlong lines");
  }
}
