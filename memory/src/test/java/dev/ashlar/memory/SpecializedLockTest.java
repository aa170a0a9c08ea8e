// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.SpecializedObjectTest.Op;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// All copies of a class take the locks of the class.
@Timeout(120)
final class SpecializedLockTest {
  private static final MemorySegment HEAP = MemorySegment.ofArray(new byte[16]);
  private static final MemorySegment NATIVE = Arena.global().allocate(16);

  /// Two threads, of which one has to wait for the other.
  abstract static class Locked implements Op {
    static final AtomicReference<Thread> SECOND = new AtomicReference<>();
    static final AtomicBoolean IS_HEAP_INSIDE = new AtomicBoolean();
    static volatile CountDownLatch isNativeInside = new CountDownLatch(1);

    /// Native memory is inside until heap memory waits for the lock. Returns whether heap memory
    /// came in nevertheless.
    Object inside(MemorySegment memory) {
      if (!memory.isNative()) {
        IS_HEAP_INSIDE.set(true);
        return false;
      }
      isNativeInside.countDown();
      while (!IS_HEAP_INSIDE.get()) {
        Thread second = SECOND.get();
        if (second != null && second.getState() == Thread.State.BLOCKED) {
          return false;
        }
        Thread.onSpinWait();
      }
      return true;
    }
  }

  static final class LockedThis extends Locked {
    @Override
    public Object of(MemorySegment memory) {
      synchronized (this) {
        return inside(memory);
      }
    }
  }

  static final class LockedClass extends Locked {
    @Override
    public Object of(MemorySegment memory) {
      synchronized (LockedClass.class) {
        return inside(memory);
      }
    }
  }

  static final class LockedField extends Locked {
    private final Object lock = new Object();

    @Override
    public Object of(MemorySegment memory) {
      synchronized (lock) {
        return inside(memory);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {LockedThis.class, LockedClass.class, LockedField.class})
  void locksAreThoseOfTheClass(Class<? extends Op> type) throws Exception {
    Op copies = Specialized.of(lookup(), Op.class, type);
    copies.of(HEAP); // Makes the copy, for which other locks are taken.
    Locked.SECOND.set(null);
    Locked.IS_HEAP_INSIDE.set(false);
    Locked.isNativeInside = new CountDownLatch(1);
    List<Object> results = new ArrayList<>();
    Thread first = Thread.ofPlatform().start(() -> results.add(copies.of(NATIVE)));
    Locked.isNativeInside.await();
    Thread second = Thread.ofPlatform().start(() -> copies.of(HEAP));
    Locked.SECOND.set(second);
    first.join();
    second.join();
    assertThat(results).containsExactly(false);
  }
}
