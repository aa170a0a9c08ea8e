// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleBaselineTest {
  private static final String TOO_BIG = "<inline_fail reason='hot method too big'/>";
  private static final Rules RULES =
      Rules.parse(
          List.of(
              "B::root inlines everything",
              "B::gone is compiled by C2",
              "no deoptimization after 0.5 s"));

  /// @param calls of `a.B::root`
  private static List<Rules.Broken> broken(String... calls) throws IOException {
    String body = "<parse method='10'>\n" + String.join("", calls) + "</parse>\n";
    return RULES.check(read(task(1, 1, body)));
  }

  @Test
  void acceptsCallsByNameAndNumber() throws IOException {
    List<Rules.Broken> before = broken(call(1, 11, TOO_BIG));
    List<String> lines = RuleBaseline.lines(List.of(before));
    assertThat(lines)
        .containsExactly(
            "B::gone is compiled by C2: the log has no compilation of B::gone",
            "B::root inlines everything: a.B::root()V calls a.B::middle()V");
    RuleBaseline baseline = RuleBaseline.parse(lines);
    assertThat(baseline.newIn(before)).isEmpty();
    assertThat(baseline.acceptedIn(before)).isEqualTo(before);
    assertThat(baseline.stale(List.of(before))).isEmpty();

    // Another bytecode index, another reason.
    List<Rules.Broken> moved = broken(call(9, 11, "<inline_fail reason='too big'/>"));
    assertThat(baseline.newIn(moved)).isEmpty();

    List<Rules.Broken> another = broken(call(1, 11, TOO_BIG), call(4, 12, TOO_BIG));
    assertThat(baseline.newIn(another))
        .singleElement()
        .satisfies(b -> {
          assertThat(b.why()).contains("B::late").doesNotContain("B::middle");
          assertThat(b.places()).extracting(Rules.Place::bci).containsExactly(4);
        });
    assertThat(baseline.acceptedIn(another)).isEqualTo(before);

    List<Rules.Broken> twice = broken(call(1, 11, TOO_BIG), call(4, 11, TOO_BIG));
    assertThat(baseline.newIn(twice))
        .singleElement()
        .satisfies(b -> assertThat(b.places()).extracting(Rules.Place::bci).containsExactly(1, 4));
    assertThat(RuleBaseline.parse(RuleBaseline.lines(List.of(before, twice))).newIn(twice))
        .isEmpty();
  }

  @Test
  void namesWhatIsNoLongerBroken() throws IOException {
    List<Rules.Broken> twice = broken(call(1, 11, TOO_BIG), call(4, 11, TOO_BIG));
    RuleBaseline baseline = RuleBaseline.parse(RuleBaseline.lines(List.of(twice)));
    assertThat(baseline.stale(List.of(twice))).isEmpty();
    assertThat(baseline.stale(List.of(broken(call(1, 11, TOO_BIG)))))
        .extracting(RuleBaseline.Stale::lineNumber)
        .containsExactly(3);
    assertThat(baseline.stale(List.of(broken())))
        .extracting(RuleBaseline.Stale::text)
        .containsOnly("B::root inlines everything: a.B::root()V calls a.B::middle()V")
        .hasSize(2);
  }

  @Test
  void neverAcceptsDamage() throws IOException {
    String body = "<parse method='10'>\n" + call(1, 11, TOO_BIG) + "</parse>\n";
    List<Rules.Broken> whole = RULES.check(read(task(1, 1, body)));
    RuleBaseline baseline = RuleBaseline.parse(RuleBaseline.lines(List.of(whole)));
    List<Rules.Broken> damaged = RULES.check(read(task(1, 1, body), "<call meth\n"));
    assertThat(baseline.newIn(damaged)).hasSize(3).allMatch(Rules.Broken::damaged);
    assertThat(baseline.acceptedIn(damaged)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RuleBaseline.lines(List.of(damaged)))
        .withMessageContaining("damage cannot be accepted");
  }

  @Test
  void numbersInReasonsDoNotCount() throws IOException {
    Rules rules = Rules.parse(List.of("no deoptimization after 200 s"));
    List<Rules.Broken> broken = rules.check(read(task(1, 1, "<parse method='10'>\n</parse>\n")));
    assertThat(RuleBaseline.lines(List.of(broken)))
        .containsExactly("no deoptimization after 200 s: the JVM ended after # s");
  }

  @Test
  void linesOfABaseline() {
    assertThat(RuleBaseline.parse(List.of("", "# a: b", "  # c")).stale(List.of())).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RuleBaseline.parse(List.of("# a", "hello")))
        .withMessageContaining("line 2")
        .withMessageContaining("hello");
  }
}
