package dev.ashlar.memory;

/// Reports to Flight Recorder, where the runtime has it and it is in use. An event for which there
/// is no memory is lost; what it reports goes on.
final class Flight {
  /// `jdk.jfr` is an optional part of the runtime, and its event classes must not be loaded
  /// without.
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Flight() {}

  private static boolean isRecording() {
    return PRESENT && FlightEvents.isRecorderInUse();
  }

  static void slabReserved(long byteSize) {
    if (isRecording()) {
      try {
        FlightEvents.slab(byteSize, true);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void slabFreed(long byteSize) {
    if (isRecording()) {
      try {
        FlightEvents.slab(byteSize, false);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void framesLeaked(long threadId, int frames) {
    if (isRecording()) {
      try {
        FlightEvents.framesLeaked(threadId, frames);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void poolCreated(NativePool pool) {
    if (PRESENT) {
      FlightEvents.watch(pool);
    }
  }

  static void poolWaited(String pool, long byteSize, long nanos) {
    if (isRecording()) {
      try {
        FlightEvents.poolWaited(pool, byteSize, nanos);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void poolMissed(String pool, long byteSize) {
    if (isRecording()) {
      try {
        FlightEvents.poolMissed(pool, byteSize);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  static void leaseLeaked(Leak leak) {
    if (isRecording()) {
      try {
        FlightEvents.leaseLeaked(leak);
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }
}
