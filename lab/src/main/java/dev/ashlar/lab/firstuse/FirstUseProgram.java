// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.firstuse;

import dev.ashlar.lab.experiment.FreshJvms;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.NativePool;
import dev.ashlar.memory.NativeStack;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// Uses one part for the first time, with one write and one read, and prints the time in
/// nanoseconds. It runs in a JVM that does nothing else.
final class FirstUseProgram {
  private static final long VALUE = 42;

  private FirstUseProgram() {}

  record Reading(long time, long value) {}

  static void main(String[] args) {
    Part part = Part.valueOf(args[0]);
    long start = System.nanoTime();
    long value = use(part);
    long nanos = System.nanoTime() - start;
    if (value != VALUE) {
      throw new IllegalStateException(part + " read " + value + " instead of " + VALUE);
    }
    System.out.println(nanos);
  }

  private static long use(Part part) {
    return switch (part) {
      case NOTHING -> VALUE;
      case CONFINED_ARENA -> {
        try (Arena arena = Arena.ofConfined()) {
          yield through(arena.allocate(64, 8));
        }
      }
      case BYTES_HEAP -> through(Bytes.of(new byte[64]));
      case BYTES_NATIVE -> {
        try (Arena arena = Arena.ofConfined()) {
          yield through(Bytes.of(arena.allocate(64, 8)));
        }
      }
      case STACK -> {
        try (NativeStack.Frame frame = NativeStack.current().push()) {
          yield through(frame.allocate(64, 8));
        }
      }
      case POOL -> {
        try (NativePool pool = NativePool.create(1 << 20);
            var lease = pool.acquire(64)) {
          yield through(lease.segment());
        }
      }
      case TABLE -> {
        Table<Reading> table =
            TableType.of(MethodHandles.lookup(), Reading.class).columns().heap(10);
        table.set(3, new Reading(1, VALUE));
        yield table.get(3).value();
      }
    };
  }

  private static long through(MemorySegment memory) {
    memory.set(ValueLayout.JAVA_LONG, 0, VALUE);
    return memory.get(ValueLayout.JAVA_LONG, 0);
  }

  private static long through(Bytes bytes) {
    bytes.setLong(0, VALUE);
    return bytes.getLong(0);
  }

  /// The parts whose first use is timed.
  enum Part {
    NOTHING("harness", "a JVM that uses nothing"),
    CONFINED_ARENA("jdk-confined", "Arena.ofConfined and a segment of it"),
    BYTES_HEAP("ashlar-bytes-heap", "Bytes of an array"),
    BYTES_NATIVE("ashlar-bytes-native", "Bytes of native memory, with its profile warm-up"),
    STACK("ashlar-stack", "a frame of NativeStack"),
    POOL("ashlar-pool", "a lease of NativePool"),
    TABLE("ashlar-table", "a table by columns on the heap, its class generated");

    private static final String TITLE = "first use";

    final String contender;
    final String description;

    Part(String contender, String description) {
      this.contender = contender;
      this.description = description;
    }

    /// {@return the observation of the first use of this part, in `jvms` JVMs one after another}
    FreshJvms in(int jvms) {
      return new FreshJvms(
          TITLE,
          List.of(JvmFlags.NATIVE_ACCESS),
          List.of(FirstUseProgram.class.getName(), name()),
          jvms);
    }
  }
}
