// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What would crash the JVM if a lifetime or a permission were missed. The memory is mapped, since
/// a mapping that ends is gone at once; C would keep its blocks, and a late access would not show.
final class BytesStressTest {
  private static final long MILLIS = Slow.times(700, 60_000);
  private static final int SIZE = 1 << 20;
  private static final long SEVENS = 0x0707070707070707L;

  @TempDir private Path folder;

  private volatile Bytes newest = Bytes.of(new byte[8]);

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void writeSevens() throws IOException {
    byte[] sevens = new byte[SIZE];
    Arrays.fill(sevens, (byte) 7);
    Files.write(folder.resolve("sevens"), sevens);
  }

  @Test
  void closesUnderReaders() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    AtomicLong closed = new AtomicLong();
    while (System.nanoTime() < end && failures.isEmpty()) {
      Arena arena = Arena.ofShared();
      Bytes bytes = Bytes.of(map(arena));
      List<Thread> readers = new ArrayList<>();
      for (int reader = 0; reader < 3; reader++) {
        int kind = reader;
        readers.add(start(() -> readUntilClosed(bytes, kind, closed)));
      }
      Thread.sleep(1);
      closeWhenNobodyHoldsIt(arena);
      for (Thread reader : readers) {
        reader.join();
      }
    }
    assertThat(failures).isEmpty();
    assertThat(closed).hasPositiveValue();
  }

  private void readUntilClosed(Bytes bytes, int kind, AtomicLong closed) {
    byte[] target = new byte[4096];
    try {
      while (true) {
        switch (kind) {
          case 0 -> assertThat(sum(bytes)).isEqualTo(SEVENS * (bytes.byteSize() / 8));
          case 1 -> {
            bytes.copyTo(SIZE / 2, target, 0, target.length);
            bytes.fill(SIZE / 2, target.length, (byte) 7);
          }
          default -> exchange(bytes.atomics());
        }
      }
    } catch (IllegalStateException arenaClosed) {
      closed.incrementAndGet();
    }
  }

  private static long sum(Bytes bytes) {
    long sum = 0;
    for (int i = 0; i + 8 <= SIZE; i += 8) {
      sum += bytes.getLong(i);
    }
    return sum;
  }

  private static void exchange(AtomicBytes atomics) {
    for (int i = 0; i + 8 <= SIZE; i += 64) {
      atomics.compareAndSetLong(i, SEVENS, SEVENS);
    }
  }

  /// A lease that another thread releases, and whose pool then is closed, under readers. The block
  /// is so big that C gives it back to the system as soon as it is freed.
  @Test
  void closesPoolsUnderReaders() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    AtomicLong released = new AtomicLong();
    while (System.nanoTime() < end && failures.isEmpty()) {
      List<Thread> readers = new ArrayList<>();
      try (NativePool pool = NativePool.create(64 << 20);
          Lease lease = pool.acquireShared(64 << 20)) {
        Bytes bytes = lease.bytes().asSlice(0, SIZE);
        bytes.fill(0, SIZE, (byte) 7);
        for (int reader = 0; reader < 3; reader++) {
          int kind = reader;
          readers.add(start(() -> readUntilClosed(bytes, kind, released)));
        }
        Thread.sleep(1);
      }
      System.gc();
      for (Thread reader : readers) {
        reader.join();
      }
    }
    assertThat(failures).isEmpty();
    assertThat(released).hasPositiveValue();
  }

  /// A lease can end between any two steps of a copy.
  @Test
  void releasesLeasesUnderCopies() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS / 2);
    AtomicLong released = new AtomicLong();
    try (NativePool pool = NativePool.create(64)) {
      List<Thread> readers = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        readers.add(start(() -> copyUntil(end, released)));
      }
      while (System.nanoTime() < end) {
        try (Lease lease = pool.acquireShared(64)) {
          newest = lease.bytes();
          Thread.onSpinWait();
        }
      }
      for (Thread reader : readers) {
        reader.join();
      }
    }
    assertThat(failures).isEmpty();
    assertThat(released).hasPositiveValue();
  }

  private void copyUntil(long end, AtomicLong released) {
    byte[] target = new byte[8];
    while (System.nanoTime() < end) {
      try {
        for (int i = 0; i < 100; i++) {
          newest.copyTo(0, target, 0, 8);
          newest.fill(0, 8, (byte) 7);
        }
      } catch (IllegalStateException ended) {
        released.incrementAndGet();
      }
    }
  }

  /// An arena cannot be closed while a bulk operation holds it.
  private static void closeWhenNobodyHoldsIt(Arena arena) {
    while (arena.scope().isAlive()) {
      try {
        arena.close();
      } catch (IllegalStateException held) {
        Thread.onSpinWait();
      }
    }
  }

  /// A loop over memory of an automatic arena that only the loop's own `Bytes` keeps.
  @Test
  void collectsAutomaticArenasUnderLoops() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      byte mark = (byte) (i + 1);
      threads.add(
          start(() -> {
            while (System.nanoTime() < end && failures.isEmpty()) {
              readsItsOwn(Bytes.of(Arena.ofAuto().allocate(SIZE, 8)), mark);
              copiesItsOwn(Bytes.of(ByteBuffer.allocateDirect(SIZE)), mark);
            }
          }));
    }
    while (System.nanoTime() < end) {
      System.gc();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  private static void readsItsOwn(Bytes bytes, byte mark) {
    for (int i = 0; i + 8 <= SIZE; i += 8) {
      bytes.setLong(i, mark);
    }
    long sum = 0;
    for (int round = 0; round < 4; round++) {
      sum += sum(bytes);
    }
    assertThat(sum).isEqualTo(4L * mark * (SIZE / 8));
  }

  private static void copiesItsOwn(Bytes bytes, byte mark) {
    byte[] array = new byte[SIZE];
    bytes.fill(0, SIZE, mark);
    bytes.copyTo(0, array, 0, SIZE);
    assertThat(Bytes.of(array).mismatch(0, bytes, 0, SIZE)).isEqualTo(-1);
    assertThat(array[SIZE - 1]).isEqualTo(mark);
  }

  /// Two that alternate on confined memory: each closes its own under its own loops.
  @Test
  void closesConfinedArenasBetweenLoops() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS / 2);
    Runnable life =
        () -> {
          while (System.nanoTime() < end && failures.isEmpty()) {
            Bytes bytes;
            try (Arena arena = Arena.ofConfined()) {
              bytes = Bytes.of(map(arena));
              readsItsOwn(bytes, (byte) 3);
            }
            assertThatThrownBy(() -> readsItsOwn(bytes, (byte) 3))
                .isInstanceOf(IllegalStateException.class);
          }
        };
    List<Thread> threads = List.of(start(life), start(life));
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  /// Compiled loops that write wherever they can meet a mapping that must not be written.
  @Test
  void writesToReadOnlyMappings() throws Exception {
    Path path = folder.resolve("mapped");
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(SIZE));
      MemorySegment writable = file.map(MapMode.READ_WRITE, 0, SIZE, arena);
      List<Bytes> targets =
          List.of(
              Bytes.of(new byte[SIZE]),
              Bytes.of(writable),
              Bytes.of(file.map(MapMode.READ_ONLY, 0, SIZE, arena)),
              Bytes.of(writable).asReadOnly(),
              Bytes.of(writable.asReadOnly().asByteBuffer()));
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS / 2);
      while (System.nanoTime() < end) {
        for (Bytes target : targets) {
          if (target.isReadOnly()) {
            for (int i = 0; i < 100; i++) {
              int at = i;
              assertThatThrownBy(() -> target.setLong(at, 1))
                  .isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> writeAll(target)).isInstanceOf(IllegalArgumentException.class);
          } else {
            writeAll(target);
          }
        }
      }
    }
  }

  private static void writeAll(Bytes bytes) {
    for (int i = 0; i + 8 <= SIZE; i += 8) {
      bytes.setLong(i, i);
      bytes.setByte(i, (byte) i);
    }
  }

  private MemorySegment map(Arena arena) {
    Path path = folder.resolve("sevens");
    try {
      try (FileChannel file =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return file.map(MapMode.PRIVATE, 0, SIZE, arena);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Thread start(Runnable task) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            task.run();
          } catch (Throwable failure) {
            failures.add(failure);
          }
        });
  }
}
