// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.DEFINITIONS;
import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.task;
import static dev.ashlar.jit.LogText.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What small programs do not bring about: written down as HotSpot writes it.
class CompilationLogTest {
  @TempDir private Path folder;

  private CompilationLog read(String... parts) throws IOException {
    return LogText.read(folder, parts);
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
      assertThat(log.compilations().getFirst().attempts()).isEqualTo(2);
      assertThat(log.parseProblems()).isEmpty();
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
    assertThat(log.parseProblems()).isEmpty();
    CallTree middle =
        Objects.requireNonNull(tree(log).sites().getFirst().decisions().getFirst().body());
    CallTree late = Objects.requireNonNull(middle.sites().getFirst().decisions().getFirst().body());
    assertThat(late.method().name()).isEqualTo("late");
    assertThat(late.sites().getFirst().decisions())
        .extracting(d -> d.target().name(), Decision::verdict, Decision::reason)
        .containsExactly(tuple("middle", Verdict.CALLED, "too big"));
  }

  /// C2 has an intrinsic for the callee, and cannot make it here.
  @Test
  void aCallThatIsAskedForAgainIsOneCall() throws IOException {
    String call = "<call method='11' count='9000' prof_factor='1.0' inline='1'/>\n";
    CompilationLog log =
        read(
            task(
                1,
                1,
                "<parse method='10' uses='9000'>\n"
                    + call(1, 11, call + "<inline_fail reason='too big'/>")
                    + "</parse>\n"));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(tree(log).sites()).hasSize(1);
    assertThat(tree(log).sites().getFirst().decisions())
        .extracting(d -> d.target().name(), Decision::verdict, Decision::reason)
        .containsExactly(tuple("middle", Verdict.CALLED, "too big"));
  }

  /// The handle was not constant when its caller was parsed.
  @Test
  void lateInliningReplacesTheCallOfAMethodHandle() throws IOException {
    String handle =
        "<klass id='3' name='java.lang.invoke.MethodHandle' flags='1'/>\n"
            + "<method id='13' holder='3' name='invokeBasic' return='1' flags='1' bytes='0'"
            + " iicount='9000'/>\n";
    CompilationLog log =
        read(
            task(
                1,
                1,
                handle
                    + "<parse method='10' uses='9000'>\n"
                    + call(
                        5,
                        13,
                        "<inline_fail reason='receiver not constant'/>\n<inline_id id='7'/>\n")
                    + "</parse>\n"
                    + "<late_inline method='13' inline_id='7'>\n"
                    + "<jvms bci='5' method='10'/>\n</late_inline>\n"
                    + "<call method='12' count='9000' prof_factor='1' inline='1'/>\n"
                    + "<inline_success reason='force inline by annotation'/>\n"
                    + "<parse method='12'>\n</parse>\n"));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(tree(log).sites().getFirst().decisions())
        .extracting(d -> d.target().name(), Decision::verdict)
        .containsExactly(tuple("late", Verdict.INLINED));
  }

  /// The receiver was not known when its caller was parsed.
  @Test
  void lateInliningReplacesAVirtualCall() throws IOException {
    String subclass =
        "<klass id='4' name='p.Sub' flags='1'/>\n"
            + "<method id='14' holder='4' name='late' return='1' flags='1' bytes='5'"
            + " iicount='9000'/>\n";
    CompilationLog log =
        read(
            task(
                1,
                1,
                subclass
                    + "<parse method='10' uses='9000'>\n"
                    + "<bc code='182' bci='5'/>\n"
                    + "<call method='12' count='9000' prof_factor='1' virtual='1' inline='1'/>\n"
                    + "<inline_fail reason='virtual call'/>\n<virtual_call bci='5'/>\n"
                    + "</parse>\n"
                    + "<late_inline method='12' inline_id='0'>\n"
                    + "<jvms bci='5' method='10'/>\n</late_inline>\n"
                    + "<call method='14' count='9000' prof_factor='1' inline='1'/>\n"
                    + "<inline_success reason='inline (hot)'/>\n"
                    + "<parse method='14'>\n</parse>\n"));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(tree(log).sites().getFirst().decisions())
        .extracting(d -> d.target().holder(), Decision::verdict)
        .containsExactly(tuple("p.Sub", Verdict.INLINED));
  }

  /// C2 logs no decision for an intrinsic, and generates its code after the other receiver's.
  @Test
  void anIntrinsicOfOneReceiverTypeHasNoDecision() throws IOException {
    String get =
        """
        <klass id='3' name='java.lang.ref.Reference' flags='1'/>
        <klass id='4' name='java.lang.ref.WeakReference' flags='1'/>
        <klass id='5' name='java.lang.ref.SoftReference' flags='1'/>
        <method id='13' holder='3' name='get' return='3' flags='1' bytes='5' iicount='1'/>
        <method id='14' holder='5' name='get' return='3' flags='1' bytes='29' iicount='1'/>
        <parse method='10' uses='9000'>
        <bc code='182' bci='24'/>
        <call method='13' count='446' prof_factor='1' virtual='1' inline='1' receiver='4' receiver_count='334' receiver2='5' receiver2_count='112'/>
        <call method='13' count='446' prof_factor='1' inline='1'/>
        <call method='14' count='446' prof_factor='1' inline='1'/>
        %s
        <predicted_call bci='24' exact='1' klass='4'/>
        %s
        %s
        </parse>
        """;
    String inlined = "<inline_success reason='inline (hot)'/>";
    String refused = "<inline_fail reason='too big'/>";
    String body = "<parse method='14'>\n<bc code='183' bci='1'/>\n</parse>";
    String call = "<direct_call bci='24'/>";
    String intrinsic = "<intrinsic id='_Reference_get' nodes='7'/>";
    assertThat(getDecisions(get.formatted(inlined, body, intrinsic)))
        .containsExactly(
            tuple("java.lang.ref.Reference", Verdict.INTRINSIC),
            tuple("java.lang.ref.SoftReference", Verdict.INLINED));
    assertThat(getDecisions(get.formatted(refused, call, intrinsic)))
        .containsExactly(
            tuple("java.lang.ref.Reference", Verdict.INTRINSIC),
            tuple("java.lang.ref.SoftReference", Verdict.CALLED));
    // The intrinsic could not be made.
    assertThat(getDecisions(get.formatted(inlined, body, call)))
        .containsExactly(
            tuple("java.lang.ref.Reference", Verdict.CALLED),
            tuple("java.lang.ref.SoftReference", Verdict.INLINED));
  }

  private List<Tuple> getDecisions(String body) throws IOException {
    CompilationLog log = read(task(1, 1, body));
    assertThat(log.parseProblems()).isEmpty();
    return tree(log).sites().getFirst().decisions().stream()
        .map(decision -> tuple(decision.target().holder(), decision.verdict()))
        .toList();
  }

  /// A call of a program's method always has a decision.
  @Test
  void aLostDecisionAboutAReceiverTypeIsDamage() throws IOException {
    CompilationLog log =
        read(
            task(
                1,
                1,
                """
                <parse method='10' uses='9000'>
                <bc code='182' bci='5'/>
                <call method='11' count='9000' prof_factor='1' virtual='1' inline='1'/>
                <call method='11' count='9000' prof_factor='1' inline='1'/>
                <call method='12' count='9000' prof_factor='1' inline='1'/>
                <inline_fail reason='too big'/>
                </parse>
                """));
    assertThat(log.parseProblems())
        .extracting(ParseProblem::what)
        .containsExactly("calls without a body they are in, or a decision");
  }

  /// The log has no id of a virtual call, and the path fits the body of either copy.
  @Test
  void lateInliningOfAVirtualCallIsPlacedWhereAnInstructionIsCompiledTwice() throws IOException {
    String success = "<inline_success reason='inline (hot)'/>\n<parse method='11'>\n%s</parse>";
    String virtual =
        """
        <bc code='182' bci='5'/>
        <call method='12' count='9000' prof_factor='1' virtual='1' inline='1'/>
        <inline_fail reason='virtual call'/>
        <virtual_call bci='5'/>
        """;
    String late =
        """
        <late_inline method='12' inline_id='0'>
        <jvms bci='5' method='11'/>
        <jvms bci='1' method='10'/>
        </late_inline>
        """;
    for (boolean first : new boolean[] {false, true}) {
      String copies =
          call(1, 11, success.formatted(first ? virtual : ""))
              + call(1, 11, success.formatted(first ? "" : virtual));
      String root = "<parse method='10' uses='9000'>\n" + copies + "</parse>\n";
      CompilationLog log =
          read(
              task(
                  1,
                  1,
                  root
                      + late
                      + "<call method='12' count='9000' prof_factor='1' inline='1'/>\n"
                      + "<inline_success reason='inline (hot)'/>\n"
                      + "<parse method='12'>\n</parse>\n"));
      assertThat(log.parseProblems()).isEmpty();
      assertThat(verdicts(tree(log))).containsExactlyInAnyOrder("INLINED", "INLINED", "INLINED");
      String why = "late call devirtualization failed (receiver may be null)";
      // HotSpot logs the element twice then.
      CompilationLog refused =
          read(task(1, 1, root + late + late + "<inline_fail reason='" + why + "'/>\n"));
      assertThat(refused.parseProblems()).isEmpty();
      assertThat(verdicts(tree(refused)))
          .containsExactlyInAnyOrder("INLINED", "INLINED", "VIRTUAL");
    }
  }

  private static List<String> verdicts(CallTree tree) {
    List<String> verdicts = new ArrayList<>();
    tree.forEachDecision((path, site, decision) -> verdicts.add(decision.verdict().name()));
    return verdicts;
  }

  /// A refused call of the rest stays a virtual call.
  @Test
  void aVirtualCallThatIsRefusedLateStaysVirtual() throws IOException {
    CompilationLog log =
        read(
            task(
                1,
                1,
                """
                <parse method='10' uses='9000'>
                <bc code='182' bci='5'/>
                <call method='12' count='9000' prof_factor='1' virtual='1' inline='1'/>
                <call method='11' count='9000' prof_factor='1' inline='1'/>
                <inline_fail reason='too big'/>
                <virtual_call bci='5'/>
                <direct_call bci='5'/>
                </parse>
                <late_inline method='12' inline_id='0'>
                <jvms bci='5' method='10'/>
                </late_inline>
                <inline_fail reason='late call devirtualization failed (receiver may be null)'/>
                """));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(verdicts(tree(log))).containsExactly("CALLED", "VIRTUAL");
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
    assertThat(log.parseProblems()).isEmpty();
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
    assertThat(log.parseProblems()).isEmpty();
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
    assertThat(log.compilations()).extracting(Compilation::id).containsExactly(1, 2);
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
    assertThat(log.parseProblems()).isEmpty();
  }

  /// A JVM that ends does not wait for its compilers, and writes their parts one after the other.
  @Test
  void aCompilationUnderWayEndsWithItsThreadsPart() throws IOException {
    String unfinished = task(1, 1, "<parse method='10'>\n").replaceFirst("(?s)<task_done.*", "");
    CompilationLog log =
        read(
            "<compilation_log thread='8'>\n<fragment>\n<![CDATA[\n" + unfinished,
            "]]>\n</fragment>\n</compilation_log>\n<compilation_log thread='9'>\n",
            task(2, 2, "<parse method='10'>\n</parse>\n"));
    assertThat(log.compilations()).extracting(Compilation::succeeded).containsExactly(false, true);
    // That it ended so is no damage.
    assertThat(log.parseProblems()).isEmpty();
  }

  @Test
  void partsThatAKilledJvmLeftBehindAreRead() throws IOException {
    Path part = folder.resolve("hs_c9_pid1.log");
    String body =
        "<parse method='10'>\n"
            + call(1, 11, "<inline_fail reason='hot method too big'/>")
            + "</parse>\n";
    Files.writeString(part, task(1, 1, body));
    CompilationLog log = read("<thread_logfile thread='9' filename='" + part + "'/>\n");
    assertThat(log.findings()).hasSize(1);
    assertThat(log.parts()).containsExactly(part);
    Path kept = Files.createDirectory(folder.resolve("kept")).resolve("hs_c9_pid1.log");
    Files.move(part, kept);
    Path moved = Files.copy(folder.resolve("log"), folder.resolve("kept/log"));
    assertThat(CompilationLog.read(moved).parts()).containsExactly(kept);
    assertThat(read("<thread_logfile thread='9' filename='" + part + "'/>\n").parseProblems())
        .extracting(ParseProblem::what)
        .containsExactly("compiler threads whose part of the log is missing");
  }

  @Test
  void withoutC2TheLevelThatIsNotSaidIsOfC1() throws IOException {
    CompilationLog log =
        read(
            "<start_compile_thread name='C1 CompilerThread0' thread='7' stamp='0.1'/>\n",
            task(1, 1.0, ""),
            "<start_compile_thread name='C2 CompilerThread0' thread='8' stamp='0.1'/>\n",
            task(2, 2.0, ""));
    assertThat(log.compilations()).extracting(Compilation::isC2).containsExactly(false, true);
  }
}
