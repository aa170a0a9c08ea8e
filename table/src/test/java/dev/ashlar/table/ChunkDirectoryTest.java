// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ChunkDirectory;
import dev.ashlar.table.internal.access.ChunkNumber;
import dev.ashlar.table.internal.access.RowPlace;
import dev.ashlar.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A directory finds the chunk that a search through all of them finds, or says that it does not
/// know.
@ExtendWith(Seeded.class)
final class ChunkDirectoryTest {
  private static final long MAX_INT_ROWS = 1L << 31;

  @Test
  void chunksOfRandomSizes(RandomGenerator random) {
    for (int turn = 0; turn < 2_000; turn++) {
      int bits = random.nextInt(1, 8);
      List<Chunk> chunks = new ArrayList<>();
      for (int i = random.nextInt(2, 40); i > 0; i--) {
        add(chunks, random.nextInt(1 << random.nextInt(bits)) + 1);
      }
      assertAllAreFound(chunks);
    }
  }

  @Test
  void chunksThatDouble() {
    List<Chunk> chunks = new ArrayList<>();
    for (int rows = 1; rows > 0; rows *= 2) {
      add(chunks, rows);
      assertAllAreFound(chunks);
      assertThat(directory(chunks).findsAll()).isTrue();
    }
  }

  @Test
  void manySmallChunksBesideALargeOne() {
    List<Chunk> chunks = new ArrayList<>();
    add(chunks, 1 << 24);
    for (int i = 0; i < 100; i++) {
      add(chunks, 1);
    }
    ChunkDirectory directory = directory(chunks);
    assertThat(directory.findsAll()).isFalse();
    assertThat(new RowPlace(directory, 5).chunk).isSameAs(chunks.getFirst());
    for (long row = (1 << 24) - 10; row < (1 << 24) + 110; row++) {
      Chunk found = new RowPlace(directory, row).chunk;
      if (found != null) {
        assertThat(found).isSameAs(search(chunks, row));
      }
    }
  }

  @Test
  void rowsThatAreNoInts() {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      add(chunks, 1 << 30);
    }
    assertAllAreFound(chunks);
    ChunkDirectory directory = directory(chunks);
    assertThat(directory.findsAll()).isFalse();
    assertThat(new RowPlace(directory, 3L << 30).chunk).isNull();
    assertThat(new RowPlace(directory, 1L << 32).chunk).isNull();
  }

  @Test
  void rowsThatNobodyMayReachYet() {
    List<Chunk> chunks = new ArrayList<>();
    add(chunks, 10);
    add(chunks, 20);
    chunks.getLast().reach = 5;
    ChunkDirectory directory = directory(chunks);
    assertThat(new RowPlace(directory, 14).chunk).isSameAs(chunks.getLast());
    assertThat(new RowPlace(directory, 15).chunk).isNull();
  }

  @Test
  void noDirectory() {
    assertThat(new RowPlace(null, 0).chunk).isNull();
  }

  private static void add(List<Chunk> chunks, int rows) {
    long first = chunks.isEmpty() ? 0 : end(chunks);
    Chunk chunk = Chunk.ofArrays(first, rows, new Object[0], new long[0]);
    chunk.reach = first + rows <= MAX_INT_ROWS ? rows : 0;
    chunks.add(chunk);
  }

  private static long end(List<Chunk> chunks) {
    return chunks.getLast().first + chunks.getLast().rows;
  }

  private static ChunkDirectory directory(List<Chunk> chunks) {
    return new ChunkDirectory(chunks.toArray(Chunk[]::new));
  }

  /// Of each chunk, the rows at its ends and in its middle, and what is outside of all.
  private static void assertAllAreFound(List<Chunk> chunks) {
    ChunkDirectory directory = directory(chunks);
    for (Chunk chunk : chunks) {
      for (long row :
          new long[] {chunk.first, chunk.first + chunk.rows / 2, chunk.first + chunk.rows - 1}) {
        Chunk expected = chunk.reach == 0 ? null : search(chunks, row);
        assertThat(new RowPlace(directory, row).chunk).as("row %d", row).isSameAs(expected);
        if (directory.findsAll()) {
          int number = new ChunkNumber(directory, (int) row).number;
          assertThat(chunks.get(number)).as("row %d", row).isSameAs(expected);
        }
      }
    }
    for (long row :
        new long[] {-1, Long.MIN_VALUE, end(chunks), Integer.MAX_VALUE + 1L, Long.MAX_VALUE}) {
      assertThat(new RowPlace(directory, row).chunk).as("row %d", row).isNull();
    }
  }

  private static Chunk search(List<Chunk> chunks, long row) {
    return chunks.stream().filter(chunk -> chunk.contains(row)).findFirst().orElseThrow();
  }
}
