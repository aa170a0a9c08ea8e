// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.testing.Jdks;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Each small program has one thing to find: it is found, ranked first, and nothing is invented.
class ProgramsTest {
  /// @param also what else is true of it
  record Expected(
      String program,
      Kind kind,
      String method,
      Optional<String> callee,
      String number,
      Set<Kind> also,
      List<String> flags) {
    @Override
    public String toString() {
      return program;
    }
  }

  private static Expected call(
      String program, Kind kind, String method, String callee, String number, String... flags) {
    return new Expected(
        program, kind, method, Optional.of(callee), number, Set.of(), List.of(flags));
  }

  static Stream<Arguments> programs() {
    List<Expected> expected =
        List.of(
            call("Megamorphic", Kind.VIRTUAL_CALL, "total", "area", "times"),
            call("HotTooBig", Kind.HOT_METHOD_TOO_BIG, "run", "mix", "limit FreqInlineSize=325"),
            call("HugeMethod", Kind.HUGE_METHOD, "run", "huge", "limit HugeMethodLimit=8000"),
            call(
                "AlreadyCompiled",
                Kind.ALREADY_COMPILED,
                // The warm-up's loop in main has the same call, and may be compiled before its end.
                "",
                "mix",
                "limit InlineSmallCode=2500"),
            call("TooDeep", Kind.TOO_DEEP, "m15", "m16", "limit MaxInlineLevel=15"),
            call("Recursive", Kind.RECURSIVE, "fib", "fib", "limit MaxRecursiveInlineLevel=1"),
            call("Unloaded", Kind.NOT_LOADED, "run", "step", "times"),
            call("Intrinsics", Kind.INTRINSIC_USED, "step", "", "times"),
            call(
                "IntrinsicMissed",
                Kind.INTRINSIC_MISSED,
                "step",
                "arraycopy",
                "times",
                "-XX:DisableIntrinsic=_arraycopy"),
            new Expected(
                "Storm",
                Kind.DEOPTIMIZATION,
                "step",
                Optional.empty(),
                "times",
                Set.of(),
                List.of("-XX:-OmitStackTraceInFastThrow")),
            new Expected(
                "Bouncing",
                Kind.DEOPTIMIZATION_LOOP,
                "",
                Optional.empty(),
                "times",
                Set.of(),
                List.of()),
            new Expected(
                "Failing",
                Kind.COMPILATION_FAILED,
                "",
                Optional.empty(),
                "bytes",
                Set.of(Kind.HOT_METHOD_TOO_BIG),
                List.of("-XX:MaxNodeLimit=1500", "-XX:NodeLimitFudgeFactor=300")));
    return Stream.of(17, 21, 25).flatMap(jdk -> expected.stream().map(e -> Arguments.of(jdk, e)));
  }

  private static CompilationLog log(int version, String program, Path folder, String... flags)
      throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    // In the background, a short program could end before C2 gets to it on a busy machine.
    String[] all = Arrays.copyOf(flags, flags.length + 1);
    all[flags.length] = "-Xbatch";
    Program.Run run = Program.compile(program, folder).run(jdk.orElseThrow(), all);
    List<JdkImage> jdks = List.of(JdkImage.of(jdk.orElseThrow()));
    CompilationLog log = CompilationLog.read(run.log()).withJdks(jdks).withSourceLines();
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.vm().featureVersion()).isEqualTo(version);
    return log;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void foundAndRankedFirst(int version, Expected expected, @TempDir Path folder) throws Exception {
    CompilationLog log =
        log(version, expected.program(), folder, expected.flags().toArray(String[]::new));

    List<Finding> ours =
        log.findings().stream()
            .filter(f -> f.kind().isProblem() || f.kind() == Kind.INTRINSIC_USED)
            .toList();
    assertThat(ours).isNotEmpty();
    Finding first = ours.getFirst();
    assertThat(first.kind()).isEqualTo(expected.kind());
    assertThat(first.method().holder()).isEqualTo("programs." + expected.program());
    assertThat(first.method().name()).contains(expected.method());
    expected
        .callee()
        .filter(callee -> !callee.isEmpty())
        .ifPresent(callee -> assertThat(first.callee().orElseThrow().name()).isEqualTo(callee));
    assertThat(Metric.joined(first.numbers(), ", ")).contains(expected.number());
    assertThat(first.line().isPresent()).isEqualTo(first.bci() >= 0);
    assertThat(first.meaning()).isNotBlank();
    assertThat(first.advice().text()).isNotBlank();

    assertThat(ours.stream().filter(f -> f.kind().isProblem()).map(Finding::kind))
        .allMatch(kind -> kind == expected.kind() || expected.also().contains(kind));
  }

  static Stream<Integer> jdks() {
    return Stream.of(17, 21, 25);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void receiversHaveTheirSharesAndTheRestIsCounted(int version, @TempDir Path folder)
      throws Exception {
    Finding call = log(version, "Megamorphic", folder).findings().getFirst();
    assertThat(call.receivers()).hasSize(2);
    double all =
        call.receivers().stream().mapToLong(Receiver::count).sum() + call.otherReceiverCount();
    for (Receiver receiver : call.receivers()) {
      double share =
          switch (receiver.holder()) {
            case "programs.Megamorphic$Circle" -> 0.4;
            case "programs.Megamorphic$Square" -> 0.3;
            case "programs.Megamorphic$Line" -> 0.2;
            case "programs.Megamorphic$Point" -> 0.1;
            default -> throw new AssertionError("invented: " + receiver);
          };
      assertThat(receiver.count() / all).isCloseTo(share, within(0.03));
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void callsOfOneLineThatDifferInNothingAreToldOnce(int version, @TempDir Path folder)
      throws Exception {
    List<Finding> calls =
        log(version, "SameLine", folder).findings().stream()
            .filter(f -> f.kind() == Kind.VIRTUAL_CALL)
            .toList();
    // The two that HotSpot keeps of three need not be the same at both.
    if (calls.size() == 1) {
      assertThat(calls.getFirst().numbers())
          .extracting(Metric::text)
          .contains("one of 2 such calls on this line");
    } else {
      assertThat(calls).hasSize(2);
      assertThat(holders(calls.getFirst())).isNotEqualTo(holders(calls.getLast()));
    }
  }

  private static List<String> holders(Finding call) {
    return call.receivers().stream().map(Receiver::holder).toList();
  }

  /// The story of the lab's experiment `decode`: the accessors' record of classes is what spoils
  /// them.
  @ParameterizedTest
  @MethodSource("jdks")
  void bufferCallsArePollutedByOtherKindsAndCleanWithoutThem(int version, @TempDir Path folder)
      throws Exception {
    assertThat(problemsIn("decode", log(version, "Buffers", folder))).isEmpty();

    List<Finding> polluted =
        problemsIn("decode", log(version, "Buffers", folder, "-Dpolluted=true"));
    assertThat(polluted)
        .extracting(Finding::kind, f -> f.method().name(), f -> f.callee().orElseThrow().name())
        .containsExactlyInAnyOrder(
            tuple(Kind.VIRTUAL_CALL, "decode", "get"),
            tuple(Kind.VIRTUAL_CALL, "decode", "getInt"),
            tuple(Kind.VIRTUAL_CALL, "decode", "getLong"));
    for (Finding call : polluted) {
      assertThat(holders(call))
          .hasSize(2)
          .isSubsetOf(
              "java.nio.HeapByteBuffer", "java.nio.HeapByteBufferR", "java.nio.DirectByteBuffer");
      assertThat(call.otherReceiverCount()).isPositive();
    }
  }

  private static List<Finding> problemsIn(String root, CompilationLog log) {
    return log.findings().stream()
        .filter(f -> f.kind().isProblem() && f.root().name().equals(root))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void twoReceiversThatAreInlinedAreNoProblem(int version, @TempDir Path folder) throws Exception {
    CompilationLog log = log(version, "Bimorphic", folder);
    assertThat(log.findings()).noneMatch(f -> f.kind().isProblem());

    Method total = log.methodsNamed("Bimorphic::total").getFirst();
    CallTree tree = Objects.requireNonNull(Objects.requireNonNull(log.currentCode(total)).tree());
    CallSite call = tree.sites().getFirst();
    assertThat(call.virtual()).isTrue();
    assertThat(call.decisions())
        .extracting(d -> d.target().shortName(), Decision::verdict)
        .containsExactlyInAnyOrder(
            tuple("Bimorphic$Circle::area", Verdict.INLINED),
            tuple("Bimorphic$Square::area", Verdict.INLINED));
    assertThat(call.decisions())
        .allSatisfy(
            d -> assertThat(Objects.requireNonNull(d.body()).method()).isEqualTo(d.target()));
  }

  /// JDK 17 inlines by the number of calls, later ones by their number for each call of the caller.
  @ParameterizedTest
  @MethodSource("jdks")
  void tooBigIsFoundWhereHotSpotSaysSo(int version, @TempDir Path folder) throws Exception {
    List<Finding> problems =
        log(version, "TooBig", folder).findings().stream()
            .filter(f -> f.kind().isProblem())
            .toList();
    if (version == 17) {
      assertThat(problems).isEmpty();
    } else {
      assertThat(problems.getFirst().kind()).isEqualTo(Kind.TOO_BIG);
      assertThat(problems.getFirst().numbers())
          .extracting(Metric::text)
          .contains("60 bytes", "limit MaxInlineSize=35");
    }
  }
}
