// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.Trap;
import dev.ashlar.jit.junit.ForkedJvm;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A loop that C2 compiled for one kind of memory gets another one.
final class SecondKindTest {
  private static final ForkedJvm JVM =
      inForkedJvm()
          .withFlags("-Xbatch", "--enable-native-access=ALL-UNNAMED")
          .repeatingFor(Duration.ZERO);

  private static final int SIZE = 4092;
  private static final int WALKS = 20_000;

  static long result;

  static void nativeAfterArray() {
    walkBoth(SecondKindTest::array, SecondKindTest::nativeMemory);
  }

  static void arrayAfterNative() {
    walkBoth(SecondKindTest::nativeMemory, SecondKindTest::array);
  }

  static void sliceAfterArray() {
    walkBoth(SecondKindTest::array, () -> Bytes.of(new byte[SIZE + 1], 1, SIZE));
  }

  private static Bytes array() {
    return Bytes.of(new byte[SIZE]);
  }

  private static Bytes nativeMemory() {
    return Bytes.of(Arena.ofAuto().allocate(SIZE));
  }

  private static void walkBoth(Supplier<Bytes> first, Supplier<Bytes> second) {
    walkOften(first.get());
    walkOften(second.get());
  }

  /// Ints and longs in turn.
  private static void walkOften(Bytes bytes) {
    for (int at = 0; at < SIZE; at += Integer.BYTES + Long.BYTES) {
      bytes.setByte(at, (byte) -1);
    }
    for (int i = 0; i < WALKS; i++) {
      result += walk(bytes);
    }
  }

  /// The step depends on the data, so that nothing but predicates takes checks out of the loop.
  private static long walk(Bytes bytes) {
    long sum = 0;
    int at = 0;
    while (at < SIZE) {
      if (bytes.getByte(at) < 0) {
        sum += bytes.getInt(at);
        at += Integer.BYTES;
      } else {
        sum += bytes.getLong(at);
        at += Long.BYTES;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"nativeAfterArray", "arrayAfterNative", "sliceAfterArray"})
  void theLoopHitsNoPredicate(String program) {
    assertThat(predicatesHit(JVM, program)).isEmpty();
  }

  /// Otherwise the test above would show nothing.
  @Test
  void withoutTheWarmupItDoes() {
    assertThat(predicatesHit(JVM.withFlags("-Ddev.ashlar.profileWarmup=false"), "nativeAfterArray"))
        .isNotEmpty();
  }

  private static List<Trap> predicatesHit(ForkedJvm jvm, String program) {
    Stream<Trap> traps = jvm.call(SecondKindTest.class, program).log().traps().stream();
    return traps
        .filter(trap -> trap.method().name().equals("walk") && trap.reason().equals("predicate"))
        .toList();
  }
}
