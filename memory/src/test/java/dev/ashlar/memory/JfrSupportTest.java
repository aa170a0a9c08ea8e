// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The events, and that the library does without a Flight Recorder.
final class JfrSupportTest {
  @Test
  void whatHappensIsRecorded(@TempDir Path folder) throws Throwable {
    Path file = folder.resolve("memory.jfr");
    try (Recording recording = new Recording()) {
      for (String name : List.of("Slab", "FrameLeak", "PoolWait", "PoolMiss", "LeaseLeak")) {
        recording.enable("dev.ashlar.memory." + name);
      }
      recording.enable("dev.ashlar.memory.StackUsage").with("period", "endChunk");
      recording.enable("dev.ashlar.memory.PoolUsage").with("period", "endChunk");
      recording.start();
      happen(recording::stop);
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(named(events, "Slab")).anyMatch(e -> e.getLong("byteSize") == 1 << 25);
    assertThat(named(events, "FrameLeak")).anyMatch(e -> e.getInt("frames") == 2);
    assertThat(named(events, "PoolWait"))
        .anyMatch(
            e -> e.getString("pool").equals("waiting") && e.getDuration("waited").toMillis() >= 5);
    assertThat(named(events, "PoolMiss")).anyMatch(e -> e.getLong("byteSize") == 3000);
    assertThat(named(events, "LeaseLeak"))
        .anyMatch(e -> e.getString("report").contains("leakALease"));
    assertThat(named(events, "StackUsage")).anyMatch(e -> e.getLong("reserved") > 0);
    assertThat(named(events, "PoolUsage"))
        .anyMatch(e -> e.getString("pool").equals("allocating") && e.getLong("inUse") > 0);
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(e -> e.getEventType().getName().equals("dev.ashlar.memory." + name))
        .toList();
  }

  private static void happen(Runnable stop) throws Throwable {
    try (NativeStack stack = NativeStack.create(1 << 25, 1 << 25, ExhaustionPolicy.THROW)) {
      stack.push().close();
    }
    ArenaContract.elsewhere(() -> {
      NativeStack.current().push();
      NativeStack.current().push();
    });
    assertThat(NativeStack.statistics().leakCount()).isPositive();
    try (NativePool pool =
            NativePool.builder(1)
                .name("waiting")
                .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofMillis(5)))
                .create();
        Lease held = pool.acquire(1)) {
      assertThat(held.byteSize()).isEqualTo(1);
      pool.acquire(1);
    } catch (NativeMemoryExhaustedException expected) {
      assertThat(expected).hasMessageContaining("waiting");
    }
    CountDownLatch told = new CountDownLatch(1);
    try (NativePool pool =
            NativePool.builder(1)
                .name("allocating")
                .whenExhausted(ExhaustionPolicy.MALLOC)
                .trackingOneIn(1)
                .onLeak(_ -> told.countDown())
                .create();
        Lease beyond = pool.acquire(3000)) {
      ArenaContract.elsewhere(() -> leakALease(pool));
      assertThat(pool.statistics().leakCount()).isEqualTo(1);
      assertThat(beyond.byteSize()).isEqualTo(3000);
      told.await();
      stop.run();
    }
  }

  /// The recorder's thread serves the periodic events of everybody.
  @Test
  void aPeriodicEventCallsNoListener(@TempDir Path folder) throws Throwable {
    Path file = folder.resolve("periodic.jfr");
    AtomicBoolean called = new AtomicBoolean();
    try (NativePool pool =
            NativePool.builder(10).name("leaking").onLeak(_ -> called.set(true)).create();
        Recording recording = new Recording()) {
      ArenaContract.elsewhere(() -> leakALease(pool));
      recording.enable("dev.ashlar.memory.PoolUsage").with("period", "endChunk");
      recording.start();
      recording.stop();
      recording.dump(file);
      assertThat(RecordingFile.readAllEvents(file))
          .anyMatch(e -> e.getString("pool").equals("leaking") && e.getLong("inUse") > 0);
      assertThat(called).isFalse();
      assertThat(pool.statistics().leakCount()).isEqualTo(1);
    }
  }

  private static void leakALease(NativePool pool) {
    pool.acquire(10);
  }

  @Test
  void worksWhereThereIsNoFlightRecorder() throws IOException, InterruptedException {
    List<String> flags =
        List.of("--limit-modules", "java.base", "--enable-native-access=ALL-UNNAMED");
    assertThat(ChildJvm.run("bare", 60, flags, Bare.class.getName()))
        .isEqualToIgnoringNewLines("false 0 0");
  }

  /// A program for a JVM with nothing but `java.base`.
  static final class Bare {
    private Bare() {}

    static void main() {
      try (NativePool pool = NativePool.create(1 << 20);
          Lease lease = pool.acquire(100);
          var frame = NativeStack.current().push()) {
        lease.segment().copyFrom(frame.allocateZeroed(100, 1));
      }
      boolean present = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
      NativeStack.Statistics stats = NativeStack.statistics();
      System.out.println(present + " " + stats.inUseBytes() + " " + stats.leakCount());
    }
  }
}
