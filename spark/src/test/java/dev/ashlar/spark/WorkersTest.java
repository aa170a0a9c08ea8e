// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tasks in two JVMs, one of which ends in the middle of a task. Spark starts another.
class WorkersTest {
  private static final long ROWS = 80_000;

  /// In the second file, behind its first block.
  private static final long AT = 35_000;

  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    spark = Sessions.cluster();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(folder.resolve("trades"));
    for (int file = 0; file < 4; file++) {
      Trades.write(folder.resolve("trades/" + file), ROWS / 4 * file, ROWS / 4 * (file + 1));
    }
    HaltOnce halt = new HaltOnce(folder.resolve("halted").toString(), AT);
    spark.udf().register("halt_once", halt, DataTypes.LongType);
  }

  private Dataset<Row> trades() {
    return spark
        .read()
        .format("ashlar")
        .option("maxPartitionBytes", 500_000)
        .load(folder.resolve("trades").toString())
        .where("halt_once(id) >= 0");
  }

  @Test
  void aReaderIsKilled() {
    List<Row> sums =
        trades().groupBy("venue").agg(Map.of("id", "sum")).orderBy("venue").collectAsList();
    assertThat(folder.resolve("halted")).exists();
    assertThat(sums.stream().map(row -> row.getLong(1)).toList())
        .isEqualTo(
            LongStream.range(0, 7)
                .map(venue -> LongStream.range(0, ROWS).filter(id -> id % 7 == venue).sum())
                .boxed()
                .toList());
  }

  @Test
  void aWriterIsKilled() throws Exception {
    Path target = folder.resolve("target");
    trades()
        .write()
        .format("ashlar")
        .option("utf8", 8)
        .option("type.side", "enum BUY,SELL")
        .save(target.toString());
    assertThat(folder.resolve("halted")).exists();
    Dataset<Row> written = spark.read().format("ashlar").load(target.toString());
    assertThat(
            written.select("id").orderBy("id").collectAsList().stream().map(row -> row.getLong(0)))
        .containsExactlyElementsOf(LongStream.range(0, ROWS).boxed().toList());
    try (Stream<Path> entries = Files.list(target)) {
      assertThat(entries.map(entry -> entry.getFileName().toString()).toList())
          .singleElement()
          .asString()
          .startsWith("write-");
    }
  }
}
