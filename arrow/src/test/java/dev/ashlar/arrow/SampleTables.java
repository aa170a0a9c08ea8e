// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Tables of every layout and storage.
final class SampleTables {
  /// A table, and its name.
  record Named(String name, Table<Sample> table) {}

  private SampleTables() {}

  /// Returns new tables with the same rows; native ones belong to `arena`.
  static List<Named> all(Arena arena, Path folder, List<Sample> rows) throws IOException {
    TableType<Sample> type = Sample.TYPE;
    List<Named> tables = new ArrayList<>();
    tables.add(new Named("native columns", type.columns().allocate(arena, 0)));
    tables.add(new Named("small chunks", type.columns().withChunkRows(1000).allocate(arena, 0)));
    tables.add(new Named("heap columns", type.columns().heap(0)));
    tables.add(new Named("native rows", type.rows().allocate(arena, 0)));
    tables.add(new Named("aligned rows", type.alignedRows().allocate(arena, 0)));
    tables.add(new Named("heap rows", type.alignedRows().heap(0)));
    tables.add(new Named("mapped columns", type.columns().create(folder.resolve("columns"), 0)));
    tables.add(new Named("mapped rows", type.rows().create(folder.resolve("rows"), 0)));
    for (Named named : tables) {
      rows.forEach(named.table::append);
    }
    return tables;
  }

  /// Returns random rows; the seed is printed.
  static List<Sample> rows(int count) {
    long seed = RandomGenerator.getDefault().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<Sample> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Sample.random(random));
    }
    return rows;
  }

  static List<Sample> rows(Table<Sample> table) {
    List<Sample> rows = new ArrayList<>();
    table.forEach(rows::add);
    return rows;
  }
}
