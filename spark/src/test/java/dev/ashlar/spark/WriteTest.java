// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.spark.internal.write.FolderCommit;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableDescriptor;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Spark writes to a folder, and what is there after a failure.
class WriteTest {
  private static final SparkSession SPARK = Sessions.local();

  @TempDir Path folder;

  record Note(int id, String text) {}

  private static Dataset<Row> numbers(int end) {
    return SPARK.range(0, end, 1, 4).selectExpr("id", "cast(id * 2 as int) twice");
  }

  private String target() {
    return folder.resolve("target").toString();
  }

  private void save(Dataset<Row> rows, SaveMode mode) {
    rows.write().format("ashlar").mode(mode).save(target());
  }

  private Dataset<Row> load() {
    return SPARK.read().format("ashlar").load(target());
  }

  private List<String> entries() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("target"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void modesDoWhatTheySay() throws Exception {
    numbers(100).write().format("ashlar").save(target());
    assertThat(load().count()).isEqualTo(100);
    assertThatThrownBy(() -> save(numbers(5), SaveMode.ErrorIfExists))
        .hasMessageContaining("already exists");
    save(numbers(5), SaveMode.Ignore);
    assertThat(load().count()).isEqualTo(100);
    save(numbers(5), SaveMode.Append);
    assertThat(load().count()).isEqualTo(105);
    assertThat(load().selectExpr("sum(twice)").first().getLong(0)).isEqualTo(9_900 + 20);
    save(numbers(7), SaveMode.Overwrite);
    assertThat(load().selectExpr("sum(id)", "count(*)").first().toString()).isEqualTo("[21,7]");
    assertThat(entries()).singleElement().asString().startsWith("write-");
  }

  @Test
  void anOverwriteMayHaveOtherColumns() {
    save(numbers(10), SaveMode.Overwrite);
    save(numbers(10).selectExpr("cast(id as double) half"), SaveMode.Overwrite);
    assertThat(load().schema().simpleString()).isEqualTo("struct<half:double>");
  }

  @Test
  void aTableIsReadAndOverwritten() {
    save(numbers(10), SaveMode.Overwrite);
    save(load().where("id < 4"), SaveMode.Overwrite);
    assertThat(load().count()).isEqualTo(4);
  }

  @Test
  void columnsDoNotDivideFiles() {
    assertThatThrownBy(
            () -> numbers(3).write().format("ashlar").partitionBy("twice").save(target()))
        .hasMessageContaining("leave partitionBy out");
  }

  @Test
  void noRowsLeaveTheColumns() {
    save(numbers(10).where("id > 100"), SaveMode.Append);
    assertThat(load().count()).isZero();
    assertThat(load().columns()).containsExactly("id", "twice");
  }

  @Test
  void aFailedQueryLeavesWhatWasThere() throws Exception {
    save(numbers(10), SaveMode.Append);
    List<String> before = entries();
    Dataset<Row> failing =
        numbers(10_000).selectExpr("id", "if(id = 9999, raise_error('the last row'), twice) twice");
    for (SaveMode mode : List.of(SaveMode.Append, SaveMode.Overwrite)) {
      assertThatThrownBy(() -> save(failing, mode)).hasStackTraceContaining("the last row");
      assertThat(entries()).isEqualTo(before);
      assertThat(load().count()).isEqualTo(10);
    }
  }

  /// Spark does not wait for the other attempts of a query that fails.
  @Test
  void whatIsStillBeingWrittenIsDeletedToo() throws Exception {
    FolderCommit commit =
        new FolderCommit(
            new org.apache.hadoop.fs.Path(folder.toUri()), "given-up", new Configuration());
    commit.begin();
    Path attempts = Path.of(commit.attempts().toUri().getPath());
    CountDownLatch writing = new CountDownLatch(1);
    Thread attempt =
        new Thread(() -> {
          try {
            for (int i = 0; i < 1_000; i++) {
              Files.createFile(attempts.resolve("many-" + i));
            }
            writing.countDown();
            // No faster than they are deleted.
            for (int i = 0; i < 1_000; i++) {
              Files.createFile(attempts.resolve("late-" + i));
              Thread.sleep(1);
            }
          } catch (IOException | InterruptedException folderIsGone) {
            writing.countDown();
          }
        });
    attempt.start();
    writing.await();
    commit.abort();
    attempt.join();
    assertThat(folder).isEmptyDirectory();
  }

  /// A driver may be killed at any step of a commit.
  @Test
  void leftoversAreNotReadAndOldOnesAreDeleted() throws Exception {
    save(numbers(10), SaveMode.Append);
    Path first = folder.resolve("target").resolve(entries().getFirst());
    Path attempts = folder.resolve("target/_temporary-young/attempts");
    Files.createDirectories(attempts);
    Files.writeString(attempts.resolve("part-00000-0.ashlar"), "half a file");
    Path old = Files.createDirectories(folder.resolve("target/_temporary-old/attempts"));
    Files.setLastModifiedTime(
        old.getParent(), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
    save(numbers(3), SaveMode.Append);
    assertThat(load().count()).isEqualTo(13);
    assertThat(old.getParent()).doesNotExist();
    assertThat(attempts).exists();
    // Killed after the commit of an overwrite, and before it deletes what it replaces.
    Path second =
        entries().stream()
            .map(folder.resolve("target")::resolve)
            .filter(entry -> entry.getFileName().toString().startsWith("write-"))
            .filter(entry -> !entry.equals(first))
            .findFirst()
            .orElseThrow();
    Files.writeString(second.resolve("_replaces"), first.getFileName().toString());
    assertThat(load().count()).isEqualTo(3);
    save(numbers(4), SaveMode.Overwrite);
    assertThat(load().count()).isEqualTo(4);
    assertThat(first).doesNotExist();
  }

  @Test
  void columnsThatATableDoesNotStoreAreNamed() {
    assertRefused("array(id) a", "The column a is ARRAY<BIGINT>", "cast it, or drop it");
    assertRefused("cast('x' as binary) b", "The column b has arrays of bytes", "type.b");
    assertRefused("id `a b`", "The column 'a b'", "rename it");
    assertThatThrownBy(
            () -> numbers(3).write().format("ashlar").option("type.id", "hexagon").save(target()))
        .hasMessageContaining("The field id has the type hexagon");
    assertThatThrownBy(
            () -> numbers(3).write().format("ashlar").option("type.id", "utf8 8").save(target()))
        .hasMessageContaining("The column id is BIGINT, and utf8 8 is written from STRING");
    assertThat(folder.resolve("target")).doesNotExist();
  }

  @Test
  void aFileIsNoFolder() throws Exception {
    Path file = folder.resolve("target");
    Trades.write(file, 0, 10);
    for (SaveMode mode : List.of(SaveMode.Append, SaveMode.Overwrite)) {
      assertThatThrownBy(() -> save(SPARK.read().format("ashlar").load(target()), mode))
          .hasMessageContaining("A query writes to a folder")
          .hasMessageContaining("target is a file: give another path");
    }
    assertThat(load().count()).isEqualTo(10);
  }

  /// Before any task begins.
  @Test
  void whatARecordCannotBeIsNamed() {
    String[] columns = IntStream.range(0, 300).mapToObj("id c%s"::formatted).toArray(String[]::new);
    assertThatThrownBy(() -> save(numbers(3).selectExpr(columns), SaveMode.Append))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Row has 300 components, and a class cannot have so many: put some into a record inside");
    assertThatThrownBy(
            () -> numbers(3).write().format("ashlar").option("type.ids", "int").save(target()))
        .hasMessage("There is no column for the option type.ids: there are [id, twice]");
    for (String bytes : List.of("many", "0", "")) {
      assertThatThrownBy(() ->
              SPARK
                  .sql("select 'BUY' side")
                  .write()
                  .format("ashlar")
                  .option("utf8", bytes)
                  .save(target()))
          .hasMessage("The option utf8 is %s: use a number of bytes from 1 on".formatted(bytes));
    }
    assertThat(folder.resolve("target")).doesNotExist();
  }

  /// Spark casts any bytes to a text.
  @Test
  void aTextThatIsNotUtf8IsRefused() {
    for (String type : List.of("text", "dictionary", "utf8 8")) {
      assertThatThrownBy(() ->
              SPARK
                  .sql("select cast(X'61ff62' as string) t")
                  .write()
                  .format("ashlar")
                  .option("type.t", type)
                  .save(target()))
          .hasStackTraceContaining("t has the bytes 61ff62, which are not UTF-8");
    }
    save(SPARK.sql("select cast(X'6100f09f9880' as string) t"), SaveMode.Append);
    assertThat(load().first().getString(0)).isEqualTo("a\0😀");
  }

  @Test
  void filesDoNotDependOnTheLocale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      save(SPARK.sql("select 1.25BD price, 'x' side"), SaveMode.Append);
    } finally {
      Locale.setDefault(before);
    }
    Path written = folder.resolve("target").resolve(entries().getFirst());
    try (Stream<Path> files = Files.list(written)) {
      Path file =
          files
              .filter(each -> each.getFileName().toString().matches("part-00000-[0-9]+\\.ashlar"))
              .findAny()
              .orElseThrow();
      assertThat(TableDescriptor.read(file, "Price").schema().fields().getFirst().type())
          .isEqualTo("decimal 3 2");
    }
  }

  private void assertRefused(String column, String... message) {
    assertThatThrownBy(() -> save(numbers(3).selectExpr(column), SaveMode.Append))
        .hasMessageContainingAll(message);
  }

  @Test
  void textsOfAnyLengthAreWrittenWithTheirFiles() throws Exception {
    Path target = Files.createDirectories(folder.resolve("target"));
    TableType<Note> type = TableType.of(MethodHandles.lookup(), Note.class);
    try (MappedTable<Note> table = type.rows().create(target.resolve("notes"), 0)) {
      for (int id = 0; id < 20_000; id++) {
        table.append(new Note(id, "a note of more than twelve bytes: " + id));
      }
      table.uniqueIndex("id");
      table.commit();
    }
    assertThat(entries()).contains("notes.text", "notes.id.index");
    String each = "sum(cast(text = concat('a note of more than twelve bytes: ', id) as int))";
    assertThat(load().selectExpr("count(*)", each).first().toString()).isEqualTo("[20000,20000]");
    save(load().repartition(3).where("id < 300"), SaveMode.Append);
    assertThat(load().selectExpr("count(*)", each).first().toString()).isEqualTo("[20300,20300]");
    save(load().where("id >= 19000"), SaveMode.Overwrite);
    assertThat(entries()).singleElement().asString().startsWith("write-");
    assertThat(load().selectExpr("count(*)", each).first().toString()).isEqualTo("[1000,1000]");
  }

  @Test
  void valuesThatDoNotFitAreNamed() {
    assertThatThrownBy(() ->
            SPARK
                .sql("select 'long text' t")
                .write()
                .format("ashlar")
                .option("utf8", 4)
                .save(target()))
        .hasStackTraceContaining("Row.t cannot be \"long text\": it has 9 bytes");
    assertThatThrownBy(() ->
            SPARK
                .sql("select 'UP' side")
                .write()
                .format("ashlar")
                .option("type.side", "enum BUY,SELL")
                .save(target()))
        .hasStackTraceContaining("side is 'UP', which is none of [BUY, SELL]");
    assertThatThrownBy(() ->
            SPARK
                .sql("select cast(null as int) n")
                .write()
                .format("ashlar")
                .option("type.n", "int")
                .save(target()))
        .hasStackTraceContaining("n is null");
    assertThatThrownBy(() ->
            SPARK
                .sql("select 1 n")
                .write()
                .format("ashlar")
                .option("layout", "tiles")
                .save(target()))
        .hasMessageContaining("The option layout is 'tiles': use columns, rows, alignedRows");
  }

  @Test
  void appendedColumnsAreThoseOfTheFiles() {
    save(SPARK.sql("select 1 a, 'x' b").selectExpr("a", "cast(a as long) c"), SaveMode.Append);
    save(SPARK.sql("select 5L c, 2 a"), SaveMode.Append);
    assertThat(load().selectExpr("sum(a)", "sum(c)").first().toString()).isEqualTo("[3,6]");
    assertThatThrownBy(() -> save(SPARK.sql("select 1 a, 2 c"), SaveMode.Append))
        .hasMessageContaining("The column c is INT, and long is written from BIGINT: cast it");
    assertThatThrownBy(() -> save(SPARK.sql("select 1 a"), SaveMode.Append))
        .hasMessageContaining("The column c of the files");
    assertThatThrownBy(() -> save(SPARK.sql("select 1 a, 2L c, 3 d"), SaveMode.Append))
        .hasMessageContaining("The column d is not in the files");
  }
}
