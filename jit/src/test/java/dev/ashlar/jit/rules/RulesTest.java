// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogText;
import dev.ashlar.jit.compilation.ParseProblem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rules, and what they say about logs.
class RulesTest {
  /// What ended before had no chance to break it.
  @Test
  void noDeoptimisationAfterTheEndIsNoAnswer() throws IOException {
    CompilationLog log =
        read(
            task(1, 1, "<parse method='10'>\n</parse>\n"),
            "</compilation_log>\n<hotspot_log_done stamp='4.500'/>\n");
    assertThat(log.endSeconds()).hasValue(4.5);
    assertThat(Rules.parse(List.of("no deoptimisation after 4 s")).check(log)).isEmpty();
    assertThat(Rules.parse(List.of("no deoptimisation after 5 s")).check(log))
        .extracting(Rules.Broken::why)
        .containsExactly("the JVM ended after 4.5 s");
  }

  @Test
  void rules() throws IOException {
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='hot method too big'/>")
            + call(4, 12, "<intrinsic id='_late' nodes='3'/>")
            + "</parse>\n";
    CompilationLog log = read(task(1, 1, body));
    Rules rules =
        Rules.parse(
            List.of(
                "# all of them",
                "B::root is compiled by C2",
                "B::root inlines everything",
                "B::root inlines B::middle",
                "B::late is an intrinsic in B::root",
                "B::middle is an intrinsic in B::root",
                "B::root has no virtual call",
                "B::missing is compiled by C2",
                "no deoptimisation after 0 s"));
    assertThat(rules.check(log))
        .extracting(Rules.Broken::lineNumber, Rules.Broken::why)
        .containsExactly(
            tuple(3, "B::root @ 1 calls B::middle: hot method too big (20 bytes, 9,000 times)"),
            tuple(4, "B::root @ 1 calls B::middle: hot method too big (20 bytes, 9,000 times)"),
            tuple(6, "B::root @ 1 has it as a call"),
            tuple(8, "the log has no compilation of B::missing"));
    assertThat(rules.check(log))
        .flatExtracting(Rules.Broken::places)
        .extracting(p -> p.method().name(), Rules.Place::bci, p -> p.callee().orElseThrow().name())
        .containsExactly(
            tuple("root", 1, "middle"), tuple("root", 1, "middle"), tuple("root", 1, "middle"));
  }

  /// A small method may have no code but in its callers.
  @Test
  void rulesAreAboutInlinedCopiesToo() throws IOException {
    CompilationLog log =
        read(
            task(
                1,
                1,
                "<parse method='10'>\n"
                    + call(1, 11, "<inline_success reason='inline (hot)'/>")
                    + "<parse method='11'>\n"
                    + call(5, 12, "<inline_fail reason='too big'/>")
                    + "</parse>\n</parse>\n"));
    Rules rules =
        Rules.parse(List.of("B::middle is compiled by C2", "B::middle inlines everything"));
    assertThat(rules.check(log))
        .extracting(
            Rules.Broken::lineNumber, b -> b.why().startsWith("B::middle @ 5 calls B::late"))
        .containsExactly(tuple(2, true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A::b is compiled by C3       | line 1 is no rule: A::b is compiled by C3: write it like 'Encoder::encode is compiled by C2'
          no deoptimisation after soon | line 1 is no rule: no deoptimisation after soon: write it like 'no deoptimization in Encoder::encode after 5 s'
          A::b inlines                 | line 1 is no rule: A::b inlines: write it like 'Encoder::encode inlines everything'
          fast!                        | line 1 is no rule: fast!: there are 'Encoder::encode inlines everything', 'Encoder::encode inlines
          # nothing                    | there is no rule in it
          """)
  void whatIsNoRuleIsTold(String line, String message) {
    assertThatThrownBy(() -> Rules.parse(List.of(line)))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith(message);
  }

  /// The profile of a call that was never made has no receiver, and its code is not a lookup.
  @Test
  void whatIsUnreachedBreaksNoRule() throws IOException {
    String call =
        "<bc code='185' bci='1'/>\n<call method='11' count='0' prof_factor='1.0' virtual='1'"
            + " inline='1'/>\n<inline_fail reason='call site not reached'/>\n";
    CompilationLog log = read(task(1, 1, "<parse method='10'>\n" + call + "</parse>\n"));
    Rules rules = Rules.parse(List.of("B::root has no virtual call", "B::root inlines everything"));
    assertThat(rules.check(log)).isEmpty();
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstRule() throws IOException {
    CompilationLog log = read(task(1, 1, "<parse method='10'>\n</parse>\n"));
    assertThat(Rules.parse(List.of("\uFEFFB::root is compiled by C2")).check(log)).isEmpty();
    assertThat(Rules.parse(List.of("\uFEFF# the root", "B::root is compiled by C2")).count())
        .isEqualTo(1);
  }

  @Test
  void trapsAreThoseOfEachMethodTheirPlaceIsInlinedIn() throws IOException {
    CompilationLog log =
        read(
            task(1, 1, "<parse method='10'>\n</parse>\n"),
            LogText.traps("a.B root ()V", 2),
            LogText.traps("a.C root ()V", 1));
    Rules rules =
        Rules.parse(
            List.of(
                "no deoptimisation in B::root after 0 s",
                "no deoptimisation in C::root after 0 s",
                "no deoptimisation in B::trapped after 0 s",
                "no deoptimisation in C::other after 0 s",
                "no deoptimisation after 9 s"));
    assertThat(rules.check(log)).extracting(Rules.Broken::lineNumber).containsExactly(1, 2, 3);
  }

  @Test
  void rulesAboutLoopsAskTheMachineCode() throws IOException {
    CompilationLog log = read(task(1, 1, "<parse method='10'>\n</parse>\n"));
    List<String> lines =
        List.of(
            "loop at B::root line 14 has no range check",
            "loop at B::root  is vectorised",
            "loop at B::root is vectorized",
            "loop at B::root line 3 allocates nothing",
            "loop at B::root has no call",
            "loop at B::root has no class guard");
    Rules rules = Rules.parse(lines);
    assertThat(rules.needMachineCode()).isTrue();
    assertThat(Rules.parse(List.of("B::root has no virtual call")).needMachineCode()).isFalse();
    List<String> asked = new ArrayList<>();
    List<ParseProblem> problems = new ArrayList<>();
    CompiledLoops loops =
        new CompiledLoops() {
          @Override
          public List<String> objections(
              String method, OptionalInt line, LoopRequirement requirement) {
            asked.add(method + " " + line + " " + requirement);
            return requirement == LoopRequirement.NO_CALL ? List.of("it calls") : List.of();
          }

          @Override
          public List<ParseProblem> parseProblems() {
            return problems;
          }
        };
    assertThat(rules.check(log, loops))
        .extracting(Rules.Broken::lineNumber, Rules.Broken::why)
        .containsExactly(tuple(5, "it calls"));
    assertThat(asked)
        .containsExactly(
            "B::root OptionalInt[14] NO_RANGE_CHECK",
            "B::root OptionalInt.empty VECTORIZED",
            "B::root OptionalInt.empty VECTORIZED",
            "B::root OptionalInt[3] NO_ALLOCATION",
            "B::root OptionalInt.empty NO_CALL",
            "B::root OptionalInt.empty NO_CLASS_GUARD");
    problems.add(new ParseProblem("methods cut off", 1, 0));
    assertThat(rules.check(log, loops)).hasSize(6);
    assertThat(rules.allowingDamage().check(log, loops)).hasSize(1);
    assertThat(rules.check(log))
        .hasSize(6)
        .allSatisfy(b -> assertThat(b.why()).isEqualTo("there is no machine code of it"));
  }
}
