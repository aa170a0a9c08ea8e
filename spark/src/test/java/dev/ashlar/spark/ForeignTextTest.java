// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableChunk;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts whose bytes are not UTF-8 do not reach Spark. The error has the row of the file, also
/// where blocks are copies.
class ForeignTextTest {
  record Leg(String note, @FixedUtf8(8) String code) {}

  record Line(long id, String plain, @FixedUtf8(8) String fixed, @OrNull @Nullable Leg leg) {}

  private static final TableType<Line> LINES = TableType.of(MethodHandles.lookup(), Line.class);
  private static final int ROWS = 20_000;

  /// In the second block.
  private static final int ROW = 10_001;

  @TempDir Path folder;

  private Path write(String name, TableLayout<Line> layout, MappedTable<Line> from, boolean deletes)
      throws IOException {
    Path file = Files.createDirectory(folder.resolve(name)).resolve("lines");
    try (MappedTable<Line> table = layout.create(file, 0)) {
      table.appendAll(from);
      for (long row = 0; deletes && row < 9_000; row += 2) {
        table.delete(row);
      }
      table.commit();
    }
    return file;
  }

  private static Dataset<Row> read(Path file) {
    return Sessions.local().read().format("ashlar").load(file.resolveSibling("").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "6162c3", "eda080", "c080", "f4908080", "6d61f16f"})
  void rowsAreNamed(String hex) throws Exception {
    MemorySegment bytes = MemorySegment.ofArray(HexFormat.of().parseHex(hex));
    for (String column : List.of("plain", "fixed", "leg.note", "leg.code")) {
      Path source = folder.resolve("source");
      boolean isFixed = column.equals("fixed") || column.endsWith("code");
      try (MappedTable<Line> lines = LINES.columns().withCapacity(ROWS).create(source, 0)) {
        String text = "x".repeat((int) bytes.byteSize());
        for (int i = 0; i < ROWS; i++) {
          lines.append(new Line(i, text, text, new Leg(text, text)));
        }
        TableChunk chunk = lines.chunks().getFirst();
        long offset = isFixed ? 8L * ROW : 16L * ROW + 4;
        MemorySegment.copy(bytes, 0, chunk.column(column).asSegment(), offset, bytes.byteSize());
        for (Path file :
            List.of(
                write("columns", LINES.columns(), lines, false),
                write("rows", LINES.rows(), lines, false),
                write("deleted", LINES.columns(), lines, true))) {
          String name = column.substring(column.indexOf('.') + 1);
          assertThatThrownBy(() -> read(file).select(column).collectAsList())
              .hasStackTraceContaining(
                  "%s has %d bytes in row %d of %s, which is no text in UTF-8"
                      .formatted(name, bytes.byteSize(), ROW, file.toRealPath()));
          assertThat(read(file).where("id <> " + ROW).select("id").count()).isPositive();
        }
        for (Path file : lines.files()) {
          Files.delete(file);
        }
      }
      for (String name : List.of("columns", "rows", "deleted")) {
        try (var files = Files.list(folder.resolve(name))) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(folder.resolve(name));
      }
    }
  }
}
