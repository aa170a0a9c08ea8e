// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ashlar.jit.compilation.Trap;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Findings in logs as small programs do not bring them about.
class FindingsTest {
  @Test
  void theJdksOwnCodeIsNotWhatToChange() throws IOException {
    String jdk =
        """
        <klass id='3' name='java.util.HashMap' flags='1'/>
        <method id='20' holder='3' name='put' return='1' flags='1' bytes='20' iicount='9000'/>
        <method id='21' holder='3' name='putVal' return='1' flags='1' bytes='300' iicount='9000'/>
        """;
    CompilationLog log =
        read(
            task(
                1,
                1,
                jdk
                    + "<parse method='10'>\n"
                    + call(1, 20, "<inline_success reason='inline (hot)'/>")
                    + "<parse method='20'>\n"
                    + call(9, 21, "<inline_fail reason='hot method too big'/>")
                    + "</parse>\n"
                    + call(12, 11, "<inline_fail reason='hot method too big'/>")
                    + "</parse>\n"));
    assertThat(log.findings())
        .extracting(f -> f.callee().orElseThrow().name(), f -> f.changeable().orElseThrow().name())
        .containsExactlyInAnyOrder(tuple("putVal", "root"), tuple("middle", "root"));
    for (Finding finding : log.findings()) {
      boolean jdks = finding.callee().orElseThrow().name().equals("putVal");
      assertThat(finding.advice().text().contains("belongs to the JDK")).isEqualTo(jdks);
    }
  }

  /// In code entered in a running loop the receiver's class may be known.
  @Test
  void oneInstructionIsOnePlaceWhateverTheCalleeIsCalled() throws IOException {
    String ordinary =
        "<parse method='10'>\n" + call(1, 11, "<inline_fail reason='too big'/>") + "</parse>\n";
    String inLoop =
        "<parse method='10'>\n" + call(1, 12, "<inline_fail reason='too big'/>") + "</parse>\n";
    CompilationLog log =
        read(
            task(1, 1, ordinary),
            task(2, 2, inLoop)
                .replace(
                    "bytes='20' count='9000' stamp", "bytes='20' count='9000' osr_bci='3' stamp"));
    assertThat(log.compilations().getLast().isOsr()).isTrue();
    assertThat(log.findings())
        .singleElement()
        .extracting(f -> f.callee().orElseThrow().name())
        .isEqualTo("middle");
  }

  /// What java.lang.invoke makes is compiled for itself, and in each caller with its handle.
  @Test
  void aHandleThatIsNoConstantIsToldOfWhereItIsTheCallers() throws IOException {
    String refused = call(4, 11, "<inline_fail reason='receiver not constant'/>");
    String body = "<parse method='10'>\n" + refused + "</parse>\n";
    assertThat(read(task(1, 1, body)).findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.METHOD_HANDLE);
    String shared =
        task(1, 1, body).replace("a.B", "java.lang.invoke.Invokers$Holder").replace("root", "link");
    assertThat(read(shared).findings()).isEmpty();
  }

  @Test
  void limitsOfTheCommandLineAreShown() throws IOException {
    String head =
        "<vm_arguments>\n<args>\n-XX:FreqInlineSize=10 -Xmx1g </args>\n</vm_arguments>\n<tty>\n<compilation_log thread='9'>\n";
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='hot method too big'/>")
            + "</parse>\n";
    CompilationLog log = read(head, task(1, 1, body));
    assertThat(log.vm().arguments()).containsExactly("-XX:FreqInlineSize=10", "-Xmx1g");
    assertThat(log.findings().getFirst().numbers())
        .extracting(Metric::text)
        .contains("20 bytes", "limit FreqInlineSize=10");
  }

  @Test
  void theLimitIsTheOneThatHotSpotNamed() throws IOException {
    assertThat(limitOf("size > DesiredMethodLimit")).contains("limit DesiredMethodLimit=8000");
    assertThat(limitOf("NodeCountInliningCutoff")).contains("limit NodeCountInliningCutoff=18000");
    assertThat(limitOf("MaxForceInlineLevel")).contains("limit MaxForceInlineLevel=100");
    assertThat(limitOf("already compiled into a medium method"))
        .contains("limit InlineSmallCode, not known of this CPU");
  }

  @Test
  void theDefaultOfALimitIsThatOfTheLogsCpu() throws IOException {
    String refused = "<inline_fail reason='already compiled into a medium method'/>";
    CompilationLog log =
        read(
            "<info>\nOpenJDK 64-Bit Server VM (25) for linux-amd64 JRE (25)\n</info>\n<tty>\n",
            "<compilation_log thread='9'>\n",
            task(1, 1, "<parse method='10'>\n" + call(1, 11, refused) + "</parse>\n"));
    assertThat(log.vm().cpu()).isEqualTo("amd64");
    assertThat(log.findings().getFirst().numbers())
        .extracting(Metric::text)
        .contains("limit InlineSmallCode=2500 / 4");
  }

  /// `middle` calls `late` in two methods that have it inlined: one figure is the path's, one is
  /// that of all.
  @Test
  void theCountBesideAPathIsThatOfThePath() throws IOException {
    String inlined =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_success reason='inline (hot)'/>")
            + "<parse method='11'>\n"
            + call(5, 12, "<inline_fail reason='hot method too big'/>")
            + "</parse>\n</parse>\n";
    CompilationLog log = inTwo(inlined, "9000' prof_factor='0.6", "9000' prof_factor='0.4");
    Finding finding = log.findings().getFirst();
    assertThat(finding.root().name()).isEqualTo("root");
    assertThat(finding.numbers())
        .extracting(Metric::text)
        .contains("5,400 times on this path, 9,000 on all");
    // Compiled at different times, the parts add up to more than the profile ever counted.
    assertThat(
            inTwo(inlined, "9000' prof_factor='0.7", "10000' prof_factor='0.6")
                .findings()
                .getFirst()
                .numbers())
        .extracting(Metric::text)
        .contains("6,300 times on this path, 10,000 on all");
  }

  private static CompilationLog inTwo(String inlined, String first, String second)
      throws IOException {
    String late = "method='12' count='9000' prof_factor='1.0";
    return read(
        task(1, 1, inlined.replace(late, "method='12' count='" + first)),
        task(2, 2, inlined.replace(late, "method='12' count='" + second))
            .replace("a.B root", "a.B other")
            .replace("'root'", "'other'"));
  }

  /// Two classes that inherit one method: the call is made once, not twice.
  @Test
  void twoReceiversOfOneMethodAreCountedOnce() throws IOException {
    String refused =
        """
        <call method='12' count='9000' prof_factor='1.0' inline='1'/>
        <inline_fail reason='hot method too big'/>
        """;
    String site =
        "<call method='11' count='9000' prof_factor='1.0' virtual='1' inline='1' receiver='2'"
            + " receiver_count='6000' receiver2='2' receiver2_count='3000'/>\n";
    String body =
        "<parse method='10'>\n<bc code='185' bci='5'/>\n%s%s%s</parse>\n"
            .formatted(site, refused, refused);
    CompilationLog log = read(task(1, 1, body));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.findings().getFirst().numbers())
        .extracting(Metric::text)
        .anyMatch(text -> text.contains("9,000"))
        .noneMatch(text -> text.contains("18,000"));
    assertThat(log.findings().getFirst().heat()).isEqualTo(9000);
  }

  /// The class may well be loaded, by another loader.
  @Test
  void aClassThatTheLoaderWasNotAskedForIsNotSaidToBeMissing() throws IOException {
    Finding finding = withReason("unloaded signature classes");
    assertThat(finding.kind().title()).isEqualTo("class not loaded");
    assertThat(finding.meaning())
        .contains("had not yet resolved a class in the signature of B::middle")
        .contains("another loader had loaded it");
    assertThat(withReason("failed initial checks").meaning()).doesNotContain("signature");
  }

  private static Finding withReason(String reason) throws IOException {
    String refused = "<inline_fail reason='" + reason + "'/>";
    return read(task(1, 1, "<parse method='10'>\n" + call(1, 11, refused) + "</parse>\n"))
        .findings()
        .getFirst();
  }

  private List<String> limitOf(String reason) throws IOException {
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='" + reason.replace(">", "&gt;") + "'/>")
            + "</parse>\n";
    return read(task(1, 1, body)).findings().getFirst().numbers().stream()
        .map(Metric::text)
        .toList();
  }

  /// One counter goes on through them all.
  @Test
  void codeEnteredInSeveralLoopsIsCountedOnce() throws IOException {
    StringBuilder tasks = new StringBuilder();
    int[] counts = {5_000, 7_000, 9_000};
    for (int i = 0; i < counts.length; i++) {
      tasks.append(
          task(
                  i + 1,
                  i + 1,
                  "<parse method='10'>\n"
                      + call(1, 11, "<inline_fail reason='hot method too big'/>")
                      + "</parse>\n")
              .replaceFirst("bytes='20'", "bytes='20' osr_bci='" + 10 * i + "'")
              .replace("count='9000' prof_factor", "count='" + counts[i] + "' prof_factor"));
    }
    assertThat(read(tasks.toString()).findings())
        .singleElement()
        .extracting(f -> f.numbers().getLast().value())
        .isEqualTo(9000.0);
  }

  private static String thrownAway(int id, double start, double end) {
    return task(id, start, "<parse method='10'>\n</parse>\n")
        + "<make_not_entrant thread='9' reason='uncommon trap' compile_id='%d' compiler='c2' level='4' stamp='%.1f'/>%n"
            .formatted(id, end);
  }

  @Test
  void codeThatIsThrownAwayAgainAndAgainIsToldByItsTraps() throws IOException {
    String tasks = thrownAway(1, 1, 1.5) + thrownAway(2, 2, 2.5) + thrownAway(3, 3, 3.5);
    String predicates = LogText.traps("a.B root ()V", "profile_predicate", 5);
    Finding both = read(tasks, predicates, LogText.traps("a.B root ()V", 2)).findings().getFirst();
    assertThat(both.kind()).isEqualTo(Finding.Kind.DEOPTIMIZATION_LOOP);
    assertThat(both.numbers())
        .extracting(Metric::name, Metric::value)
        .containsExactly(
            tuple("times", 3.0), tuple("firstSeconds", 1.5), tuple("lastSeconds", 3.5));
    // HotSpot stops by itself to move checks out of loops.
    assertThat(both.advice().text())
        .contains(
            "profile_predicate (5 times), class_check (2 times)",
            "class_check for example in B::trapped")
        .contains("give each kind of input separate code");
    assertThat(read(tasks, predicates).findings().getFirst().advice().text())
        .startsWith("nothing: ");
    assertThat(read(tasks).findings().getFirst().advice().text())
        .contains("the log does not show the reason");
  }

  /// A method inlined in two others is one place.
  @Test
  void aStormIsAddedUpOverThePlacesItsMethodIsInlinedIn() throws IOException {
    CompilationLog log = read(LogText.traps("a.B root ()V", 40), LogText.traps("a.C root ()V", 30));
    assertThat(log.traps()).extracting(Trap::count).containsExactly(40L, 30L);
    Finding storm = log.findings().getFirst();
    assertThat(storm.kind()).isEqualTo(Finding.Kind.DEOPTIMIZATION);
    assertThat(storm.numbers()).extracting(Metric::text).contains("70 times");
    assertThat(storm.root().qualifiedName()).isEqualTo("a.B::root");
  }
}
