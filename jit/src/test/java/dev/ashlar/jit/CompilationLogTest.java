package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What small programs do not bring about: written down as HotSpot writes it.
class CompilationLogTest {
  private static final String DEFINITIONS =
      """
      <type id='1' name='void'/>
      <klass id='2' name='a.B' flags='1'/>
      <method id='10' holder='2' name='root' return='1' flags='1' bytes='20' iicount='9000'/>
      <method id='11' holder='2' name='middle' return='1' flags='1' bytes='20' iicount='9000'/>
      <method id='12' holder='2' name='late' return='1' flags='1' bytes='20' iicount='9000'/>
      """;

  @TempDir private Path folder;

  private CompilationLog read(String... parts) throws IOException {
    Path file = folder.resolve("log");
    Files.writeString(file, "<hotspot_log version='160 1'>\n" + String.join("", parts));
    return CompilationLog.read(file);
  }

  private static String task(int id, double stamp, String body) {
    return "<task compile_id='%d' method='a.B root ()V' bytes='20' count='9000' stamp='%.3f'>%n"
            .formatted(id, stamp)
        + DEFINITIONS
        + body
        + "<task_done success='1' nmsize='100' count='9000' stamp='%.3f'/>%n</task>%n"
            .formatted(stamp + 0.1);
  }

  private static String call(int bci, int method, String decision) {
    return "<bc code='184' bci='%d'/>%n<call method='%d' count='9000' prof_factor='1.0' inline='1'/>%n%s%n"
        .formatted(bci, method, decision);
  }

  private static CallTree tree(CompilationLog log) {
    Method root = log.methodsNamed("a.B::root").getFirst();
    return Objects.requireNonNull(Objects.requireNonNull(log.lastWord(root)).tree());
  }

  @Test
  void theLastAttemptCounts() throws IOException {
    String first =
        "<parse method='10' uses='9000'>\n" + call(1, 11, "<inline_fail reason='too big'/>");
    String second =
        "<parse method='10' uses='9000'>\n"
            + call(1, 11, "<inline_success reason='inline (hot)'/>")
            + "<parse method='11'>\n</parse>\n</parse>\n";
    for (String end : List.of("</parse>\n", "")) {
      CompilationLog log =
          read(
              task(
                  1,
                  1,
                  first
                      + end
                      + "<failure reason='retry without subsuming loads' phase='compile'/>\n"
                      + DEFINITIONS
                      + second));
      assertThat(tree(log).sites()).hasSize(1);
      assertThat(tree(log).sites().getFirst().isInlined()).isTrue();
      assertThat(log.tasks().getFirst().attempts()).isEqualTo(2);
      assertThat(log.unread()).isEmpty();
    }
  }

  @Test
  void lateInliningIsPlacedByItsPath() throws IOException {
    CompilationLog log =
        read(
            task(
                1,
                1,
                "<parse method='10' uses='9000'>\n"
                    + call(1, 11, "<inline_success reason='inline (hot)'/>")
                    + "<parse method='11'>\n"
                    + call(5, 12, "<inline_success reason='inline (hot)'/>")
                    + "</parse>\n</parse>\n"
                    + "<late_inline method='12' inline_id='7'>\n"
                    + "<jvms bci='5' method='11'/>\n<jvms bci='1' method='10'/>\n</late_inline>\n"
                    + "<parse method='12'>\n"
                    + call(3, 11, "<inline_fail reason='too big'/>")
                    + "</parse>\n"));
    assertThat(log.unread()).isEmpty();
    CallTree middle =
        Objects.requireNonNull(tree(log).sites().getFirst().decisions().getFirst().body());
    CallTree late = Objects.requireNonNull(middle.sites().getFirst().decisions().getFirst().body());
    assertThat(late.method().name()).isEqualTo("late");
    assertThat(late.sites().getFirst().decisions())
        .extracting(d -> d.target().name(), Decision::verdict, Decision::reason)
        .containsExactly(tuple("middle", Verdict.CALLED, "too big"));
  }

  /// C2 copies the head of a loop: index and method of both copies are the same.
  @Test
  void lateInliningIsPlacedByItsIdWhereAnInstructionIsCompiledTwice() throws IOException {
    String promised =
        call(
            1,
            11,
            "<inline_success reason='inline (hot)'/>\n<inline_id id='%d'/>\n<direct_call bci='1'/>");
    String late =
        "<late_inline method='11' inline_id='%d'>\n<jvms bci='1' method='10'/>\n</late_inline>\n"
            + "<parse method='11'>\n"
            + call(3, 12, "<inline_fail reason='%s'/>")
            + "</parse>\n";
    CompilationLog log =
        read(
            task(
                1,
                1,
                "<parse method='10' uses='9000'>\n"
                    + promised.formatted(71)
                    + promised.formatted(72)
                    + "</parse>\n"
                    + late.formatted(72, "too big")
                    + late.formatted(71, "hot method too big")));
    assertThat(log.unread()).isEmpty();
    assertThat(tree(log).sites())
        .extracting(
            CallSite::frequency,
            site ->
                Objects.requireNonNull(site.decisions().getFirst().body())
                    .sites()
                    .getFirst()
                    .decisions()
                    .getFirst()
                    .reason())
        .containsExactly(tuple(4500.0, "hot method too big"), tuple(4500.0, "too big"));
  }

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
      assertThat(finding.advice().contains("the JDK's own")).isEqualTo(jdks);
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
    assertThat(log.tasks().getLast().isOsr()).isTrue();
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
  void twoReceiversMayShareTheirMethod() throws IOException {
    String body = "<parse method='11'>\n</parse>\n";
    CompilationLog log =
        read(
            task(
                1,
                1,
                "<parse method='10'>\n<bc code='185' bci='1'/>\n"
                    + "<call method='11' count='9000' prof_factor='1' virtual='1' inline='1'"
                    + " receiver='2' receiver_count='8000' receiver2='2' receiver2_count='1000'/>\n"
                    + "<call method='11' count='9000' prof_factor='1' inline='1'/>\n"
                    + "<inline_success reason='inline (hot)'/>\n"
                    + "<call method='11' count='9000' prof_factor='1' inline='1'/>\n"
                    + "<inline_success reason='inline (hot)'/>\n"
                    + body
                    + body
                    + "</parse>\n"));
    assertThat(log.unread()).isEmpty();
    assertThat(tree(log).sites().getFirst().decisions())
        .hasSize(2)
        .allMatch(d -> d.verdict() == Verdict.INLINED && d.body() != null);
  }

  @Test
  void theLastInTimeIsTheLastWordWhereverItStandsInTheFile() throws IOException {
    String refused =
        "<parse method='10'>\n" + call(1, 11, "<inline_fail reason='too big'/>") + "</parse>\n";
    String inlined =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_success reason='inline (hot)'/>")
            + "<parse method='11'>\n</parse>\n</parse>\n";
    CompilationLog log = read(task(2, 2, inlined), task(1, 1, refused));
    assertThat(tree(log).sites().getFirst().isInlined()).isTrue();
    assertThat(log.findings()).isEmpty();
    assertThat(log.tasks()).extracting(Task::id).containsExactly(1, 2);
  }

  @Test
  void aFragmentIsReadLikeTheRest() throws IOException {
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='hot method too big'/>")
            + "</parse>\n";
    CompilationLog log =
        read(
            "<compilation_log thread='9'>\n<fragment>\n<![CDATA[\n",
            task(1, 1, body),
            "]]>\n</fragment>\n");
    assertThat(log.findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.HOT_METHOD_TOO_BIG);
    assertThat(log.unread()).isEmpty();
  }

  @Test
  void partsThatAKilledJvmLeftBehindAreRead() throws IOException {
    Path part = folder.resolve("part");
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='hot method too big'/>")
            + "</parse>\n";
    Files.writeString(part, task(1, 1, body));
    CompilationLog log = read("<thread_logfile thread='9' filename='" + part + "'/>\n");
    assertThat(log.findings()).hasSize(1);
    assertThat(log.parts()).containsExactly(part);
    Path kept = Files.createDirectory(folder.resolve("kept")).resolve("part");
    Files.move(part, kept);
    Path moved = Files.copy(folder.resolve("log"), folder.resolve("kept/log"));
    assertThat(CompilationLog.read(moved).parts()).containsExactly(kept);
    assertThat(read("<thread_logfile thread='9' filename='" + part + "'/>\n").unread())
        .extracting(Unread::what)
        .containsExactly("compiler threads whose part of the log is missing");
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
    assertThat(log.findings().getFirst().numbers()).contains("20 bytes", "limit FreqInlineSize=10");
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
          no deoptimisation after soon | line 1 is no rule: no deoptimisation after soon: write it like 'no deoptimisation in Encoder::encode after 5 s'
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

  @Test
  void withoutC2TheLevelThatIsNotSaidIsOfC1() throws IOException {
    CompilationLog log =
        read(
            "<start_compile_thread name='C1 CompilerThread0' thread='7' stamp='0.1'/>\n",
            task(1, 1.0, ""),
            "<start_compile_thread name='C2 CompilerThread0' thread='8' stamp='0.1'/>\n",
            task(2, 2.0, ""));
    assertThat(log.tasks()).extracting(Task::isC2).containsExactly(false, true);
  }
}
