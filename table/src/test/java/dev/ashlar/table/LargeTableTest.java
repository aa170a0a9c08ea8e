// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// More rows than an `int` counts, in files of holes.
final class LargeTableTest {
  record Flag(byte value, boolean set) {}

  interface FlagCursor extends Cursor {
    FlagCursor value(byte value);

    @Override
    FlagCursor moveTo(long row);
  }

  private static final TableType<Flag> FLAGS = TableType.of(MethodHandles.lookup(), Flag.class);
  private static final long ROWS = (1L << 32) + 100;

  /// Leaves holes.
  private static final class Sparse implements Disk {
    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) {}

    @Override
    public void lengthen(Path path, FileChannel channel, long from, long to) throws IOException {
      channel.write(ByteBuffer.allocate(1), to - 1);
    }
  }

  static List<TableLayout<Flag>> layouts() {
    return List.of(FLAGS.rows(), FLAGS.columns());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void rowsBeyondAnIntAreDifferentRows(TableLayout<Flag> layout, @TempDir Path folder)
      throws Exception {
    Path path = folder.resolve("flags");
    try (MappedTable<Flag> table = layout.create(path, 0, new Plan(1 << 20, 16), new Sparse())) {
      table.reserve(ROWS);
      assertThat(table.capacity()).isGreaterThanOrEqualTo(ROWS);
      table.setSize(ROWS);
      FlagCursor cursor = table.cursor(FlagCursor.class);
      long[] rows = {0, 7, (1L << 31) + 7, (1L << 32) + 7, ROWS - 1};
      for (int i = 0; i < rows.length; i++) {
        cursor.moveTo(rows[i]).value((byte) (i + 1));
      }
      for (int i = 0; i < rows.length; i++) {
        assertThat(table.get(rows[i])).isEqualTo(new Flag((byte) (i + 1), false));
      }
      table.copyTo(rows[1], table, rows[4], 1);
      assertThat(table.get(rows[4]).value()).isEqualTo((byte) 2);
    }
  }
}
