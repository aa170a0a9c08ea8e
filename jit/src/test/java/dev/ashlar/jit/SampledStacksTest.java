// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.Recording.Code;
import dev.ashlar.jit.Recording.Frame;
import dev.ashlar.jit.SampledStacks.Call;
import dev.ashlar.jit.compilation.Method;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The tree of sampled stacks, and the reasons of the calls in it.
class SampledStacksTest {
  private static final Frame MAIN = new Frame("a.Main::main()V", 4, 7, Code.INTERPRETED);
  private static final String TOO_BIG = "<inline_fail reason='hot method too big'/>";

  private final Recording recording = new Recording(true);

  private static Frame frame(String method, int bci, Code code) {
    return new Frame("a.B::" + method + "()V", bci, bci + 10, code);
  }

  /// @param frames innermost first
  private void samples(int count, Frame... frames) {
    for (int i = 0; i < count; i++) {
      recording.sample(List.of(frames), false);
    }
  }

  private SampledStacks stacks(String body, double least) throws IOException {
    return SampledStacks.of(
            read(task(1, 1, "<parse method='10'>\n" + body + "</parse>\n")).with(recording), least)
        .orElseThrow();
  }

  private static Stream<Call> all(List<Call> calls) {
    return calls.stream().flatMap(call -> Stream.concat(Stream.of(call), all(call.calls())));
  }

  private static List<Call> named(SampledStacks stacks, String name) {
    return all(stacks.outermost())
        .filter(call -> call.method().map(Method::name).equals(Optional.of(name)))
        .toList();
  }

  private static Call only(SampledStacks stacks, String name) {
    List<Call> calls = named(stacks, name);
    assertThat(calls).as(name).hasSize(1);
    return calls.getFirst();
  }

  @Test
  void stacksWithTheSameCallersShareTheirFrames() throws IOException {
    Frame root = frame("root", 1, Code.COMPILED);
    samples(3, frame("middle", 2, Code.COMPILED), root, MAIN);
    samples(1, frame("late", 0, Code.INLINED), root, MAIN);
    samples(2, root, MAIN);
    samples(5, frame("middle", 2, Code.COMPILED), frame("root", 9, Code.COMPILED), MAIN);
    SampledStacks stacks = stacks(call(1, 11, TOO_BIG), 0);

    assertThat(stacks.samples()).isEqualTo(11);
    assertThat(stacks.omitted()).isZero();
    assertThat(stacks.outermost()).hasSize(1);
    Call main = stacks.outermost().getFirst();
    assertThat(main.samples()).isEqualTo(11);
    assertThat(main.reason()).isEmpty();
    assertThat(main.bci()).isEqualTo(-1);
    Call callee = only(stacks, "root");
    assertThat(callee.samples()).isEqualTo(11);
    assertThat(callee.line()).isEqualTo(OptionalInt.of(7));
    assertThat(callee.reason()).isEqualTo("its caller is interpreted");
    // By the call in `root`, the most frequent first.
    assertThat(callee.calls()).extracting(Call::samples).containsExactly(5L, 3L, 1L);
    assertThat(callee.calls()).extracting(Call::bci).containsExactly(9, 1, 1);
  }

  @Test
  void aCallHasTheReasonAtItsBytecode() throws IOException {
    samples(2, frame("middle", 0, Code.COMPILED), frame("root", 1, Code.COMPILED));
    samples(1, frame("late", 0, Code.COMPILED), frame("root", 5, Code.COMPILED));
    samples(1, frame("late", 0, Code.COMPILED), frame("root", 7, Code.COMPILED));
    samples(1, frame("other", 0, Code.COMPILED), frame("root", 5, Code.COMPILED));
    SampledStacks stacks =
        stacks(
            call(1, 11, TOO_BIG)
                + call(5, 12, "<inline_fail reason='too cold to inline'/>")
                + call(7, 12, "<inline_fail reason='a new reason'/>"),
            0);
    Call middle = only(stacks, "middle");
    assertThat(middle.notInlined()).contains(Finding.Kind.HOT_METHOD_TOO_BIG);
    assertThat(middle.reason())
        .isEqualTo(
            "B::middle is hot, but its bytecode exceeds FreqInlineSize: HotSpot inlines it nowhere"
                + " (20 bytes, limit FreqInlineSize=325, 9,000 times)");
    assertThat(named(stacks, "late"))
        .extracting(call -> call.notInlined().orElseThrow())
        .containsExactly(Finding.Kind.COLD_CALL, Finding.Kind.REFUSED);
    assertThat(named(stacks, "late").getLast().reason())
        .isEqualTo("B::late is not inlined: a new reason (20 bytes, 9,000 times)");
    assertThat(only(stacks, "other").notInlined()).isEmpty();
    assertThat(only(stacks, "other").reason()).isEqualTo("the log does not say why");
  }

  @Test
  void theInliningPathDecidesBetweenReasons() throws IOException {
    String middle =
        "<inline_success reason='inline (hot)'/>\n<parse method='11' uses='9000'>\n%s</parse>\n";
    String body =
        call(1, 11, middle.formatted(call(3, 12, TOO_BIG)))
            + call(
                5, 11, middle.formatted(call(3, 12, "<inline_fail reason='too cold to inline'/>")))
            + call(
                8,
                12,
                "<inline_success reason='inline (hot)'/>\n<parse method='12' uses='9'>\n</parse>");
    Frame late = frame("late", 0, Code.COMPILED);
    samples(4, late, frame("middle", 3, Code.INLINED), frame("root", 1, Code.COMPILED));
    samples(3, late, frame("middle", 3, Code.INLINED), frame("root", 5, Code.COMPILED));
    samples(2, late, frame("middle", 3, Code.COMPILED));
    samples(1, late, frame("root", 8, Code.COMPILED));
    List<Call> calls = named(stacks(body, 0), "late");
    assertThat(calls)
        .filteredOn(call -> call.bci() == 3)
        .extracting(Call::notInlined)
        .containsExactlyInAnyOrder(
            Optional.of(Finding.Kind.HOT_METHOD_TOO_BIG),
            Optional.of(Finding.Kind.COLD_CALL),
            Optional.empty());
    assertThat(calls)
        .filteredOn(call -> call.bci() == 8)
        .extracting(Call::reason)
        .containsExactly("in the log, this call is inlined; earlier code, or C1's, made it");
  }

  /// As in C1's code, or in a stack without its outer frames.
  @Test
  void aReasonOfOtherCodeIsSaidToBeOne() throws IOException {
    String middle =
        "<inline_success reason='inline (hot)'/>\n<parse method='11' uses='9000'>\n%s</parse>\n"
            .formatted(call(3, 12, TOO_BIG));
    samples(1, frame("late", 0, Code.COMPILED), frame("middle", 3, Code.COMPILED));
    Call late = only(stacks(call(1, 11, middle), 0), "late");
    assertThat(late.notInlined()).contains(Finding.Kind.HOT_METHOD_TOO_BIG);
    assertThat(late.reason()).endsWith("; in the log, this is about another compilation");
  }

  @Test
  void aVirtualCallReachesMethodsThatOverrideItsTarget() throws IOException {
    samples(
        2, new Frame("a.Other::middle()V", 0, 1, Code.COMPILED), frame("root", 1, Code.COMPILED));
    String call =
        "<bc code='182' bci='1'/>\n<call method='11' count='9000' prof_factor='1.0' virtual='1' inline='1'/>\n<virtual_call bci='1'/>\n";
    assertThat(only(stacks(call, 0), "middle").notInlined()).contains(Finding.Kind.VIRTUAL_CALL);
  }

  @Test
  void rareCallsAreOmittedAndCounted() throws IOException {
    Frame root = frame("root", 1, Code.COMPILED);
    samples(999, root);
    samples(1, frame("late", 2, Code.INLINED), frame("middle", 2, Code.INLINED), root);
    assertThat(stacks("", 0.001).omitted()).isZero();
    SampledStacks stacks = stacks("", 0.0011);
    assertThat(stacks.omitted()).isEqualTo(2);
    assertThat(only(stacks, "root").samples()).isEqualTo(1000);
    assertThat(only(stacks, "root").calls()).isEmpty();
  }

  @Test
  void aTruncatedStackDoesNotBeginWithItsOutermostFrame() throws IOException {
    recording.sample(List.of(frame("root", 1, Code.COMPILED)), true);
    samples(2, frame("root", 1, Code.COMPILED));
    SampledStacks stacks = stacks("", 0);
    assertThat(stacks.truncated()).isEqualTo(1);
    assertThat(stacks.outermost()).extracting(Call::samples).containsExactly(2L, 1L);
    assertThat(stacks.outermost().getLast().method()).isEmpty();
    assertThat(stacks.outermost().getLast().calls().getFirst().reason()).isEmpty();
  }

  @Test
  void withoutSamplesThereAreNoStacks() throws IOException {
    assertThat(SampledStacks.of(read(task(1, 1, "")), 0)).isEmpty();
    assertThat(SampledStacks.of(read(task(1, 1, "")).with(recording), 0)).isEmpty();
  }
}
