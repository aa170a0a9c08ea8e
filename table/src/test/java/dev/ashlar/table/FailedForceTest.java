// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A disk that loses pages, and says so once: what is committed afterwards is on the disk.
@ExtendWith(Seeded.class)
@Timeout(300)
final class FailedForceTest {
  record Entry(long id, int check, byte tag) {
    static Entry of(long id, int version) {
      return new Entry(id, Long.hashCode(id * 31 + version), (byte) version);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int PAGE = FileHeader.PAGE;
  private static final int ROWS = 3000;
  private static final int LOSSES = 15 * Slow.times(1, 60);

  @TempDir Path folder;

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  /// As Linux does it: a page that could not be written is clean afterwards, and its error is
  /// reported by one force.
  private static final class LossyDisk implements Disk {
    private final byte[] disk;

    /// What the pages had when they became clean, by being written or by getting lost.
    private final byte[] clean;

    private final Set<Long> rewritten = new HashSet<>();
    private int forcesUntilLoss = Integer.MAX_VALUE;

    LossyDisk(byte[] file) {
      disk = file.clone();
      clean = file.clone();
    }

    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
      boolean lost = forcesUntilLoss-- == 0;
      byte[] now = mapping.toArray(ValueLayout.JAVA_BYTE);
      for (long page = offset & -PAGE; page < offset + byteSize; page += PAGE) {
        int from = (int) page;
        int to = Math.min(from + PAGE, now.length);
        if (rewritten.remove(page) || !Arrays.equals(now, from, to, clean, from, to)) {
          System.arraycopy(now, from, clean, from, to - from);
          if (!lost) {
            System.arraycopy(now, from, disk, from, to - from);
          }
        }
      }
      if (lost) {
        throw new IOException("Input/output error");
      }
    }

    @Override
    public void rewrite(MemorySegment mapping, long offset, long byteSize) {
      for (long page = offset & -PAGE; page < offset + byteSize; page += PAGE) {
        rewritten.add(page);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatIsCommittedAfterALossIsOnTheDisk(TableLayout<Entry> layout, RandomGenerator random)
      throws Exception {
    Path created = folder.resolve("created");
    try (MappedTable<Entry> table = layout.create(created, 4096, new Plan(4096, 6), Disk.REAL)) {
      table.setSize(0);
      while (table.size() < ROWS) {
        table.append(Entry.of(table.size(), 0));
      }
      table.commit();
    }
    for (int loss = 0; loss < LOSSES; loss++) {
      Path path = folder.resolve("lossy");
      Files.copy(created, path);
      LossyDisk disk = new LossyDisk(Files.readAllBytes(path));
      lose(layout, path, disk, random);
      List<Entry> seen = new ArrayList<>();
      try (MappedTable<Entry> table = layout.open(path, disk)) {
        assertThat(table.size()).isGreaterThanOrEqualTo(ROWS);
        if (random.nextBoolean()) {
          // What was there already would not be seen as written.
          table.append(Entry.of(-table.size(), 3));
        }
        table.forEach(seen::add);
        table.commit();
      }
      Files.write(path, disk.disk);
      try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
        List<Entry> found = new ArrayList<>();
        table.forEach(found::add);
        assertThat(found).isEqualTo(seen);
        assertThat(table.verify()).isEqualTo(new Verification(seen.size(), List.of(), List.of()));
      }
      Files.delete(path);
    }
  }

  /// Changes and appends rows, and commits or fails until a force fails.
  private static void lose(
      TableLayout<Entry> layout, Path path, LossyDisk disk, RandomGenerator random)
      throws IOException {
    try (MappedTable<Entry> table = layout.open(path, disk)) {
      disk.forcesUntilLoss = random.nextInt(12);
      try {
        while (true) {
          for (int i = random.nextInt(4); i > 0; i--) {
            long row = random.nextLong(table.size());
            table.set(row, Entry.of(row, 1));
          }
          for (int i = random.nextInt(90); i > 0; i--) {
            table.append(Entry.of(table.size(), 2));
          }
          table.commit();
        }
      } catch (IOException | UncheckedIOException lost) {
        assertThat(lost).hasStackTraceContaining("Input/output error");
      }
      for (int i = 0; i < 2; i++) {
        assertThatIOException()
            .isThrownBy(table::commit)
            .withMessageContaining(path + " cannot be committed any more");
      }
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.reserve(100_000));
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.fill(Entry.of(0, 4)));
    }
  }

  /// The JDK's own force throws an unchecked exception.
  @Test
  void aForceThatFailsIsAnIOException() {
    IOException failed = new IOException("failed");
    assertThatIOException()
        .isThrownBy(() ->
            Disk.checked(() -> {
              throw new UncheckedIOException(failed);
            }))
        .isSameAs(failed);
  }

  /// Linux counts the pages of a mapping that are dirty.
  @Test
  void rewritingMakesPagesDirty() throws Exception {
    Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/smaps")), "needs Linux");
    int pages = 8;
    Path path = folder.resolve("pages");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapping = mapped(arena, path, pages);
      mapping.fill((byte) 7);
      mapping.force();
      Assumptions.assumeTrue(dirtyKilobytes(path) == 0, "pages are dirty after a force");
      Disk.REAL.rewrite(mapping, PAGE + 100, 2 * PAGE);
      assertThat(dirtyKilobytes(path)).isGreaterThanOrEqualTo(3 * PAGE / 1024);
      assertThat(mapping.toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
    }
  }

  private static MemorySegment mapped(Arena arena, Path path, int pages) throws IOException {
    Files.write(path, new byte[pages * PAGE]);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
    }
  }

  private static int dirtyKilobytes(Path path) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
    int at = 0;
    while (!lines.get(at).endsWith(path.toRealPath().toString())) {
      at++;
    }
    return lines.subList(at, Math.min(at + 25, lines.size())).stream()
        .filter(line -> line.matches("(Shared|Private)_Dirty:.*"))
        .limit(2)
        .mapToInt(line -> Integer.parseInt(line.replaceAll("[^0-9]", "")))
        .sum();
  }
}
