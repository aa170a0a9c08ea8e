// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Unit;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which files are read, and what is said of those that cannot be.
class LoadTest {
  private static final SparkSession SPARK = Sessions.local();

  @TempDir Path folder;

  private static Dataset<Row> load(Path... paths) {
    return SPARK
        .read()
        .format("ashlar")
        .load(List.of(paths).stream().map(Path::toString).toArray(String[]::new));
  }

  @Test
  void filesAndFoldersAreRead() throws Exception {
    Path inner = Files.createDirectories(folder.resolve("2026/11"));
    Trades.write(folder.resolve("a"), 0, 10);
    Trades.write(inner.resolve("b"), 10, 30);
    Files.writeString(folder.resolve("_SUCCESS"), "");
    Files.writeString(folder.resolve(".part.crc"), "");
    Files.writeString(folder.resolve("a.lock"), "");
    assertThat(load(folder).count()).isEqualTo(30);
    assertThat(load(inner).count()).isEqualTo(20);
    assertThat(load(folder.resolve("a")).count()).isEqualTo(10);
    assertThat(load(folder.resolve("a"), inner).count()).isEqualTo(30);
    assertThat(SPARK.sql("select * from ashlar.`%s`".formatted(inner)).count()).isEqualTo(20);
  }

  @Test
  void aFolderHasManyPaths() throws Exception {
    Path data = Files.createDirectories(folder.resolve("deep/data"));
    Trades.write(data.resolve("a"), 0, 10);
    Path link = Files.createSymbolicLink(folder.resolve("link"), data);
    Path relative = Path.of("").toAbsolutePath().relativize(data);
    List<Path> paths = List.of(relative, link, data.resolve("../data"));
    for (Path path : paths) {
      assertThat(load(path).count()).as("%s", path).isEqualTo(10);
      assertThat(load(path.resolve("a")).where("id < 3").count()).as("%s", path).isEqualTo(3);
    }
    Path file = Files.createSymbolicLink(folder.resolve("table"), data.resolve("a"));
    assertThat(load(file).where("id < 3").count()).isEqualTo(3);
    long count = 10;
    for (Path path : paths) {
      load(file).write().format("ashlar").mode("append").save(path.toString());
      count += 10;
      assertThat(load(data).count()).as("%s", path).isEqualTo(count);
    }
    load(file).write().format("ashlar").mode("overwrite").save(link.toString());
    assertThat(load(data).count()).isEqualTo(10);
  }

  @Test
  void aPathMayHaveTwoLines() throws Exception {
    Path odd = Files.createDirectories(folder.resolve("two\nlines"));
    Trades.write(odd.resolve("a"), 0, 10);
    assertThat(load(odd).count()).isEqualTo(10);
    assertThat(load(odd, odd.resolve("a")).count()).isEqualTo(20);
  }

  record Extremes(
      LocalDate day, LocalDateTime local, Instant at, @Unit(ChronoUnit.NANOS) Instant nanos) {
    static Extremes of(int days, long units) {
      Instant at = Instant.EPOCH.plus(units, ChronoUnit.MICROS);
      return new Extremes(
          LocalDate.ofEpochDay(days),
          LocalDateTime.ofInstant(at, ZoneOffset.UTC),
          at,
          Instant.EPOCH.plusNanos(units));
    }
  }

  @Test
  void noNumberIsASpecialValue() throws Exception {
    Path file = folder.resolve("extremes");
    try (MappedTable<Extremes> table =
        TableType.of(MethodHandles.lookup(), Extremes.class).columns().create(file, 0)) {
      table.append(Extremes.of(Integer.MAX_VALUE, Long.MAX_VALUE));
      table.append(Extremes.of(-Integer.MAX_VALUE, -Long.MAX_VALUE));
      table.append(Extremes.of(Integer.MIN_VALUE, Long.MIN_VALUE));
      table.commit();
    }
    List<Row> rows =
        load(file)
            .selectExpr(
                "unix_date(day)", "unix_micros(local::timestamp)", "unix_micros(at)", "nanos")
            .collectAsList();
    assertThat(rows)
        .containsExactly(
            RowFactory.create(Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE),
            RowFactory.create(
                -Integer.MAX_VALUE, -Long.MAX_VALUE, -Long.MAX_VALUE, -Long.MAX_VALUE),
            RowFactory.create(Integer.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE));
  }

  @Test
  void namesMayHaveAnyCharacters() throws Exception {
    Path odd = Files.createDirectories(folder.resolve("a b%20c+ü#[1]"));
    Trades.write(odd.resolve("part 1%.x"), 0, 10);
    load(folder)
        .select("id")
        .write()
        .format("ashlar")
        .save(folder.resolve("to d%20e ü").toString());
    assertThat(load(folder.resolve("to d%20e ü")).count()).isEqualTo(10);
  }

  @Test
  void rowsAreDividedAmongTasks() throws Exception {
    Trades.write(folder.resolve("a"), 0, 50_000);
    Dataset<Row> trades =
        SPARK.read().format("ashlar").option("maxPartitionBytes", 1 << 19).load(folder.toString());
    assertThat(trades.rdd().getNumPartitions()).isGreaterThan(3);
    assertThat(trades.selectExpr("sum(id)").first().getLong(0)).isEqualTo(1_249_975_000L);
    assertThatThrownBy(() ->
            SPARK
                .read()
                .format("ashlar")
                .option("maxPartitionBytes", 0)
                .load(folder.toString())
                .count())
        .hasMessageContaining("The option maxPartitionBytes is 0: use a number of bytes from 1 on");
  }

  @Test
  void whatIsNoTableIsNamed() throws Exception {
    assertThatThrownBy(() -> load(folder.resolve("missing")).count())
        .hasMessageContaining("missing")
        .hasMessageContaining("check the path");
    assertThatThrownBy(() -> load(folder).count())
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("There is no file of a table");
    Files.writeString(folder.resolve("notes.txt"), "no table, and longer than its magic");
    assertThatThrownBy(() -> load(folder).count())
        .hasMessageContaining("notes.txt cannot be read as a table, as it is not a table")
        .hasMessageContaining("move it out of the folder");
  }

  @Test
  void damagedFilesAreNamed() throws Exception {
    Path file = folder.resolve("trades");
    Trades.write(file, 0, 10_000);
    byte[] bytes = Files.readAllBytes(file);
    byte[] flipped = bytes.clone();
    flipped[17] ^= 1;
    Files.write(file, flipped);
    assertThatThrownBy(() -> load(folder).count())
        .hasMessageContaining("trades cannot be read as a table")
        .hasMessageContaining("checksum does not match");
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> load(folder).count()).hasStackTraceContaining("trades");
  }

  @Test
  void otherFieldsAreNamed() throws Exception {
    table("a", new RecordSchema.Field("id", "int"), new RecordSchema.Field("old", "int"));
    table("b", new RecordSchema.Field("id", "long"), new RecordSchema.Field("recent", "int"));
    assertThatThrownBy(() -> load(folder).count())
        .hasMessageContaining("b has other fields than")
        .hasMessageContaining("id is long there and int here")
        .hasMessageContaining("recent is int there and missing here")
        .hasMessageContaining("old is missing there and int here")
        .hasMessageContaining("unionByName");
  }

  private void table(String file, RecordSchema.Field... fields) throws Exception {
    new RecordSchema("Row", List.of(fields))
        .type()
        .columns()
        .create(folder.resolve(file), 1)
        .close();
  }

  @Test
  void aFileThatWasReplacedIsNotReadAsTheOldOne() throws Exception {
    Path file = folder.resolve("trades");
    Trades.write(file, 0, 10_000);
    JavaRDD<Row> planned = load(folder).select("id").toJavaRDD();
    assertThat(planned.getNumPartitions()).isOne();
    Files.delete(file);
    Trades.write(file, 0, 10);
    assertThatThrownBy(planned::count)
        .hasStackTraceContaining("was replaced after the query was planned");
    JavaRDD<Row> again = load(folder).select("id").toJavaRDD();
    assertThat(again.getNumPartitions()).isOne();
    Path other = folder.resolve("_other");
    Trades.write(other, 10, 30);
    Files.move(file, folder.resolve("_old"));
    Files.move(other, file);
    assertThatThrownBy(again::count)
        .hasStackTraceContaining("was replaced after the query was planned");
    Dataset<Row> found = load(folder);
    Files.delete(file);
    assertThatThrownBy(found::count)
        .hasMessage(file + " was replaced or deleted after it was found: load the folder again");
  }
}
