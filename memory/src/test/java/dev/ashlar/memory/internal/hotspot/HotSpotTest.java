// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitAssertionError;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.testing.Jdks;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What this package assumes of HotSpot, one assertion each, on the JDKs that are installed. A
/// failure says which class of the package is of no use any more on that JDK.
@Timeout(300)
final class HotSpotTest {
  private static final String LOOP = "loop";

  /// Each assumption has a control: the same code without what steers HotSpot.
  static final class Programs {

    static long result;

    static final class Slow extends DontInline {
      private static final long serialVersionUID = 1;

      static long work(long value) {
        return value * 31 + 1;
      }
    }

    static final class Plain {
      static long work(long value) {
        return value * 31 + 1;
      }
    }

    static long slow(long value) {
      return Slow.work(value);
    }

    static long plain(long value) {
      return Plain.work(value);
    }

    static void dontInline() {
      for (int i = 0; i < 20_000; i++) {
        result += DontInlineLoop.loop(i);
      }
    }

    static final class DontInlineLoop {
      static long loop(int n) {
        return slow(n) + plain(n);
      }
    }

    abstract static class Forced extends ForceInline {
      static @Nullable Forced check(long a, long b, long c) {
        if ((((a ^ b) & c) + ((a | c) ^ b) - (a & b & c) + (a << 3) - (b << 5) + (c << 7)) == 42) {
          throw new IllegalStateException();
        }
        return null;
      }
    }

    static final class Unforced {
      static @Nullable Object check(long a, long b, long c) {
        if ((((a ^ b) & c) + ((a | c) ^ b) - (a & b & c) + (a << 3) - (b << 5) + (c << 7)) == 42) {
          throw new IllegalStateException();
        }
        return null;
      }
    }

    static void forceInline() {
      for (int i = 0; i < 200_000; i++) {
        result += ForceInlineLoop.loop(i);
      }
    }

    /// One call in 50 is more than the 0.85 % below which C2 inlines nothing.
    static final class ForceInlineLoop {
      static long loop(int n) {
        if (n % 50 == 0) {
          var _ = Forced.check(n, n + 1, n + 2);
          var _ = Unforced.check(n, n + 3, n + 2);
        }
        return n;
      }
    }

    static final class Late {
      static long work(long value) {
        return value * 31 + 1;
      }

      static void known(int row) {
        result += work(row);
      }

      static void unknown(int row) {
        result -= work(row);
      }
    }

    private static final MethodHandle KNOWN = handle("known");
    private static final MethodHandle UNKNOWN = handle("unknown");

    private static MethodHandle handle(String name) {
      try {
        MethodType type = MethodType.methodType(void.class, int.class);
        return MethodHandles.lookup().findStatic(Late.class, name, type);
      } catch (ReflectiveOperationException missing) {
        throw new LinkageError(missing.getMessage(), missing);
      }
    }

    static void inlineLate() throws Throwable {
      for (int i = 0; i < 20_000; i++) {
        InlineLateLoop.loop(i, -1, 20_000 - i);
      }
    }

    static final class InlineLateLoop {
      static void loop(int row, int ended, int other) throws Throwable {
        if (row == ended) {
          throw new IndexOutOfBoundsException(row);
        }
        InlineLate.defer(row, ended, KNOWN).invokeExact(row);
        InlineLate.defer(other, ended, UNKNOWN).invokeExact(row);
      }
    }
  }

  /// The feature versions that are installed; that of this JVM among them.
  static IntStream versions() {
    return IntStream.range(25, 40).filter(version -> Jdks.find(version).isPresent());
  }

  private static ForkedJvm jvm(int version) {
    return inForkedJvm()
        .withJdk(Jdks.find(version).orElseThrow())
        .withFlags("-Xbatch")
        .keepingLogsIn(Path.of("target", "logs"))
        .repeatingFor(Duration.ZERO);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void methodsOfThrowablesAreNotInlined(int version) {
    JitRun run = jvm(version).call(Programs.class, "dontInline");
    assertThatCode(() -> run.assertThat(Programs.DontInlineLoop.class, LOOP).inlines("Plain::work"))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> run.assertThat(Programs.DontInlineLoop.class, LOOP).inlines("Slow::work"))
        .as("DontInline: C2 inlines a method of a Throwable")
        .isInstanceOf(JitAssertionError.class);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void methodsThatReturnAnIteratorAreInlined(int version) {
    JitRun run = jvm(version).call(Programs.class, "forceInline");
    assertThatCode(
            () -> run.assertThat(Programs.ForceInlineLoop.class, LOOP).inlines("Forced::check"))
        .as("ForceInline: C2 does not inline a method that returns an Iterator")
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> run.assertThat(Programs.ForceInlineLoop.class, LOOP).inlines("Unforced::check"))
        .as("ForceInline is not needed: C2 inlines any method that is called so rarely")
        .isInstanceOf(JitAssertionError.class);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aHandleChosenByTheSameComparisonIsInlinedLate(int version) {
    JitRun run = jvm(version).call(Programs.class, "inlineLate");
    assertThatCode(() -> run.assertThat(Programs.InlineLateLoop.class, LOOP).inlines("Late::known"))
        .as("InlineLate: C2 does not find that both comparisons are the same")
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> run.assertThat(Programs.InlineLateLoop.class, LOOP).inlines("Late::unknown"))
        .as("InlineLate is not late: C2 knows a handle that was chosen by any comparison")
        .isInstanceOf(JitAssertionError.class);
  }
}
