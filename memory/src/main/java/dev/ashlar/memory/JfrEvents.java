// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// The module's events. Loaded only where there is a Flight Recorder.
final class JfrEvents {
  private static final Set<PoolBlocks> WATCHED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private static volatile boolean recorderInUse;
  private static volatile boolean stacksInUse;

  static {
    // To register an event starts the recorder, which takes half a second. So this waits until
    // somebody else has.
    FlightRecorder.addListener(new WhenInUse());
  }

  private JfrEvents() {}

  static boolean isRecorderInUse() {
    return recorderInUse;
  }

  static void watch(PoolBlocks pool) {
    WATCHED.add(pool);
  }

  static void watchStacks() {
    stacksInUse = true;
  }

  static void slab(long byteSize, boolean reserved) {
    SlabEvent event = new SlabEvent();
    if (event.shouldCommit()) {
      event.byteSize = byteSize;
      event.reserved = reserved;
      event.commit();
    }
  }

  static void framesLeaked(long threadId, int frames) {
    FrameLeak event = new FrameLeak();
    if (event.shouldCommit()) {
      event.threadId = threadId;
      event.frames = frames;
      event.commit();
    }
  }

  static void poolWaited(String pool, long byteSize, long nanos) {
    PoolWait event = new PoolWait();
    if (event.shouldCommit()) {
      event.pool = pool;
      event.byteSize = byteSize;
      event.waited = nanos;
      event.commit();
    }
  }

  static void poolMissed(String pool, long byteSize) {
    PoolMiss event = new PoolMiss();
    if (event.shouldCommit()) {
      event.pool = pool;
      event.byteSize = byteSize;
      event.commit();
    }
  }

  static void leaseLeaked(Leak leak) {
    LeaseLeak event = new LeaseLeak();
    if (event.shouldCommit()) {
      event.pool = leak.pool();
      event.byteSize = leak.byteSize();
      event.acquirer = leak.thread();
      event.report = leak.toString();
      event.commit();
    }
  }

  // Run by the thread of the recorder that runs the periodic events of all modules: counters only,
  // nothing of the user's.

  private static void stackUsage() {
    if (stacksInUse) {
      StackUsage event = new StackUsage();
      NativeStack.Statistics now = StackSlabSource.counters();
      event.fill(now.reservedBytes(), now.inUseBytes(), now.highWaterBytes(), now.leakCount());
      event.growths = now.growthCount();
      event.commit();
    }
  }

  private static void poolUsage() {
    List<PoolBlocks> pools;
    synchronized (WATCHED) {
      pools = new ArrayList<>(WATCHED);
    }
    for (PoolBlocks pool : pools) {
      PoolUsage event = new PoolUsage();
      NativePool.Statistics now = pool.counters();
      event.fill(now.reservedBytes(), now.inUseBytes(), now.highWaterBytes(), now.leakCount());
      event.pool = pool.pool();
      event.misses = now.missCount();
      event.waits = now.waitCount();
      event.commit();
    }
  }

  private static final class WhenInUse implements FlightRecorderListener {
    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(StackUsage.class, JfrEvents::stackUsage);
      FlightRecorder.addPeriodicEvent(PoolUsage.class, JfrEvents::poolUsage);
      recorderInUse = true;
    }
  }

  @Name("dev.ashlar.memory.Slab")
  @Label("Slab of a Native Stack")
  @Category({"Ashlar", "Memory"})
  static final class SlabEvent extends Event {
    @Label("Size")
    @DataAmount
    long byteSize;

    @Label("Reserved, else freed")
    boolean reserved;
  }

  @Name("dev.ashlar.memory.FrameLeak")
  @Label("Frames Ended with Their Thread")
  @Category({"Ashlar", "Memory"})
  @StackTrace(false)
  static final class FrameLeak extends Event {
    @Label("Thread Id")
    long threadId;

    @Label("Frames")
    int frames;
  }

  @Name("dev.ashlar.memory.PoolWait")
  @Label("Wait for a Native Pool")
  @Category({"Ashlar", "Memory"})
  static final class PoolWait extends Event {
    @Label("Pool")
    String pool = "";

    @Label("Size")
    @DataAmount
    long byteSize;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
  }

  @Name("dev.ashlar.memory.PoolMiss")
  @Label("Memory beyond a Native Pool's Bound")
  @Category({"Ashlar", "Memory"})
  static final class PoolMiss extends Event {
    @Label("Pool")
    String pool = "";

    @Label("Size")
    @DataAmount
    long byteSize;
  }

  @Name("dev.ashlar.memory.LeaseLeak")
  @Label("Lease Not Released")
  @Category({"Ashlar", "Memory"})
  @StackTrace(false)
  static final class LeaseLeak extends Event {
    @Label("Pool")
    String pool = "";

    @Label("Size")
    @DataAmount
    long byteSize;

    @Label("Acquired by Thread")
    String acquirer = "";

    @Label("Report")
    String report = "";
  }

  /// The counters of both [NativeStack.Statistics] and [NativePool.Statistics].
  @StackTrace(false)
  abstract static class Usage extends Event {
    @Label("Reserved")
    @DataAmount
    long reserved;

    @Label("In Use")
    @DataAmount
    long inUse;

    @Label("High-Water Mark")
    @DataAmount
    long highWater;

    @Label("Leaks")
    long leaks;

    final void fill(long reserved, long inUse, long highWater, long leaks) {
      this.reserved = reserved;
      this.inUse = inUse;
      this.highWater = highWater;
      this.leaks = leaks;
    }
  }

  @Name("dev.ashlar.memory.StackUsage")
  @Label("Native Stacks")
  @Category({"Ashlar", "Memory"})
  @Period("10 s")
  static final class StackUsage extends Usage {
    @Label("Growths")
    long growths;
  }

  @Name("dev.ashlar.memory.PoolUsage")
  @Label("Native Pool")
  @Category({"Ashlar", "Memory"})
  @Period("10 s")
  static final class PoolUsage extends Usage {
    @Label("Pool")
    String pool = "";

    @Label("Misses")
    long misses;

    @Label("Waits")
    long waits;
  }
}
