package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
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
}
