// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.lab.calls.CallMemory.ArenaMemory;
import dev.ashlar.lab.calls.NativeCall.BufferCall;
import dev.ashlar.lab.calls.NativeCall.DivCall;
import dev.ashlar.lab.calls.NativeCall.ErrnoCall;
import dev.ashlar.lab.calls.NativeCall.FiveStructsCall;
import dev.ashlar.lab.calls.NativeCall.LdivCall;
import dev.ashlar.lab.calls.NativeCall.StrlenCall;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The proof that precedes the timing can fail.
class CallWorkloadTest {
  private static final String[] TEXTS = Inputs.strings(100);

  /// Every kind of call that writes to its memory or has it written to.
  static Stream<Function<CallMemory<?>, NativeCall>> calls() {
    return Stream.of(
        memory -> new StrlenCall<>(memory, TEXTS),
        LdivCall::new,
        DivCall::new,
        FiveStructsCall::new,
        ErrnoCall::new,
        memory -> new NestedCall<>(memory, TEXTS),
        BufferCall::new);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void believesAnHonestContender(Function<CallMemory<?>, NativeCall> call) {
    assertThatCode(() -> new CallWorkload(call.apply(new ArenaMemory.Confined())).verify())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void findsMemoryThatIsTooSmall(Function<CallMemory<?>, NativeCall> call) {
    Workload workload = new CallWorkload(call.apply(new Forger(Forger.Flaw.TOO_SMALL)));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(workload::verify);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void findsMemoryThatIsClosed(Function<CallMemory<?>, NativeCall> call) {
    Workload workload = new CallWorkload(call.apply(new Forger(Forger.Flaw.CLOSED)));
    assertThatIllegalStateException().isThrownBy(workload::verify).withMessage("Already closed");
  }

  @Test
  void findsStructsInTheSamePlace() {
    reject(new FiveStructsCall<>(new Forger(Forger.Flaw.SAME_PLACE)));
  }

  @Test
  void findsACallWithinACallThatFails() {
    Workload workload =
        new CallWorkload(new NestedCall<>(new Forger(Forger.Flaw.ONE_CALL_AT_A_TIME), TEXTS));
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(workload::verify);
  }

  @Test
  void findsASingleWrongResult() {
    reject(
        new NativeCall() {
          @Override
          long make(int i) {
            return i == Inputs.COUNT - 1 ? 0 : 100;
          }

          @Override
          long expected(int i) {
            return 100;
          }
        });
  }

  @Test
  void believesVirtualThreadsWithMemoryOfTheirOwn() {
    assertThatCode(() ->
            new VirtualThreadsWorkload(() -> new StrlenCall<>(new ArenaMemory.Confined(), TEXTS))
                .verify())
        .doesNotThrowAnyException();
  }

  @Test
  void findsVirtualThreadsThatShareTheirMemory() {
    MemorySegment shared = Arena.ofAuto().allocate(1024);
    Workload workload =
        new VirtualThreadsWorkload(
            () -> new StrlenCall<>(new Forger(Forger.Flaw.SAME_PLACE, shared), TEXTS));
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(workload::verify);
  }

  private static void reject(NativeCall call) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(new CallWorkload(call)::verify)
        .withMessageMatching("call \\d+ came to -?\\d+, not -?\\d+");
  }

  /// Memory with something wrong about it.
  private static final class Forger extends CallMemory<SegmentAllocator> {
    private enum Flaw {
      TOO_SMALL,
      CLOSED,
      SAME_PLACE,
      ONE_CALL_AT_A_TIME
    }

    private final Flaw flaw;
    private final MemorySegment place;
    private boolean busy;

    Forger(Flaw flaw) {
      this(flaw, Arena.ofAuto().allocate(BufferCall.BYTE_SIZE, 16));
    }

    Forger(Flaw flaw, MemorySegment place) {
      this.flaw = flaw;
      this.place = place;
    }

    @Override
    SegmentAllocator open(long byteSize) {
      if (flaw == Flaw.ONE_CALL_AT_A_TIME && busy) {
        throw new IllegalStateException("busy");
      }
      busy = true;
      return (size, alignment) ->
          switch (flaw) {
            case TOO_SMALL -> place.asSlice(0, size - 1);
            case SAME_PLACE -> place.asSlice(0, size);
            case ONE_CALL_AT_A_TIME -> Arena.ofAuto().allocate(size, alignment);
            case CLOSED -> {
              try (Arena arena = Arena.ofConfined()) {
                yield arena.allocate(size, alignment);
              }
            }
          };
    }

    @Override
    void close(SegmentAllocator scratch) {
      busy = false;
    }
  }
}
