// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.internal.index.KeyHash;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Indexes of every type of field, and of several fields, against a list of records, while rows are
/// appended, set, copied and taken away, in every layout and storage. In some runs most hashes are
/// equal.
@ExtendWith(Seeded.class)
@Timeout(300)
final class IndexDifferentialTest {
  enum Side {
    BUY,
    SELL,
    NONE
  }

  record Leg(int quantity, @OrNull @Nullable Long limit) {}

  record Row(
      long id,
      short few,
      Side side,
      char letter,
      byte tiny,
      boolean flag,
      LocalDate day,
      @OrNull @Nullable LocalDate shipped,
      @OrNull @Nullable Leg leg,
      @Decimal(precision = 9, scale = 2) BigDecimal price,
      double weight,
      String tag,
      Texts texts,
      @OrNull @Nullable Wide wide) {}

  record Texts(
      String name, @FixedUtf8(14) String code, @DictionaryEncoded @OrNull @Nullable String venue) {}

  record Wide(@Decimal(precision = 30, scale = 2) BigDecimal amount, UUID key) {}

  private static final TableType<Row> ROWS = TableType.of(MethodHandles.lookup(), Row.class);

  /// What has a key, and which.
  private static final Map<String, Function<Row, @Nullable Long>> KEYS =
      new TreeMap<>(
          Map.of(
              "few", row -> (long) row.few(),
              "side", row -> (long) List.of(Side.values()).indexOf(row.side()),
              "letter", row -> (long) row.letter(),
              "tiny", row -> (long) row.tiny(),
              "flag", row -> row.flag() ? 1L : 0L,
              "day", row -> row.day().toEpochDay(),
              "shipped", row -> row.shipped() == null ? null : row.shipped().toEpochDay(),
              "leg.quantity", row -> row.leg() == null ? null : (long) row.leg().quantity(),
              "leg.limit", row -> row.leg() == null ? null : row.leg().limit(),
              "price", row -> row.price().unscaledValue().longValueExact()));

  /// Keys that are no numbers.
  private static final Map<List<String>, Function<Row, List<@Nullable Object>>> VALUES =
      Map.of(
          List.of("texts.name"),
          row -> List.of(row.texts().name()),
          List.of("texts.code"),
          row -> List.of(row.texts().code()),
          List.of("texts.venue"),
          row -> Collections.singletonList(row.texts().venue()),
          List.of("wide.amount"),
          row -> Collections.singletonList(row.wide() == null ? null : row.wide().amount()),
          List.of("wide.key"),
          row -> Collections.singletonList(row.wide() == null ? null : row.wide().key()),
          List.of("few", "side"),
          row -> List.of(row.few(), row.side()),
          List.of("texts.code", "texts.name", "flag"),
          row -> List.of(row.texts().code(), row.texts().name(), row.flag()),
          List.of("shipped", "texts.venue"),
          row -> Arrays.asList(row.shipped(), row.texts().venue()));

  private static final String[] NAMES = {
    "",
    "a",
    "ab",
    "abc",
    "é",
    "𝕏 and 9",
    "twelve bytes",
    "thirteen char",
    "a text that is beside the rows",
    "a text that is beside the row2"
  };

  private final List<Row> list = new ArrayList<>();
  private long nextId;

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void findsWhatAListHas(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    for (int run = 0; run < 4; run++) {
      list.clear();
      try (TableFixture fixture = new TableFixture()) {
        Table<Row> table = kind.make(fixture, ROWS, 0);
        for (int i = random.nextInt(30); i > 0; i--) {
          append(table, random);
        }
        KeyHash hashes = run % 2 == 0 ? null : new KeyHash(1, 2, random.nextInt(3) + 1);
        Index ids = table.uniqueIndex("id");
        Index tags = table.indexes().of(List.of("tag"), true, hashes);
        List<Index> indexes = new ArrayList<>();
        KEYS.keySet().forEach(name -> indexes.add(table.index(name)));
        VALUES.keySet().forEach(names -> indexes.add(table.indexes().of(names, false, hashes)));
        for (int operation = 0; operation < 300; operation++) {
          operate(table, random);
          if (operation % 20 == 0) {
            assertSame(table, ids, tags, indexes);
          }
        }
        assertSame(table, ids, tags, indexes);
      }
    }
  }

  private void append(Table<Row> table, RandomGenerator random) {
    Row row = random(nextId++ * 0x10001L, random);
    table.append(row);
    list.add(row);
  }

  private static Row random(long id, RandomGenerator random) {
    return new Row(
        id,
        (short) (random.nextInt(9) - 4),
        Side.values()[random.nextInt(3)],
        (char) (0xFFF0 + random.nextInt(16)),
        (byte) random.nextInt(),
        random.nextBoolean(),
        LocalDate.EPOCH.plusDays(random.nextInt(40) - 20),
        random.nextBoolean() ? null : LocalDate.EPOCH.plusDays(random.nextInt(3)),
        random.nextBoolean()
            ? null
            : new Leg(random.nextInt(3), random.nextBoolean() ? null : random.nextLong(3)),
        BigDecimal.valueOf(random.nextInt(50) - 25, 2),
        random.nextDouble(),
        "é".repeat((int) (id % 9)) + id,
        new Texts(
            NAMES[random.nextInt(NAMES.length)],
            NAMES[random.nextInt(7)],
            random.nextBoolean() ? null : NAMES[random.nextInt(NAMES.length)]),
        random.nextBoolean()
            ? null
            : new Wide(
                new BigDecimal(BigInteger.valueOf(random.nextInt(3) - 1).shiftLeft(70), 2),
                new UUID(random.nextInt(2), random.nextInt(2))));
  }

  private void operate(Table<Row> table, RandomGenerator random) throws IOException {
    int size = list.size();
    int row = size == 0 ? 0 : random.nextInt(size);
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> append(table, random);
      case 3 -> {
        List<Row> more = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
          more.add(random(nextId++, random));
        }
        Table<Row> other = ROWS.columns().heap(0);
        other.appendAll(more);
        table.appendAll(other);
        list.addAll(more);
      }
      case 4 -> {
        if (size > 0) {
          Row copy = list.get(random.nextInt(size));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> table.append(copy))
              .withMessageContaining("Row.id is " + copy.id())
              .withMessageContaining("unique");
        }
      }
      case 5 -> {
        if (size > 1) {
          Table<Row> other = ROWS.alignedRows().heap(0);
          other.append(random(nextId++, random));
          other.append(list.get(row));
          assertThatIllegalArgumentException().isThrownBy(() -> table.appendAll(other));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> table.copyTo(row, table, row == 0 ? 1 : 0, 1));
          assertThatIllegalArgumentException().isThrownBy(() -> table.fill(list.get(row)));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> table.set(row == 0 ? 1 : 0, list.get(row)));
        }
      }
      case 6 -> {
        if (random.nextInt(5) == 0) {
          int rows = random.nextBoolean() ? size / 3 : size - random.nextInt(size + 1) / 4;
          table.truncate(rows);
          list.subList(rows, size).clear();
        }
      }
      case 7 -> {
        if (size > 0) {
          Table<Row> other = ROWS.columns().heap(2);
          Row changed = random(list.get(row).id(), random);
          other.set(1, changed);
          other.copyTo(1, table, row, 1);
          list.set(row, changed);
        }
      }
      default -> {
        if (size > 0) {
          long id = random.nextBoolean() ? list.get(row).id() : nextId++;
          Row changed = random(id, random);
          table.set(row, changed);
          list.set(row, changed);
        }
      }
    }
  }

  private void assertSame(Table<Row> table, Index ids, Index tags, List<Index> indexes) {
    assertThat(table).containsExactlyElementsOf(list);
    assertThat(ids.keys()).isEqualTo(list.size());
    assertThat(tags.keys()).isEqualTo(list.size());
    for (int row = 0; row < list.size(); row++) {
      assertThat(ids.find(list.get(row).id())).isEqualTo(row);
      assertThat(ids.next(row)).isEqualTo(-1);
      assertFinds(tags, list.get(row).tag(), row);
      assertFinds(tags, list.get(row).tag() + "x", -1);
    }
    assertThat(ids.contains(-1)).isFalse();
    for (Index index : indexes) {
      Function<Row, @Nullable Long> keyOf = KEYS.get(index.name());
      if (keyOf == null) {
        assertSame(index, Objects.requireNonNull(VALUES.get(List.of(index.name().split("\\+")))));
        continue;
      }
      Map<Long, List<Long>> expected = new TreeMap<>();
      for (int row = 0; row < list.size(); row++) {
        Long key = keyOf.apply(list.get(row));
        if (key != null) {
          expected.computeIfAbsent(key, none -> new ArrayList<>()).add((long) row);
        }
      }
      assertThat(index.keys()).as(index.name()).isEqualTo(expected.size());
      for (long key = -130; key < 130; key++) {
        assertThat(rows(index, index.find(key)))
            .as("%s %s", index, key)
            .isEqualTo(expected.getOrDefault(key, Collections.emptyList()));
      }
      expected.forEach(
          (key, rows) -> assertThat(rows(index, index.find(key.longValue()))).isEqualTo(rows));
    }
  }

  private static void assertFinds(Index index, String text, long row) {
    byte[] bytes = ("<" + text + ">").getBytes(UTF_8);
    assertThat(index.find(text)).isEqualTo(row);
    assertThat(index.find(TableType.text(text))).isEqualTo(row);
    assertThat(index.find(bytes, 1, bytes.length - 2)).isEqualTo(row);
    assertThat(index.contains(text)).isEqualTo(row >= 0);
  }

  private void assertSame(Index index, Function<Row, List<@Nullable Object>> valuesOf) {
    Map<List<@Nullable Object>, List<Long>> expected = new HashMap<>();
    for (int row = 0; row < list.size(); row++) {
      List<@Nullable Object> values = valuesOf.apply(list.get(row));
      if (values.stream().allMatch(Objects::nonNull)) {
        expected.computeIfAbsent(values, none -> new ArrayList<>()).add((long) row);
      }
    }
    assertThat(index.keys()).as(index.name()).isEqualTo(expected.size());
    expected.forEach((values, rows) -> {
      assertThat(rows(index, index.find(values.toArray()))).as("%s", values).isEqualTo(rows);
      assertThat(index.rows(values.toArray()).sorted()).isEqualTo(rows);
    });
    List<@Nullable Object> other = valuesOf.apply(random(1, Seeded.random()));
    if (other.stream().allMatch(Objects::nonNull) && !expected.containsKey(other)) {
      assertThat(index.rows(other.toArray())).isEmpty();
    }
  }

  private static List<Long> rows(Index index, long first) {
    List<Long> rows = new ArrayList<>();
    for (long row = first; row >= 0; row = index.next(row)) {
      rows.add(row);
    }
    Collections.sort(rows);
    return rows;
  }
}
