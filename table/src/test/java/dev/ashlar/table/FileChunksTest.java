// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.FileChunks;
import dev.ashlar.table.internal.file.format.FileChunks.Place;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.FileShape;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.testing.Seeded;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// [FileChunks] and the blocks in them, against lists of all chunks and all blocks.
@ExtendWith(Seeded.class)
class FileChunksTest {
  record Item(long id, short number, byte code) {}

  private static final RecordLayout ITEMS =
      TableType.of(MethodHandles.lookup(), Item.class).columns().rows();

  private record Range(long from, long to) {}

  @Test
  void rowsAndBlocksAreWhereAListHasThem(RandomGenerator random) {
    for (int i = 0; i < 200; i++) {
      FileChunks chunks = new FileChunks(1 + random.nextInt(50), random.nextInt(20));
      Blocks blocks = new Blocks(ITEMS, chunks, random.nextInt(4));
      List<Range> ranges = new ArrayList<>();
      List<Range> divided = new ArrayList<>();
      long end = 0;
      for (int chunk = 0; chunk < 20; chunk++) {
        assertThat(chunks.firstRow(chunk)).isEqualTo(end);
        ranges.add(new Range(end, end + chunks.rows(chunk)));
        long blockRows = 1L << blocks.shift();
        for (long row = end; row < ranges.getLast().to(); row += blockRows) {
          divided.add(new Range(row, Math.min(row + blockRows, ranges.getLast().to())));
        }
        end = ranges.getLast().to();
      }
      for (int block = 0; block < divided.size(); block++) {
        Range rows = divided.get(block);
        assertThat(blocks.firstRow(block)).as("block %d of %s", block, blocks).isEqualTo(rows.from);
        assertThat(blocks.endRow(block)).isEqualTo(rows.to);
        assertThat(blocks.count(rows.to)).isEqualTo(block + 1);
        assertThat(blocks.full(rows.to)).isEqualTo(block + 1);
        for (long row = rows.from; row < rows.to; row++) {
          assertThat(blocks.of(row)).isEqualTo(block);
          assertThat(blocks.count(row)).isEqualTo(row == rows.from ? block : block + 1);
        }
      }
      for (int chunk = 0; chunk < ranges.size(); chunk++) {
        Range rows = ranges.get(chunk);
        assertThat(chunks.of(rows.from)).isEqualTo(new Place(chunk, 0));
        assertThat(chunks.of(rows.to - 1)).isEqualTo(new Place(chunk, rows.to - rows.from - 1));
      }
      assertNoByteHasTwoValues(blocks, end);
    }
  }

  private static void assertNoByteHasTwoValues(Blocks blocks, long rows) {
    byte[] used = new byte[(int) (100 * rows) + (1 << 15)];
    for (long block = 0; block < blocks.count(rows); block++) {
      blocks.visit(
          block,
          rows,
          (offset, byteSize) -> {
            for (long i = offset; i < offset + byteSize; i++) {
              assertThat(used[(int) i]++).isZero();
            }
          });
    }
  }

  /// A file that was made for no rows has few chunks and little room that is not used.
  @Test
  void roomGrowsWithTheRows() {
    FileChunks chunks = new FileChunks(4096, 4096);
    FileShape shape = new FileShape(ITEMS, FileHeader.of(ITEMS, chunks, 10, 1));
    assertThat(chunks.of(1_000_000).chunk()).isLessThan(30);
    assertThat(chunks.of(1_000_000_000).chunk()).isLessThan(70);
    for (long rows = 1; rows < 1L << 40; rows += 1 + rows / 100) {
      long capacity = shape.capacity(shape.dataEnd(rows));
      assertThat(capacity).isBetween(rows, Math.max(8 * 4096, rows + rows / 4));
      assertThat(shape.dataEnd(capacity)).isEqualTo(shape.dataEnd(rows));
    }
  }
}
