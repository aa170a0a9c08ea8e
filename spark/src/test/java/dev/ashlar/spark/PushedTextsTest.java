// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.spark.internal.read.SkippedRows;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Filters over texts that are pushed down, against the same filters over rows in Spark's memory. A
/// constant of Spark may have any bytes: part of a character, or no UTF-8 at all.
@ExtendWith(Seeded.class)
class PushedTextsTest {
  private static final int ROWS = 400;
  private static final int FILES = 12;

  private static final @Nullable String[] TEXTS = {
    null,
    "",
    "a",
    "ab",
    "abc",
    "b",
    "A",
    "a b",
    "a%",
    "a_b",
    "zz",
    "nul\u0001x",
    "é",
    "e\u0301",
    "été",
    "绿",
    "绿色",
    "\uffff",
    "\ufffd",
    "😀",
    "😁x",
    "\udbff\udfff",
    "a".repeat(20),
    "a".repeat(15) + "é",
    "a".repeat(14) + "😀"
  };

  /// Of these, each constant has some.
  private static final byte[][] PIECES =
      Stream.of(
              "61", "ff", "c3", "c3a9", "e7bb", "f0", "f09f", "f4", "efbfbd", "efbfbe", "80", "01")
          .map(HexFormat.of()::parseHex)
          .toArray(byte[][]::new);

  /// Of a column.
  private static final List<String> KNOWN =
      List.of(
          "startswith(%s, cast(X'C3' as string))",
          "startswith(%s, cast(X'F09F' as string))",
          "startswith(%s, cast(X'E7BB' as string))",
          "%s < cast(X'FF' as string)",
          "%s > cast(X'C3' as string)",
          "%s between 'a' and cast(X'FF' as string)",
          "%s < cast(X'F0' as string)",
          "cast(X'F0' as string) < %s",
          "%s in ('zz', cast(X'FF' as string), '\ufffd')",
          "%s > 'a\u0000'");

  private static final List<String> OPERATORS = List.of("=", "<=>", "!=", "<", "<=", ">", ">=");

  private static final SparkSession SPARK = Sessions.local();

  @TempDir static Path folder;

  private static Dataset<Row> rows;

  /// Files have narrow ranges of texts, so that most constants exclude some.
  @BeforeAll
  static void write() {
    RandomGenerator random = Seeded.random();
    List<Row> made = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String text = TEXTS[random.nextInt(TEXTS.length)];
      made.add(RowFactory.create(id, text, text, text));
    }
    StructType type =
        new StructType()
            .add("id", "int")
            .add("any", "string")
            .add("fixed", "string")
            .add("coded", "string");
    rows = SPARK.createDataFrame(made, type).cache();
    rows.repartitionByRange(FILES, functions.col("any"))
        .write()
        .format("ashlar")
        .option("type.fixed", "optional utf8 90")
        .option("type.coded", "optional dictionary")
        .save(folder.resolve("texts").toString());
  }

  private static Dataset<Row> table(String filter) {
    return SPARK
        .read()
        .format("ashlar")
        .load(folder.resolve("texts").toString())
        .where(filter)
        .select("id");
  }

  private static byte[] constant(RandomGenerator random) {
    String text = Seeded.oneOf(random, TEXTS);
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) > 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }
    for (int more = random.nextInt(3); more > 0; more--) {
      byte[] piece = Seeded.oneOf(random, PIECES);
      int end = bytes.length;
      bytes = Arrays.copyOf(bytes, end + piece.length);
      System.arraycopy(piece, 0, bytes, end, piece.length);
    }
    return bytes;
  }

  private static String sql(byte[] constant) {
    return "cast(X'%s' as string)".formatted(HexFormat.of().formatHex(constant));
  }

  private static String filter(RandomGenerator random) {
    String column = Seeded.oneOf(random, new String[] {"any", "fixed", "coded"});
    String constant = sql(constant(random));
    String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
    String filter =
        switch (random.nextInt(7)) {
          case 0 -> "startswith(%s, %s)".formatted(column, constant);
          case 1 -> "%s between %s and %s".formatted(column, constant, sql(constant(random)));
          case 2 -> "%s in (%s, 'a', %s)".formatted(column, constant, sql(constant(random)));
          case 3 -> "%s like concat(%s, '%%')".formatted(column, constant);
          case 4 -> "%s %s %s".formatted(constant, operator, column);
          default -> "%s %s %s".formatted(column, operator, constant);
        };
    return switch (random.nextInt(4)) {
      case 0 -> "not (%s)".formatted(filter);
      case 1 -> "%s is null or %s".formatted(column, filter);
      default -> filter;
    };
  }

  private static List<Integer> ids(Dataset<Row> found) {
    return found.collectAsList().stream().map(row -> row.getInt(0)).sorted().toList();
  }

  /// All filters are one query of the rows in memory.
  @Test
  void rowsAreThoseOfSparkWithoutPushdown(RandomGenerator random) {
    List<String> filters = new ArrayList<>();
    for (String filter : KNOWN) {
      filters.add(filter.formatted("any"));
      filters.add(filter.formatted("fixed"));
    }
    for (int i = 0; i < Slow.times(60, 2_000); i++) {
      filters.add(filter(random));
    }
    Column[] judges =
        filters.stream()
            .map(each -> functions.expr("collect_list(case when %s then id end)".formatted(each)))
            .toArray(Column[]::new);
    Row expected = rows.select(judges).head();
    for (int i = 0; i < filters.size(); i++) {
      List<Integer> judge = expected.<Integer>getList(i).stream().sorted().toList();
      assertThat(ids(table(filters.get(i)))).as(filters.get(i)).isEqualTo(judge);
    }
  }

  private static long skipped(String filter) {
    Dataset<Row> found = table(filter);
    found.collectAsList();
    var scan = found.queryExecution().executedPlan().collectLeaves().head();
    return scan.metrics().apply(SkippedRows.NAME).value();
  }

  /// Otherwise the test above would compare nothing.
  @Test
  void constantsThatAreUtf8AreStillPushedDown() {
    for (String column : List.of("any", "fixed")) {
      assertThat(skipped("startswith(%s, '绿')".formatted(column))).isPositive();
      assertThat(skipped("%s > cast(X'F09F9880' as string)".formatted(column))).isPositive();
    }
  }
}
