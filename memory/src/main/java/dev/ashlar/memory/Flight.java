package dev.ashlar.memory;

/// Tells Flight Recorder what happens, where the runtime has it.
final class Flight {
  /// `jdk.jfr` is an optional part of the runtime, and its event classes must not be loaded
  /// without.
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private Flight() {}

  static void slabReserved(long byteSize) {
    if (PRESENT) {
      FlightEvents.slab(byteSize, true);
    }
  }

  static void slabFreed(long byteSize) {
    if (PRESENT) {
      FlightEvents.slab(byteSize, false);
    }
  }

  static void framesLeaked(long threadId, int frames) {
    if (PRESENT) {
      FlightEvents.framesLeaked(threadId, frames);
    }
  }

  static void poolCreated(NativePool pool) {
    if (PRESENT) {
      FlightEvents.watch(pool);
    }
  }

  static void poolWaited(String pool, long byteSize, long nanos) {
    if (PRESENT) {
      FlightEvents.poolWaited(pool, byteSize, nanos);
    }
  }

  static void poolMissed(String pool, long byteSize) {
    if (PRESENT) {
      FlightEvents.poolMissed(pool, byteSize);
    }
  }

  static void leaseLeaked(Leak leak) {
    if (PRESENT) {
      FlightEvents.leaseLeaked(leak);
    }
  }
}
