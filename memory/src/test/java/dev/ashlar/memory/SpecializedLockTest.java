// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.SpecializedObjectTest.Op;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// All copies of a class take the locks of the class.
@Timeout(120)
final class SpecializedLockTest {
  private static final MemorySegment HEAP = MemorySegment.ofArray(new byte[16]);
  private static final MemorySegment NATIVE = Arena.global().allocate(16);

  /// Two threads that would both be inside of a lock that is not one.
  abstract static class Locked implements Op {
    static final ConcurrentHashMap<Class<?>, CountDownLatch> INSIDE = new ConcurrentHashMap<>();

    /// Native memory waits for heap memory, which must not come.
    Object inside(MemorySegment memory) {
      CountDownLatch heap = INSIDE.computeIfAbsent(getClass(), _ -> new CountDownLatch(1));
      if (!memory.isNative()) {
        heap.countDown();
        return false;
      }
      INSIDE.computeIfAbsent(Locked.class, _ -> new CountDownLatch(1)).countDown();
      try {
        return heap.await(300, TimeUnit.MILLISECONDS);
      } catch (InterruptedException ended) {
        throw new AssertionError(ended);
      }
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
    Locked.INSIDE.clear();
    CountDownLatch isIn = new CountDownLatch(1);
    Locked.INSIDE.put(Locked.class, isIn);
    List<Object> results = new ArrayList<>();
    Thread first = Thread.ofPlatform().start(() -> results.add(copies.of(NATIVE)));
    isIn.await();
    copies.of(HEAP);
    first.join();
    assertThat(results).containsExactly(false);
  }
}
