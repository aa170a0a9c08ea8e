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

  /// Has the periodic events report a pool, for as long as it is reachable.
  static void watch(PoolBlocks pool) {
    if (PRESENT) {
      JfrEvents.watch(pool);
    }
  }

  /// Has the periodic events report the stacks.
  static void watchStacks() {
    if (PRESENT) {
      JfrEvents.watchStacks();
    }
  }

  //@ for  name          parameters                                event
  //@      slabReserved  long byteSize                             slab(byteSize, true)
  //@      slabFreed     long byteSize                             slab(byteSize, false)
  //@      framesLeaked  long threadId, int frames                 framesLeaked(threadId, frames)
  //@      poolWaited    String pool, long byteSize, long nanos    poolWaited(pool, byteSize, nanos)
  //@      poolMissed    String pool, long byteSize                poolMissed(pool, byteSize)
  //@      leaseLeaked   Leak leak                                 leaseLeaked(leak)
  static void $name($parameters) {
    if (isRecording()) {
      try {
        JfrEvents.$event;
      } catch (OutOfMemoryError | StackOverflowError lost) {
        // See above.
      }
    }
  }

  //@ end
}
