// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.testing.Jdks;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The judge is the log before it was damaged: a rule that it breaks never holds afterwards.
@ExtendWith(Seeded.class)
class DamagedRulesDifferentialTest {
  /// Of each program, on each JDK; more with `-Pslow`.
  private static final int LOGS = Slow.times(100, 4_000);

  /// Bytes around a line that decides.
  private static final int NEAR = 1500;

  @TempDir private Path folder;

  /// @param rules that it breaks
  /// @param decisive what the lines begin with that tell why
  record Broken(String program, String decisive, List<String> flags, List<String> rules) {
    @Override
    public String toString() {
      return program;
    }
  }

  static Stream<Arguments> rules() {
    List<Broken> programs =
        List.of(
            new Broken(
                "HotTooBig",
                "<inline_fail ",
                List.of(),
                List.of(
                    "HotTooBig::run inlines everything",
                    "HotTooBig::run inlines HotTooBig::mix",
                    "HotTooBig::mix is an intrinsic in HotTooBig::run")),
            new Broken(
                "Megamorphic",
                "<call ",
                List.of(),
                List.of("Megamorphic::total has no virtual call")),
            new Broken(
                "Storm",
                "<uncommon_trap thread",
                List.of("-XX:-OmitStackTraceInFastThrow", "-Drounds=4"),
                List.of(
                    "no deoptimisation after 0.001 s",
                    "no deoptimisation in Storm::step after 0.001 s")));
    return Stream.of(17, 21, 25).flatMap(jdk -> programs.stream().map(p -> Arguments.of(jdk, p)));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void brokenRulesNeverHoldOnceTheLogIsDamaged(int version, Broken broken, RandomGenerator random)
      throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    List<String> flags = new ArrayList<>(broken.flags);
    flags.add("-Xbatch");
    Program.Run run =
        Program.compile(broken.program, folder)
            .run(jdk.orElseThrow(), flags.toArray(String[]::new));
    byte[] whole = Files.readAllBytes(run.log());
    Rules rules = Rules.parse(broken.rules);
    CompilationLog log = CompilationLog.read(run.log());
    assertThat(log.parseProblems()).isEmpty();
    assertThat(rules.check(log)).hasSize(rules.count());
    assertThat(rules.allowingDamage().check(log)).isEqualTo(rules.check(log));

    List<Integer> decisive = places(new String(whole, ISO_8859_1), broken.decisive);
    for (int i = 0; i < LOGS; i++) {
      int at =
          i % 4 == 0
              ? random.nextInt(whole.length)
              : near(decisive.get(random.nextInt(decisive.size())), whole.length, random);
      byte[] damaged = damage(whole, at, i % 5, random);
      assertThat(rules.check(read(damaged)))
          .as("log %d, damaged at %d", i, at)
          .hasSize(rules.count());
    }
  }

  private static List<Integer> places(String log, String text) {
    List<Integer> places = new ArrayList<>();
    Matcher found = Pattern.compile(Pattern.quote(text)).matcher(log);
    while (found.find()) {
      places.add(found.start());
    }
    return places;
  }

  private static int near(int place, int length, RandomGenerator random) {
    return Math.floorMod(place - NEAR + random.nextInt(2 * NEAR), length);
  }

  private static byte[] damage(byte[] whole, int at, int kind, RandomGenerator random) {
    int end = Math.min(whole.length, at + 1 + random.nextInt(1 << (1 + random.nextInt(12))));
    byte[] damaged = whole.clone();
    switch (kind) {
      case 0 -> {
        return Arrays.copyOf(whole, at);
      }
      case 1 -> {
        System.arraycopy(whole, end, damaged, at, whole.length - end);
        return Arrays.copyOf(damaged, whole.length - (end - at));
      }
      case 2 -> Arrays.fill(damaged, at, end, (byte) 0);
      case 3 -> damaged[at] = (byte) random.nextInt(256);
      default -> damaged[at] ^= (byte) (1 << random.nextInt(8));
    }
    return damaged;
  }

  private CompilationLog read(byte[] log) throws IOException {
    return CompilationLog.read(Files.write(folder.resolve("damaged.log"), log));
  }

  static Stream<Arguments> orderly() {
    List<String> programs = List.of("Buffers", "Unloaded", "References");
    return Stream.of(17, 21, 25).flatMap(jdk -> programs.stream().map(p -> Arguments.of(jdk, p)));
  }

  /// In the background, as programs run: a compiler may be at work when the JVM ends.
  @ParameterizedTest
  @MethodSource("orderly")
  void aLogOfAnOrderlyJvmIsNotDamaged(int version, String program) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Program.Run run =
        Program.compile(program, folder)
            .run(jdk.orElseThrow(), "-XX:+PrintCompilation", "-XX:+PrintInlining");
    CompilationLog log = CompilationLog.read(run.log());
    assertThat(log.parseProblems()).isEmpty();
    for (Compilation compilation : log.currentC2Code()) {
      compilation.forEachDecision((path, site, decision) ->
          assertThat(decision.verdict())
              .as("%s @ %d", path, site.bci())
              .isNotEqualTo(Verdict.UNKNOWN));
    }
    Rules holds = Rules.parse(List.of("no deoptimisation in a.B::missing after 0.01 s"));
    assertThat(holds.check(log)).isEmpty();
  }
}
