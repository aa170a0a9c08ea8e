// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.write.WritePlan;
import dev.ashlar.table.MappedTable;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Tables of random schemas, which Spark reads as a list of records has them, and writes again.
@ExtendWith(Seeded.class)
class RandomSchemaTest {
  private static final int SCHEMAS = Slow.times(5, 25);
  private static final SparkSession SPARK = Sessions.local();

  @Test
  void sparkReadsAndWritesWhatRecordsHave(RandomGenerator random, @TempDir Path folder)
      throws Exception {
    for (int i = 0; i < SCHEMAS; i++) {
      int rows = 1 + random.nextInt(300);
      RandomTable table = new RandomTable(random, rows);
      Path read = Files.createDirectories(folder.resolve("read" + i));
      int middle = random.nextInt(rows);
      table.write(Seeded.oneOf(random, WritePlan.Layout.values()), read.resolve("a"), 0, middle);
      table.write(Seeded.oneOf(random, WritePlan.Layout.values()), read.resolve("b"), middle, rows);
      Dataset<Row> columns =
          SPARK
              .read()
              .format("ashlar")
              .option("maxPartitionBytes", 1 + random.nextInt(100_000))
              .load(read.toString());
      assertThat(rows(columns))
          .as(table.toString())
          .usingRecursiveComparison()
          .isEqualTo(table.shown);

      Path written = folder.resolve("written" + i);
      writer(columns, table)
          .option("layout", Seeded.oneOf(random, new String[] {"columns", "rows", "alignedRows"}))
          .save(written.toString());
      assertThat(records(written))
          .as(table.toString())
          .usingRecursiveComparison()
          .isEqualTo(table.records.stream().map(RandomSchemaTest::values).toList());
    }
  }

  /// What is more special in the file than in Spark is given as an option.
  private static DataFrameWriter<Row> writer(Dataset<Row> columns, RandomTable table) {
    DataFrameWriter<Row> writer = columns.write().format("ashlar");
    table.schema.fields().stream()
        .filter(field -> !field.type().equals("optional record"))
        .forEach(field -> writer.option("type." + field.name(), field.type()));
    return writer;
  }

  private static List<List<@Nullable Object>> rows(Dataset<Row> columns) {
    return columns.orderBy("id").collectAsList().stream().map(RandomSchemaTest::values).toList();
  }

  private static List<@Nullable Object> values(Row row) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      values.add(row.get(i) instanceof Row inside ? values(inside) : row.get(i));
    }
    return values;
  }

  /// Reads all files without Spark.
  private static List<List<@Nullable Object>> records(Path folder) throws IOException {
    List<List<@Nullable Object>> records = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".ashlar")).toList()) {
        try (MappedTable<?> table = FileAccess.open(file)) {
          table.forEach(row -> records.add(values(row)));
        }
      }
    }
    records.sort(Comparator.comparing(row -> (Integer) row.getFirst()));
    return records;
  }

  /// Enums are compared by name: each opened file has classes of its own.
  private static List<@Nullable Object> values(Record row) {
    return Arrays.stream(row.getClass().getRecordComponents())
        .<@Nullable Object>map(component -> value(component, row))
        .collect(ArrayList::new, List::add, List::addAll);
  }

  private static @Nullable Object value(RecordComponent component, Record row) {
    try {
      component.getAccessor().setAccessible(true);
      Object value = component.getAccessor().invoke(row);
      return value instanceof Record inside
          ? values(inside)
          : value instanceof Enum<?> constant ? constant.name() : value;
    } catch (ReflectiveOperationException failed) {
      throw new LinkageError(component.toString(), failed);
    }
  }
}
