// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.decode.DecodeExperiment;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.results.LabRun;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What HotSpot's log tells of the contenders of `decode`, from real JVMs. That a fresh JVM inlines
/// everything, and one that has seen every kind of memory does not, is what the experiment is
/// about.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CallEvidenceTest {
  private static final LabOptions OPTIONS =
      new LabOptions(
          List.of("decode"),
          Mode.QUICK,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          List.of(),
          0);

  private final Experiment decode = new DecodeExperiment();

  private LabRun.Evidence evidence(String theCase, String contender) {
    Pair pair =
        new Pair(
            decode.cases().stream().filter(c -> c.name().equals(theCase)).findFirst().orElseThrow(),
            decode.contenders().stream()
                .filter(c -> c.name().equals(contender))
                .findFirst()
                .orElseThrow());
    PrintStream log = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    LabRun.Evidence evidence =
        new Forks(OPTIONS, MeasuredJdk.of(Optional.empty()), log).explain(decode, pair);
    assertThat(evidence.note()).isEmpty();
    assertThat(evidence.caseName()).isEqualTo(theCase);
    assertThat(evidence.contender()).isEqualTo(contender);
    return evidence;
  }

  private static Stream<LabRun.Call> virtualCalls(LabRun.Evidence evidence) {
    return evidence.calls().stream()
        .flatMap(c -> Stream.concat(Stream.of(c), c.remaining().stream()))
        .filter(c -> c.outcome().contains("virtual call"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"segment", "bytebuffer"})
  void pollutedCallsAreNamedWithTheirReceivers(String contender) {
    LabRun.Evidence evidence = evidence("native-polluted", contender);
    assertThat(virtualCalls(evidence)).isNotEmpty();
    assertThat(virtualCalls(evidence).filter(c -> !c.receivers().isEmpty()))
        .isNotEmpty()
        .allSatisfy(call -> {
          assertThat(call.receivers().stream().mapToDouble(LabRun.Share::share).sum())
              .isBetween(0.99, 1.01);
          assertThat(call.receivers().getFirst().type()).startsWith("j");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"segment", "bytebuffer"})
  void aFreshJvmInlinesThem(String contender) {
    LabRun.Evidence evidence = evidence("native-clean", contender);
    assertThat(evidence.calls()).hasSize(3).allMatch(c -> c.outcome().equals("inlined"));
    assertThat(evidence.calls()).extracting(LabRun.Call::callee).doesNotHaveDuplicates();
    assertThat(virtualCalls(evidence)).isEmpty();
  }

  @Test
  void oursStayInlinedHoweverPolluted() {
    LabRun.Evidence evidence = evidence("native-polluted", "ashlar");
    assertThat(evidence.method()).isEqualTo("Decoders$AshlarDecoder::decode");
    assertThat(evidence.calls())
        .extracting(LabRun.Call::callee)
        .containsExactly("Bytes::getByte", "Bytes::getInt", "Bytes::getLong");
    assertThat(evidence.calls()).allMatch(c -> c.outcome().equals("inlined"));
    assertThat(evidence.calls()).allMatch(c -> c.intrinsics() > 0 && c.remaining().isEmpty());
  }

  /// Unsafe checks nothing; the byte order of the stream is that of the CPU.
  @Test
  void theLoopIsShownWithWhatIsInIt() {
    LabRun.Evidence unsafe = evidence("heap-clean", "unsafe");
    Assumptions.assumeTrue(
        !Decoders.installed(Architecture.X86_64).isEmpty(), "needs a disassembler");
    assertThat(unsafe.loopNote()).isEmpty();
    assertThat(unsafe.loops())
        .isNotEmpty()
        .allSatisfy(loop -> {
          assertThat(loop.summary()).contains("line ").doesNotContain("range check");
          assertThat(loop.instructions()).hasSizeGreaterThan(5);
          assertThat(loop.decodedBy()).isNotEmpty();
        });
    LabRun.Evidence segment = evidence("native-polluted", "segment");
    assertThat(segment.loops()).isNotEmpty();
    assertThat(segment.loops().stream().flatMap(loop -> loop.instructions().stream()))
        .anyMatch(line -> line.endsWith("; call"));
  }

  @Test
  void eachExperimentHasSomeInQuickMode() {
    assertThat(Experiments.all(Mode.QUICK, Optional.empty()))
        .allSatisfy(one -> assertThat(explained(one)).hasSizeLessThanOrEqualTo(16));
  }

  @Test
  void whatRunsInQuickModeIsFew() {
    assertThat(explained(decode))
        .hasSize(16)
        .contains(
            new Pair(
                decode.cases().stream()
                    .filter(c -> c.name().equals("heap-polluted"))
                    .findFirst()
                    .orElseThrow(),
                decode.contenders().getFirst()));
  }

  private static List<Pair> explained(Experiment experiment) {
    return Plan.of(experiment, OPTIONS).cases().stream()
        .flatMap(one -> one.explained().stream())
        .toList();
  }
}
