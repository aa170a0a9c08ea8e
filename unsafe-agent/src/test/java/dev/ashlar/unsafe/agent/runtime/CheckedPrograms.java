// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import dev.ashlar.unsafe.agent.NativeAccessException;
import dev.ashlar.unsafe.agent.memory.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Random programs in a JVM whose native memory is checked.
final class CheckedPrograms {
  private static final int OPERATIONS = Slow.times(100_000, 300_000);
  private static final int ZONE = 32;
  private static final int MOST_BLOCKS = 50;
  private static final int THREADS = 4;

  /// @param size bytes between its red zones
  private record Allocated(long address, int size) {}

  private final RandomGenerator random;
  private final UnsafeProgram judge = UnsafeProgram.original();
  private final UnsafeProgram checked = UnsafeProgram.rewritten();
  private final List<Allocated> living = new ArrayList<>();

  /// Few, so that their memory is still kept.
  private final List<Allocated> freed = new ArrayList<>();

  private CheckedPrograms(RandomGenerator random) throws ClassNotFoundException {
    this.random = random;
  }

  public static void main(String[] arguments) throws Exception {
    for (String option : List.of("check=strict", "check=init", "check=stacks=100")) {
      assertThat(Checks.choose(option)).isTrue();
    }
    switch (arguments[0]) {
      case "same" -> UnsafeDifferentialTest.compare(Seeded.random(), Slow.times(3, 50));
      case "outside" -> new CheckedPrograms(Seeded.random()).run();
      default -> threads(UnsafeProgram.rewritten());
    }
  }

  /// Threads that free what others have allocated, more than is kept.
  private static void threads(UnsafeProgram program) throws Exception {
    Queue<Allocated> handed = new ConcurrentLinkedQueue<>();
    try (var executor = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> ended = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        RandomGenerator random = new SplittableRandom(Seeded.random().nextLong() + thread);
        ended.add(executor.submit(() -> exchange(program, handed, random)));
      }
      for (Future<?> each : ended) {
        each.get();
      }
    }
  }

  private static void exchange(
      UnsafeProgram program, Queue<Allocated> handed, RandomGenerator random) {
    for (int i = 0; i < OPERATIONS / 10; i++) {
      int size = 1 + random.nextInt(random.nextInt(8) == 0 ? 20_000 : 200);
      long address = program.number("allocateMemory", (long) size);
      program.call("setMemory", address, (long) size, (byte) size);
      handed.add(new Allocated(address, size));
      Allocated other = random.nextInt(10) == 0 ? null : handed.poll();
      if (other != null) {
        long last = other.address() + other.size() - 1;
        assertThat(program.call("getByte", last)).isEqualTo((byte) other.size());
        program.call("freeMemory", other.address());
      }
    }
  }

  private void run() {
    int refused = 0;
    for (int i = 0; i < OPERATIONS; i++) {
      if (living.isEmpty() || i % 100 == 0) {
        change();
      }
      boolean alive = freed.isEmpty() || random.nextInt(8) > 0;
      Allocated block = Seeded.oneOf(random, (alive ? living : freed).toArray(Allocated[]::new));
      refused += random.nextInt(10) == 0 ? set(block, alive) : access(block, alive);
    }
    assertThat(refused).isBetween(OPERATIONS / 10, OPERATIONS);
  }

  private void change() {
    if (living.size() > MOST_BLOCKS || (living.size() > 1 && random.nextBoolean())) {
      Allocated block = living.remove(random.nextInt(living.size()));
      checked.call("freeMemory", block.address());
      freed.add(block);
      if (freed.size() > MOST_BLOCKS) {
        freed.removeFirst();
      }
      return;
    }
    int size = 1 + random.nextInt(random.nextInt(10) == 0 ? 20_000 : 100);
    long address;
    if (!living.isEmpty() && random.nextInt(4) == 0) {
      Allocated old = living.remove(random.nextInt(living.size()));
      address = checked.number("reallocateMemory", old.address(), (long) size);
      freed.add(old);
    } else {
      address = checked.number("allocateMemory", (long) size);
    }
    assertThat(address % 16).isZero();
    checked.call("setMemory", address, (long) size, (byte) 0);
    living.add(new Allocated(address, size));
  }

  /// @return 1 if it is refused
  private int access(Allocated block, boolean alive) {
    Access access = Seeded.oneOf(random, Access.ALL.toArray(Access[]::new));
    if (access.type() == Object.class) {
      return 0;
    }
    int size = access.byteSize();
    int position = position(block, size);
    if (!access.isPlain()) {
      position = Math.floorDiv(position, size) * size;
    }
    @Nullable Object[] arguments = new @Nullable Object[access.methodType().parameterCount()];
    Arrays.fill(arguments, access.type() == boolean.class ? (Object) true : number(access.type()));
    arguments[0] = null;
    arguments[1] = block.address() + position;
    return call(block, alive, position, size, access.name(), arguments);
  }

  private static Object number(Class<?> type) {
    return switch (type.getName()) {
      case "byte" -> (byte) 1;
      case "short" -> (short) 1;
      case "char" -> (char) 1;
      case "int" -> 1;
      case "long" -> 1L;
      case "float" -> 1f;
      default -> 1d;
    };
  }

  private int set(Allocated block, boolean alive) {
    int size = 1 + random.nextInt(block.size());
    int position = position(block, size);
    @Nullable Object[] arguments = {block.address() + position, (long) size, (byte) 1};
    return call(block, alive, position, size, "setMemory", arguments);
  }

  /// {@return the position of an access that touches the block or its red zones}
  private int position(Allocated block, int size) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(ZONE + size) - ZONE;
      case 1 -> block.size() - size + random.nextInt(ZONE + 1);
      default -> random.nextInt(block.size());
    };
  }

  private int call(
      Allocated block,
      boolean alive,
      int position,
      int size,
      String name,
      @Nullable Object[] arguments) {
    boolean inside = alive && position >= 0 && position + size <= block.size();
    byte[] before = bytes(block, position, size);
    NativeAccessException refusal = null;
    try {
      checked.call(name, arguments);
    } catch (NativeAccessException e) {
      refusal = e;
    }
    if (inside != (refusal == null)) {
      throw new AssertionError(
          name + Arrays.toString(arguments) + " of " + block + ", alive " + alive, refusal);
    }
    if (!inside) {
      assertThat(bytes(block, position, size)).isEqualTo(before);
    }
    return inside ? 0 : 1;
  }

  /// {@return what Unsafe reads, a few bytes of it}
  private byte[] bytes(Allocated block, int position, int size) {
    byte[] bytes = new byte[Math.min(size, Long.BYTES)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) judge.number("getByte", block.address() + position + i);
    }
    return bytes;
  }
}
