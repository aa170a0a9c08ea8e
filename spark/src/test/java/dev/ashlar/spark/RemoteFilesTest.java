// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.RecordSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of another file system, which are copied to local ones.
class RemoteFilesTest {
  private static final SparkSession SPARK = Sessions.local();

  @TempDir Path folder;

  @BeforeAll
  static void register() {
    SPARK
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.remote.impl", RemoteFileSystem.class.getName());
  }

  private Dataset<Row> load() {
    return SPARK.read().format("ashlar").load("remote://" + folder);
  }

  /// What copies are named.
  private static List<Path> copies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ashlar-spark-"))
          .toList();
    }
  }

  @Test
  void filesAreReadWrittenAndNoCopyIsLeft() throws Exception {
    List<Path> before = copies();
    Trades.write(folder.resolve("a"), 0, 20_000);
    Trades.write(folder.resolve("b"), 20_000, 20_010);
    assertThat(load().selectExpr("sum(id)", "count(*)").first().toString())
        .isEqualTo("[%d,20010]".formatted(20_010L * 20_009 / 2));
    Path target = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-out"));
    load()
        .where("id >= 19995")
        .withColumn("code", concat(col("code"), lit(" is longer than what fits into a row")))
        .write()
        .format("ashlar")
        .option("type.code", "text")
        .mode(SaveMode.Append)
        .save("remote://" + target);
    Dataset<Row> written = SPARK.read().format("ashlar").load("remote://" + target);
    assertThat(written.where("length(code) > 30").count()).isEqualTo(15);
    assertThat(SPARK.read().format("ashlar").load(target.toString()).count()).isEqualTo(15);
    assertThat(copies()).isEqualTo(before);
  }

  /// Its header is longer than what is fetched of a file first.
  @Test
  void aLongHeaderIsRead() throws Exception {
    String constants =
        IntStream.range(0, 2_000)
            .mapToObj("A_CONSTANT_WITH_A_NAME_OF_FORTY_CHARACTERS_%d"::formatted)
            .collect(Collectors.joining(","));
    new RecordSchema("Row", List.of(new RecordSchema.Field("e", "enum " + constants)))
        .type()
        .columns()
        .create(folder.resolve("a"), 3)
        .close();
    assertThat(load().columns()).containsExactly("e");
  }

  @Test
  void aFileThatIsNoTableIsNamed() throws Exception {
    List<Path> before = copies();
    Files.writeString(folder.resolve("notes.txt"), "no table, and longer than its magic");
    assertThatThrownBy(() -> load().count())
        .hasMessageContaining("notes.txt cannot be read as a table, as it is not a table");
    Files.delete(folder.resolve("notes.txt"));
    Path file = folder.resolve("trades");
    Trades.write(file, 0, 10_000);
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100_000));
    assertThatThrownBy(() -> load().count()).hasStackTraceContaining("The copy of remote:/");
    assertThat(copies()).isEqualTo(before);
  }
}
