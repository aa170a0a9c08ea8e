// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.RecordComponent;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Records that nobody wrote, compiled here: any number of components of any type, in any order,
/// there or absent, with records inside.
@ExtendWith(Seeded.class)
final class RandomSchemaDifferentialTest {
  private static final List<String> TYPES =
      List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "Few", "Many");
  private static final Map<String, String> BOXED =
      Map.of(
          "boolean", "Boolean",
          "byte", "Byte",
          "short", "Short",
          "char", "Character",
          "int", "Integer",
          "long", "Long",
          "float", "Float",
          "double", "Double");
  private static final List<String> TIMES =
      List.of("LocalTime", "LocalDateTime", "Instant", "Duration");

  /// Those of the second half may have some of the first inside.
  private static final int SCHEMAS = Slow.times(12, 24);

  private static final int ROWS = 23;

  @Test
  void everySchemaIsKept(RandomGenerator random, @TempDir Path folder) throws Exception {
    List<Path> sources = new ArrayList<>();
    sources.add(write(folder, "Few", "enum Few { A, B, C }"));
    sources.add(write(folder, "Many", many(257 + random.nextInt(300))));
    sources.add(
        write(
            folder,
            "Access",
            """
            public final class Access {
              private Access() {}
              public static java.lang.invoke.MethodHandles.Lookup lookup() {
                return java.lang.invoke.MethodHandles.lookup();
              }
            }
            """));
    for (int i = 0; i < SCHEMAS; i++) {
      List<String> components = components(i, random);
      sources.add(write(folder, "R" + i, record("R" + i, components)));
      sources.add(write(folder, "Changed" + i, record("Changed" + i, changed(components, random))));
    }
    List<String> options = List.of("-cp", Javac.pathOf(TableType.class, NullMarked.class));
    Path classes = Javac.compile(folder, options, sources.toArray(Path[]::new));
    try (URLClassLoader loader = Javac.loader(classes)) {
      Lookup lookup = (Lookup) loader.loadClass("Access").getMethod("lookup").invoke(null);
      for (int i = 0; i < SCHEMAS; i++) {
        Class<? extends Record> record = loader.loadClass("R" + i).asSubclass(Record.class);
        check(lookup, record, random);
        Class<? extends Record> changed = loader.loadClass("Changed" + i).asSubclass(Record.class);
        checkChanged(lookup, record, changed, random);
      }
    }
  }

  private static Path write(Path folder, String name, String source) throws Exception {
    return Files.writeString(folder.resolve(name + ".java"), source);
  }

  private static String many(int constants) {
    StringBuilder source = new StringBuilder("enum Many { C0");
    for (int i = 1; i < constants; i++) {
      source.append(", C").append(i);
    }
    return source.append(" }").toString();
  }

  private static List<String> components(int number, RandomGenerator random) {
    List<String> components = new ArrayList<>();
    int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 100 : 12);
    for (int i = 0; i < count; i++) {
      components.add(type(number, random) + " c" + i);
    }
    return components;
  }

  private static String record(String name, List<String> components) {
    return "record " + name + "(" + String.join(", ", components) + ") {}";
  }

  /// Others are added, some but the first left out, and all in another order.
  private static List<String> changed(List<String> components, RandomGenerator random) {
    List<String> changed = new ArrayList<>(components);
    changed.subList(1, changed.size()).removeIf(component -> random.nextInt(4) == 0);
    changed.add("@dev.ashlar.table.annotation.OrZero int onlyHere");
    for (int i = random.nextInt(8); i > 0; i--) {
      changed.add("@dev.ashlar.table.annotation.OrZero " + type(0, random) + " added" + i);
    }
    Collections.shuffle(changed, Random.from(random));
    return changed;
  }

  private static <R extends Record, C extends Record> void checkChanged(
      Lookup lookup, Class<R> record, Class<C> changed, RandomGenerator random) throws Exception {
    RandomValues values = new RandomValues(random);
    TableType<R> written = TableType.of(lookup, record);
    TableType<C> read = TableType.of(lookup, changed);
    List<@Nullable Object> zero = RandomValues.parts(read.columns().heap(1).get(0));
    List<TableLayout<R>> layouts =
        List.of(written.rows(), written.alignedRows(), written.columns());
    List<TableLayout<C>> others = List.of(read.rows(), read.alignedRows(), read.columns());
    int layout = random.nextInt(layouts.size());
    try (TableFixture fixture = new TableFixture()) {
      Path path = fixture.path();
      List<R> rows = new ArrayList<>();
      try (MappedTable<R> table = layouts.get(layout).create(path, 0)) {
        for (int i = 0; i < ROWS; i++) {
          rows.add(values.of(record));
          table.append(rows.getLast());
        }
        table.commit();
      }
      try (MappedTable<R> table = layouts.get(layout).openReadOnly(path)) {
        assertThat(StatisticsJudge.requireRight(table)).containsExactly(0L);
        StatisticsJudge.requireRight(table, table.computeStatistics(3, ROWS - 3), _ -> true);
      }
      try (MappedTable<C> table = others.get(layout).openReadOnly(path)) {
        List<String> inFile = names(record);
        RowStatistics stored = table.statistics(0, ROWS).getFirst();
        StatisticsJudge.requireRight(table, stored, inFile::contains);
        StatisticsJudge.requireRight(table, table.computeStatistics(0, ROWS), inFile::contains);
        for (int i = 0; i < ROWS; i++) {
          assertThat(RandomValues.comparable(table.get(i)))
              .as("row %d of %s in %s", i, written, table)
              .isEqualTo(mapped(rows.get(i), changed, zero));
        }
      }
    }
  }

  /// What a record has of another, by names, and of a new row.
  private static List<@Nullable Object> mapped(
      Record row, Class<?> record, List<@Nullable Object> zero) throws Exception {
    List<@Nullable Object> parts = RandomValues.parts(row);
    List<String> names = names(row.getClass());
    List<@Nullable Object> mapped = new ArrayList<>();
    for (String name : names(record)) {
      int at = names.indexOf(name);
      mapped.add(at < 0 ? zero.get(mapped.size()) : parts.get(at));
    }
    return mapped;
  }

  private static List<String> names(Class<?> record) {
    return Arrays.stream(record.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  private static String type(int number, RandomGenerator random) {
    boolean nested = number >= SCHEMAS / 2 && random.nextInt(8) == 0;
    String type = nested ? "R" + random.nextInt(SCHEMAS / 2) : annotated(random);
    String annotations = type.substring(0, type.lastIndexOf(' ') + 1);
    String plain = type.substring(annotations.length());
    String boxed = BOXED.getOrDefault(plain, plain);
    return switch (random.nextInt(4)) {
      case 0 -> annotations + "@dev.ashlar.table.annotation.OrNull " + boxed;
      case 1 -> boxed.endsWith("[]") ? type : annotations + "java.util.Optional<" + boxed + ">";
      default -> type;
    };
  }

  private static String annotated(RandomGenerator random) {
    String annotation = "@dev.ashlar.table.annotation.";
    int precision = 1 + random.nextInt(38);
    String unit = List.of("SECONDS", "MILLIS", "MICROS", "NANOS").get(random.nextInt(4));
    return switch (random.nextInt(20)) {
      case 0 -> "java.time.LocalDate";
      case 1 -> "java.util.UUID";
      case 2 ->
          "%sDecimal(precision = %d, scale = %d) java.math.BigDecimal"
              .formatted(annotation, precision, random.nextInt(precision + 1));
      case 3 -> "%sFixedBytes(%d) byte[]".formatted(annotation, 1 + random.nextInt(40));
      case 4 -> "%sFixedUtf8(%d) String".formatted(annotation, 1 + random.nextInt(40));
      case 7, 8 -> "String";
      case 9, 10 -> annotation + "DictionaryEncoded String";
      case 5 -> "java.time." + TIMES.get(random.nextInt(TIMES.size()));
      case 6 ->
          "%sUnit(java.time.temporal.ChronoUnit.%s) java.time.%s"
              .formatted(annotation, unit, TIMES.get(random.nextInt(TIMES.size())));
      default -> TYPES.get(random.nextInt(TYPES.size()));
    };
  }

  private static <R extends Record> void check(
      Lookup lookup, Class<R> record, RandomGenerator random) throws Exception {
    TableType<R> type = TableType.of(lookup, record);
    RandomValues values = new RandomValues(random);
    List<R> list = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      list.add(values.of(record));
    }
    for (TableFixture.Kind kind : TableFixture.kinds()) {
      try (TableFixture fixture = new TableFixture()) {
        Table<R> table = kind.make(fixture, type, ROWS / 2);
        for (int i = 0; i < ROWS / 2; i++) {
          table.set(i, list.get(i));
        }
        list.subList(ROWS / 2, ROWS).forEach(table::append);
        requireRows(table, list, "%s in %s".formatted(type, kind));
        Table<R> other =
            TableFixture.kinds()
                .get(random.nextInt(TableFixture.kinds().size()))
                .make(fixture, type, ROWS);
        table.copyTo(0, other, 0, ROWS);
        requireRows(other, list, "%s from %s to %s".formatted(type, table, other));
        other.fill(list.getFirst());
        requireRows(
            other, Collections.nCopies(ROWS, list.getFirst()), "%s filled".formatted(other));
      }
    }
  }

  private static <R extends Record> void requireRows(
      Table<R> table, List<R> expected, String description) throws Exception {
    List<R> found = new ArrayList<>();
    table.forEach(found::add);
    assertThat(found).as(description).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(RandomValues.comparable(found.get(i)))
          .as("row %d of %s", i, description)
          .isEqualTo(RandomValues.comparable(expected.get(i)));
    }
  }
}
