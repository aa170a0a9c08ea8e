package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What would crash the JVM if a lifetime or a permission were missed. Memory that ends is written
/// over at once by its successor, so that a late read shows even if it does not crash.
final class BytesStressTest {
  private static final long MILLIS = Long.getLong("stress.millis", 2_000);
  private static final int SIZE = 1 << 16;

  /// More than C keeps: a big block goes back to the operating system, and a late read crashes.
  private static final int BIG = 1 << 21;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Test
  void closesUnderReaders() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    AtomicLong closed = new AtomicLong();
    while (System.nanoTime() < end && failures.isEmpty()) {
      Arena arena = Arena.ofShared();
      Bytes bytes = Bytes.of(arena.allocate(BIG, 8));
      bytes.fill(0, BIG, (byte) 7);
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
          case 0 -> {
            for (int i = 0; i + 8 <= BIG; i += 64) {
              assertThat(bytes.getLong(i) == 0x0707070707070707L).isTrue();
            }
          }
          case 1 -> {
            bytes.copyTo(BIG / 2, target, 0, target.length);
            bytes.fill(BIG / 2, target.length, (byte) 7);
          }
          default -> {
            AtomicBytes atomics = bytes.atomics();
            for (int i = 0; i + 8 <= BIG; i += 64) {
              atomics.compareAndSetLong(i, 0x0707070707070707L, 0x0707070707070707L);
            }
          }
        }
      }
    } catch (IllegalStateException arenaClosed) {
      closed.incrementAndGet();
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
              readsItsOwn(Bytes.of(Arena.ofAuto().allocate(BIG, 8)), mark);
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
    for (int i = 0; i + 8 <= BIG; i += 8) {
      bytes.putLong(i, mark);
    }
    long sum = 0;
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i + 8 <= BIG; i += 8) {
        sum += bytes.getLong(i);
      }
    }
    assertThat(sum).isEqualTo(4L * mark * (BIG / 8));
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
              bytes = Bytes.of(arena.allocate(BIG, 8));
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
  void writesToReadOnlyMappings(@TempDir Path folder) throws Exception {
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
              assertThatThrownBy(() -> target.putLong(at, 1))
                  .isInstanceOf(UnsupportedOperationException.class);
            }
            assertThatThrownBy(() -> writeAll(target))
                .isInstanceOf(UnsupportedOperationException.class);
          } else {
            writeAll(target);
          }
        }
      }
    }
  }

  private static void writeAll(Bytes bytes) {
    for (int i = 0; i + 8 <= SIZE; i += 8) {
      bytes.putLong(i, i);
      bytes.putByte(i, (byte) i);
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
