// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/// Volatile and atomic accesses to values for which the JDK has only plain accesses. Such values
/// are wider than the elements of their array, or not aligned.
///
/// A read is a plain read between fences. All writes through this class, to any array, hold one
/// lock. Plain writes, and writes by `sun.misc.Unsafe` itself, do not hold it. A concurrent
/// compare-and-set may therefore overwrite them. A read of an unaligned value may see half of a
/// write.
final class Packed {
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static final MethodHandle FULL_FENCE = fence("fullFence");
  private static final MethodHandle ACQUIRE_FENCE = fence("acquireFence");
  private static final MethodHandle ACQUIRE =
      Handles.own(Packed.class, "lock", methodType(void.class));
  private static final MethodHandle RELEASE =
      Handles.own(Packed.class, "unlock", methodType(void.class));

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private Packed() {}

  private static MethodHandle fence(String name) {
    try {
      return MethodHandles.publicLookup().findStatic(VarHandle.class, name, methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static void lock() {
    LOCK.lock();
  }

  static void unlock() {
    VarHandle.fullFence();
    LOCK.unlock();
  }

  /// {@return the volatile or ordered access made from the plain one}
  static MethodHandle ordered(MethodHandle plain, Access access) {
    return access.isRead()
        ? Handles.after(FULL_FENCE, Handles.before(plain, ACQUIRE_FENCE))
        : locked(plain);
  }

  /// {@return `(MemorySegment, long, values...)` for an access that reads and writes}
  static MethodHandle atomic(Access access) {
    MethodType type = access.methodType().changeParameterType(0, MemorySegment.class);
    String name = access.mode().methodName();
    return locked(Handles.own(Packed.class, name, type));
  }

  private static MethodHandle locked(MethodHandle handle) {
    return Handles.after(ACQUIRE, Handles.lastly(handle, RELEASE));
  }

  static boolean compareAndSet(MemorySegment segment, long at, int expected, int value) {
    boolean equal = segment.get(INT, at) == expected;
    if (equal) {
      segment.set(INT, at, value);
    }
    return equal;
  }

  static boolean compareAndSet(MemorySegment segment, long at, long expected, long value) {
    boolean equal = segment.get(LONG, at) == expected;
    if (equal) {
      segment.set(LONG, at, value);
    }
    return equal;
  }

  static int getAndAdd(MemorySegment segment, long at, int delta) {
    int before = segment.get(INT, at);
    segment.set(INT, at, before + delta);
    return before;
  }

  static long getAndAdd(MemorySegment segment, long at, long delta) {
    long before = segment.get(LONG, at);
    segment.set(LONG, at, before + delta);
    return before;
  }

  static int getAndSet(MemorySegment segment, long at, int value) {
    int before = segment.get(INT, at);
    segment.set(INT, at, value);
    return before;
  }

  static long getAndSet(MemorySegment segment, long at, long value) {
    long before = segment.get(LONG, at);
    segment.set(LONG, at, value);
    return before;
  }
}
