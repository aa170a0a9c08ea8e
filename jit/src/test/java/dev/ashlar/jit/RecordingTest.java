// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.testing.Jdks;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A recording of the same run weighs findings and knows the stacks of traps.
class RecordingTest {
  private static final int MOST_RUNS = 5;

  @TempDir private Path folder;

  /// Each program runs for seconds.
  static List<Integer> jdks() {
    List<Integer> all = List.of(17, 21, 25);
    return Slow.IS_ON
        ? all
        : Slow.some(1, all.stream().filter(jdk -> Jdks.find(jdk).isPresent()).toList());
  }

  private CompilationLog log(int version, String program, String... flags) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Path settings = Files.writeString(folder.resolve(Recording.SETTINGS_NAME), Recording.SETTINGS);
    Path recording = folder.resolve("recording.jfr");
    List<String> all = new ArrayList<>(Recording.jvmFlags(settings, recording));
    all.addAll(Arrays.asList(flags));
    Program compiled = Program.compile(program, folder);
    CompilationLog log;
    int runs = 0;
    do {
      Program.Run run = compiled.run(jdk.orElseThrow(), all.toArray(String[]::new));
      log = CompilationLog.read(run.log()).with(Recording.read(recording));
      runs++;
      // On a busy machine JFR may come to no sample at all.
    } while (log.recording().orElseThrow().sampleCount() == 0 && runs < MOST_RUNS);
    return log;
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void samplesFallToTheCall(int version) throws Exception {
    // Long enough for hundreds of samples, one every 10 or 20 ms.
    CompilationLog log = log(version, "Megamorphic", "-Drounds=400000");
    assertThat(log.recording().orElseThrow().isExact()).isTrue();
    long all = log.recording().orElseThrow().sampleCount();
    assertThat(all).isPositive();
    Finding first = log.findings().getFirst();
    assertThat(first.callee().orElseThrow().name()).isEqualTo("area");
    assertThat(first.samples()).isPositive().isLessThanOrEqualTo(all);
    assertThat(first.numbers())
        .extracting(Metric::text)
        .anyMatch(text -> text.contains(" % of the CPU samples: "));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void whatWasThoughtToBeRareIsHot(int version) throws Exception {
    // Inlined in main, run's code would be compiled again with what main does at last.
    CompilationLog log =
        log(
            version,
            "HotAfterAll",
            "-Xbatch",
            "-XX:CompileCommand=dontinline,programs.HotAfterAll::run");
    Finding first = log.findings().getFirst();
    assertThat(first.kind()).isEqualTo(Finding.Kind.STALE_PROFILE);
    assertThat(first.method().name()).isEqualTo("run");
    assertThat(first.callee().orElseThrow().name()).isEqualTo("mix");
    assertThat(first.samples()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aRecordingWithoutNonSafepointsClaimsNothingAboutCalls(int version) throws Exception {
    CompilationLog log =
        log(
            version,
            "HotAfterAll",
            "-Xbatch",
            "-XX:-DebugNonSafepoints",
            "-XX:CompileCommand=dontinline,programs.HotAfterAll::run");
    Recording recording = log.recording().orElseThrow();
    assertThat(recording.isExact()).isFalse();
    assertThat(recording.sampleCount()).isPositive();
    assertThat(log.findings())
        .allMatch(f -> f.sampled().equals(SampleCounts.NONE))
        .noneMatch(f -> f.kind() == Finding.Kind.STALE_PROFILE);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void whatIsHotAfterAllIsToldWhereItIs(int version) throws Exception {
    // Counted more often in `second`, and run in `first`.
    CompilationLog log =
        log(
            version,
            "HotInOnePlace",
            "-Xbatch",
            "-XX:CompileCommand=dontinline,programs.HotInOnePlace::first",
            "-XX:CompileCommand=dontinline,programs.HotInOnePlace::second");
    List<Finding> hot =
        log.findings().stream().filter(f -> f.kind() == Finding.Kind.STALE_PROFILE).toList();
    assertThat(hot).hasSize(1);
    assertThat(hot.getFirst().path()).extracting(Method::name).containsExactly("first", "step");
  }

  /// The reason in the log's call tree belongs to the call in the sampled stacks.
  @ParameterizedTest
  @MethodSource("jdks")
  void sampledCallsHaveTheReasonOfTheLog(int version) throws Exception {
    Map<Optional<Finding.Kind>, Long> tooBig = samplesOf(log(version, "HotTooBig"), "mix");
    assertThat(tooBig).containsKey(Optional.of(Finding.Kind.HOT_METHOD_TOO_BIG));
    assertThat(tooBig.get(Optional.of(Finding.Kind.HOT_METHOD_TOO_BIG)))
        .isGreaterThan(tooBig.values().stream().mapToLong(n -> n).sum() / 2);
  }

  /// {@return the samples in calls of a method that are not inlined, by the reason}
  private static Map<Optional<Finding.Kind>, Long> samplesOf(CompilationLog log, String callee) {
    Map<Optional<Finding.Kind>, Long> samples = new HashMap<>();
    Deque<SampledStacks.Call> open =
        new ArrayDeque<>(SampledStacks.of(log, 0.001).orElseThrow().outermost());
    while (!open.isEmpty()) {
      SampledStacks.Call call = open.remove();
      open.addAll(call.calls());
      if (call.code() == Recording.Code.COMPILED
          && call.method().map(Method::name).equals(Optional.of(callee))) {
        samples.merge(call.notInlined(), call.samples(), Long::sum);
      }
    }
    return samples;
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void trapsComeWithTheirStack(int version) throws Exception {
    CompilationLog log = log(version, "Storm", "-Xbatch", "-XX:-OmitStackTraceInFastThrow");
    Finding storm =
        log.findings().stream()
            .filter(f -> f.kind() == Finding.Kind.DEOPTIMIZATION)
            .findFirst()
            .orElseThrow();
    assertThat(storm.meaning()).contains("called by programs.Storm::run line ");
  }

  @Test
  void whatIsNoRecording() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "hello");
    assertThatThrownBy(() -> Recording.read(file)).isInstanceOf(IOException.class);
  }
}
