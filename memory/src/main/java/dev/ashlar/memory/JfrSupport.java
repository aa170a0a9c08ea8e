// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Reports to JDK Flight Recorder, where the runtime has it and it is in use. An event for which
/// there is no memory is lost; the operation that it reports goes on.
final class JfrSupport {
  /// `jdk.jfr` is an optional part of the runtime. Its event classes must not be loaded without it.
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private JfrSupport() {}

  private static boolean isRecording() {
    return PRESENT && JfrEvents.isRecorderInUse();
  }

  /// Has the periodic events report these counters, for as long as they are reachable.
  static void watch(UsageCounters counters) {
    if (PRESENT) {
      JfrEvents.watch(counters);
    }
  }

  static void slabReserved(long byteSize) {
    if (isRecording()) {
      try {
        JfrEvents.slab(byteSize, true);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void slabFreed(long byteSize) {
    if (isRecording()) {
      try {
        JfrEvents.slab(byteSize, false);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void framesLeaked(long threadId, int frames) {
    if (isRecording()) {
      try {
        JfrEvents.framesLeaked(threadId, frames);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void poolWaited(String pool, long byteSize, long nanos) {
    if (isRecording()) {
      try {
        JfrEvents.poolWaited(pool, byteSize, nanos);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void poolMissed(String pool, long byteSize) {
    if (isRecording()) {
      try {
        JfrEvents.poolMissed(pool, byteSize);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void leaseLeaked(Leak leak) {
    if (isRecording()) {
      try {
        JfrEvents.leaseLeaked(leak);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }
}
