// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ashlar.jit.LogDiff.Consistency;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What two logs do not have alike.
class LogDiffTest {
  @Test
  void differences() throws IOException {
    String refused =
        "<parse method='10'>\n" + call(1, 11, "<inline_fail reason='too big'/>") + "</parse>\n";
    String inlined =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_success reason='inline (hot)'/>")
            + "<parse method='11'>\n</parse>\n</parse>\n";
    CompilationLog before = read(task(1, 1, inlined));
    CompilationLog after = read(task(1, 1, refused));
    assertThat(LogDiff.of(before, before).changes()).isEmpty();
    assertThat(LogDiff.of(before, after).changes())
        .extracting(c -> c.callee().name(), LogDiff.Change::before, LogDiff.Change::after)
        .containsExactly(tuple("middle", "inlined", "called: too big"));
  }

  /// Where C2 knows the receiver's class, the log has the method of that class.
  @Test
  void theCalleeMayBeNamedByTheReceiversClass() throws IOException {
    String known =
        task(1, 1, "<parse method='10'>\n" + call(1, 12, "<intrinsic id='_x'/>") + "</parse>\n");
    String lookedUp = call(1, 11, "<virtual_call bci='1'/>").replace("inline='1'", "virtual='1'");
    LogDiff diff =
        LogDiff.of(
            read(known), read(task(1, 1, "<parse method='10'>\n" + lookedUp + "</parse>\n")));
    assertThat(diff.changes())
        .extracting(LogDiff.Change::before, LogDiff.Change::after)
        .containsExactly(tuple("intrinsic", "virtual call"));
  }

  /// Whether a loop was entered running is chance.
  @Test
  void codeThatIsEnteredInALoopIsComparedWithOrdinaryCode() throws IOException {
    String inlined =
        task(1, 1, "<parse method='10'>\n" + call(1, 12, "<intrinsic id='_x'/>") + "</parse>\n");
    String refused =
        task(1, 1, "<parse method='10'>\n" + call(1, 12, "<inline_fail reason='too big'/>"))
            .replace("count='9000' stamp='1.000'", "osr_bci='0' count='9000' stamp='1.000'");
    LogDiff diff = LogDiff.of(read(inlined), read(refused));
    assertThat(diff.onlyBefore()).isEmpty();
    assertThat(diff.onlyAfter()).isEmpty();
    assertThat(diff.changes())
        .extracting(LogDiff.Change::before, LogDiff.Change::after)
        .containsExactly(tuple("intrinsic", "called: too big"));
  }

  private static final String INLINED = "<inline_success reason='inline (hot)'/>";
  private static final String REFUSED = "<inline_fail reason='too big'/>";

  /// Two calls in `root`, the second one counted more often; none where there is no decision.
  private static CompilationLog run(String first, String second) throws IOException {
    String calls =
        (first.isEmpty() ? "" : call(1, 11, first))
            + (second.isEmpty() ? "" : call(5, 12, second).replace("9000", "90000"));
    return read(task(1, 1, "<parse method='10'>\n" + calls + "</parse>\n"));
  }

  @Test
  void whatVariesAmongEqualRunsIsNoise() throws IOException {
    LogDiff diff =
        LogDiff.of(
            List.of(run(INLINED, INLINED), run(INLINED, REFUSED)),
            List.of(run(REFUSED, REFUSED), run(REFUSED, REFUSED)));
    assertThat(diff.changes())
        .extracting(
            LogDiff.Change::bci,
            LogDiff.Change::consistency,
            LogDiff.Change::before,
            LogDiff.Change::after)
        .containsExactly(
            tuple(1, Consistency.CONSISTENT, "inlined", "called: too big"),
            tuple(
                5,
                Consistency.NOISE,
                "called: too big (1 of 2 runs), inlined (1 of 2 runs)",
                "called: too big"));
    assertThat(diff.changes().get(1).frequency()).isEqualTo(90_000);
  }

  @Test
  void oneRunOnASideLeavesNoiseUnknown() throws IOException {
    assertThat(LogDiff.of(run(INLINED, INLINED), run(REFUSED, REFUSED)).changes())
        .extracting(LogDiff.Change::bci, LogDiff.Change::consistency)
        .containsExactly(tuple(5, Consistency.UNKNOWN), tuple(1, Consistency.UNKNOWN));
    // One of two runs has the second call.
    LogDiff diff =
        LogDiff.of(
            List.of(run(INLINED, INLINED), run(INLINED, "")),
            List.of(run(REFUSED, REFUSED), run(REFUSED, REFUSED)));
    assertThat(diff.changes())
        .extracting(LogDiff.Change::bci, LogDiff.Change::consistency)
        .containsExactly(tuple(1, Consistency.CONSISTENT), tuple(5, Consistency.UNKNOWN));
  }

  @Test
  void equalRunsHaveNoChanges() throws IOException {
    LogDiff diff =
        LogDiff.of(
            List.of(run(INLINED, INLINED), run(INLINED, REFUSED)),
            List.of(run(INLINED, REFUSED), run(INLINED, INLINED)));
    assertThat(diff.changes())
        .extracting(LogDiff.Change::consistency)
        .containsOnly(Consistency.NOISE);
  }

  @Test
  void aMethodOfOneSideIsInEachOfItsRuns() throws IOException {
    CompilationLog with = run(INLINED, "");
    CompilationLog without = read("");
    assertThat(LogDiff.of(List.of(with, with), List.of(without)).onlyBefore()).hasSize(1);
    assertThat(LogDiff.of(List.of(with, without), List.of(without)).onlyBefore()).isEmpty();
    assertThat(LogDiff.of(List.of(without), List.of(with, with)).onlyAfter()).hasSize(1);
    assertThat(LogDiff.of(List.of(without), List.of(with, without)).onlyAfter()).isEmpty();
  }
}
