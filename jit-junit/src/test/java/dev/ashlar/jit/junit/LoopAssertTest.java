// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.junit.workload.Calm;
import dev.ashlar.jit.junit.workload.Loops;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each assertion about a loop where it holds and where it does not.
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class LoopAssertTest {
  private static final Path SOURCE =
      Path.of("src/test/java/dev/ashlar/jit/junit/workload/Loops.java");

  /// {@return the line of the loop with this comment}
  private static int line(String comment) throws IOException {
    List<String> lines = Files.readAllLines(SOURCE);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// " + comment)) {
        return i + 1;
      }
    }
    throw new AssertionError("no loop is commented " + comment);
  }

  private static void breaks(LoopAssert loop, Consumer<LoopAssert> assertion, String reason) {
    JitAssertionError error =
        catchThrowableOfType(JitAssertionError.class, () -> assertion.accept(loop));
    assertThat(error).isNotNull();
    assertThat(error.reason()).isEqualTo(Reason.RULE_BROKEN);
    assertThat(error).hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void loopsAreWhatTheirCodeSays(int version) throws IOException {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    assumeFalse(
        Decoders.installed(Architecture.X86_64).isEmpty()
            && Decoders.installed(Architecture.AARCH64).isEmpty(),
        "no disassembler");
    JitRun run =
        inForkedJvm()
            .withJdk(jdk.orElseThrow())
            .withFlags(
                "-Xbatch",
                "-XX:+UseSerialGC",
                "-XX:CompileCommand=dontinline," + Loops.class.getName() + "::outOfLine")
            .printing(Loops.class.getName() + "::*")
            .repeatingFor(Duration.ofMillis(700))
            .run(Loops.class);
    assertThat(run.log().parseProblems()).isEmpty();

    run.assertThat(Loops.class, "add")
        .loopAt(line("vectorized"))
        .isVectorized()
        .hasNoRangeCheck()
        .allocatesNothing()
        .hasNoCall()
        .hasNoClassGuard();
    LoopAssert gather = run.assertThat(Loops.class, "gather").loops();
    gather.hasNoCall().allocatesNothing().hasNoClassGuard();
    breaks(gather, LoopAssert::hasNoRangeCheck, "range check");
    breaks(gather, LoopAssert::isVectorized, "not vectorized");
    LoopAssert allocate = run.assertThat(Loops.class, "allocate").loopAt(line("an allocation"));
    breaks(allocate, LoopAssert::allocatesNothing, "allocation");
    LoopAssert call = run.assertThat(Loops.class, "call").loopAt(line("a call"));
    call.hasNoRangeCheck().hasNoClassGuard();
    breaks(call, LoopAssert::hasNoCall, "outOfLine (static)");
    breaks(call, LoopAssert::allocatesNothing, "outOfLine (static)");
    LoopAssert areas = run.assertThat(Loops.class, "areas").loopAt(line("a class guard"));
    areas.hasNoCall().allocatesNothing();
    breaks(areas, LoopAssert::hasNoClassGuard, "class guard");

    breaks(
        run.assertThat(Loops.class, "call").loopAt(1),
        LoopAssert::hasNoCall,
        "has no loop at line 1");
  }

  @ParameterizedTest
  @ValueSource(ints = 25)
  void codeThatIsNotPrintedProvesNothing(int version) {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    JitRun run =
        inForkedJvm()
            .withJdk(jdk.orElseThrow())
            .withFlags("-Xbatch")
            .repeatingFor(Duration.ofMillis(700))
            .run(Calm.class);
    breaks(run.assertThat(Calm.class, "sum").loops(), LoopAssert::hasNoCall, "was printed");
  }
}
