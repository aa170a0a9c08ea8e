// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.spark.internal.write.WritePlan;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A schema and rows drawn at random: what a table stores, and what Spark is to show of it.
final class RandomTable {
  private static final List<String> TYPES =
      List.of(
          "boolean",
          "byte",
          "short",
          "char",
          "int",
          "long",
          "float",
          "double",
          "enum RED,GREEN,Z_9",
          "date",
          "time seconds",
          "time millis",
          "time micros",
          "time nanos",
          "datetime seconds",
          "datetime millis",
          "datetime micros",
          "datetime nanos",
          "instant seconds",
          "instant millis",
          "instant micros",
          "instant nanos",
          "duration seconds",
          "duration millis",
          "duration micros",
          "duration nanos",
          "decimal 9 2",
          "decimal 18 18",
          "decimal 19 0",
          "decimal 38 11",
          "uuid",
          "bytes 1",
          "bytes 20",
          "utf8 1",
          "utf8 13",
          "text",
          "dictionary");

  /// A value as a record has it, and as Spark shows it.
  record Value(@Nullable Object stored, @Nullable Object shown) {
    static Value same(Object value) {
      return new Value(value, value);
    }
  }

  private final RandomGenerator random;
  final RecordSchema schema;
  final List<TableField> fields;
  final TableType<?> type;

  /// The rows as Spark shows them; rows inside are lists.
  final List<List<@Nullable Object>> shown = new ArrayList<>();

  /// The rows as records have them.
  final List<Record> records = new ArrayList<>();

  RandomTable(RandomGenerator random, int rows) {
    this.random = random;
    List<Field> lines = new ArrayList<>();
    lines.add(new Field("id", "int"));
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      if (random.nextInt(5) == 0) {
        String name = "r" + i;
        if (random.nextBoolean()) {
          lines.add(new Field(name, "optional record"));
        }
        lines.add(new Field(name + ".a", type()));
        lines.add(new Field(name + ".b", type()));
      } else {
        lines.add(new Field("f" + i, type()));
      }
    }
    this.schema = new RecordSchema("Row", lines);
    this.fields = TableField.of(schema.fields());
    this.type = schema.type();
    for (int row = 0; row < rows; row++) {
      add(row);
    }
  }

  private String type() {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    return random.nextInt(3) == 0 ? "optional " + type : type;
  }

  private void add(int id) {
    List<Value> values = new ArrayList<>(List.of(Value.same(id)));
    fields
        .subList(1, fields.size())
        .forEach(field -> values.add(value(field, component(type.recordType(), field))));
    shown.add(
        values.stream()
            .<@Nullable Object>map(Value::shown)
            .collect(ArrayList::new, List::add, List::addAll));
    records.add(record(type.recordType(), values));
  }

  private static Class<?> component(Class<?> record, TableField field) {
    for (var component : record.getRecordComponents()) {
      if (component.getName().equals(field.name())) {
        return component.getType();
      }
    }
    throw new AssertionError(field.name() + " is not in " + record);
  }

  private static Record record(Class<?> record, List<Value> values) {
    try {
      Constructor<?> constructor = record.getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return (Record) constructor.newInstance(values.stream().map(Value::stored).toArray());
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new LinkageError(record.toString(), failed);
    }
  }

  private Value value(TableField field, Class<?> component) {
    if (field.optional() && random.nextBoolean()) {
      return new Value(null, null);
    }
    if (field.isRecord()) {
      List<Value> inside =
          field.components().stream().map(part -> value(part, component(component, part))).toList();
      List<@Nullable Object> row = new ArrayList<>();
      inside.forEach(value -> row.add(value.shown()));
      return new Value(record(component, inside), row);
    }
    long perSecond = field.words().size() < 2 ? 1 : perSecond(field.words().get(1));
    // Within what 64 bits of nanoseconds hold.
    long number = random.nextLong(-9_000_000_000L * perSecond, 9_000_000_000L * perSecond);
    return switch (field.kind()) {
      case "boolean" -> Value.same(random.nextBoolean());
      case "byte" -> Value.same((byte) random.nextInt());
      case "short" -> Value.same((short) random.nextInt());
      case "char" -> {
        char unit = (char) random.nextInt();
        yield new Value(unit, (int) unit);
      }
      case "int" -> Value.same(random.nextInt());
      case "long" -> Value.same(random.nextLong());
      case "float" -> Value.same(random.nextFloat());
      case "double" -> Value.same(random.nextDouble());
      case "enum" -> {
        Object[] constants = component.getEnumConstants();
        Object constant = constants[random.nextInt(constants.length)];
        yield new Value(constant, constant.toString());
      }
      case "date" -> Value.same(LocalDate.ofEpochDay(random.nextInt(-700_000, 2_000_000)));
      case "time" -> {
        long units = random.nextLong(86_400L * perSecond);
        LocalTime time = LocalTime.ofNanoOfDay(units * (1_000_000_000L / perSecond));
        yield new Value(time, units);
      }
      case "datetime" -> {
        LocalDateTime time = LocalDateTime.ofInstant(instant(number, perSecond), ZoneOffset.UTC);
        yield new Value(time, perSecond == 1_000_000_000L ? number : time);
      }
      case "instant" -> {
        Instant time = instant(number, perSecond);
        yield new Value(time, perSecond == 1_000_000_000L ? number : time);
      }
      case "duration" -> {
        Duration time =
            Duration.ofSeconds(Math.floorDiv(number, perSecond))
                .plusNanos(Math.floorMod(number, perSecond) * (1_000_000_000L / perSecond));
        yield new Value(time, perSecond == 1_000_000_000L ? number : time);
      }
      case "decimal" -> {
        BigInteger limit = BigInteger.TEN.pow(field.number(1));
        BigInteger unscaled =
            new BigInteger(126, new java.util.Random(random.nextLong())).mod(limit);
        yield Value.same(
            new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), field.number(2)));
      }
      case "uuid" -> {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        yield new Value(id, id.toString());
      }
      case "bytes" -> {
        byte[] bytes = new byte[field.number(1)];
        random.nextBytes(bytes);
        yield Value.same(bytes);
      }
      default -> {
        StringBuilder text = new StringBuilder();
        List<String> parts = List.of("a", "Z", "ä", "߿", "ࠀ", "😀");
        int free = random.nextInt((field.isText() ? 60 : field.number(1)) + 1);
        while (true) {
          String part = parts.get(random.nextInt(parts.size()));
          free -= part.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
          if (free < 0) {
            break;
          }
          text.append(part);
        }
        yield Value.same(text.toString());
      }
    };
  }

  private static Instant instant(long number, long perSecond) {
    return Instant.ofEpochSecond(
        Math.floorDiv(number, perSecond),
        Math.floorMod(number, perSecond) * (1_000_000_000L / perSecond));
  }

  private static long perSecond(String unit) {
    return switch (unit) {
      case "millis" -> 1_000L;
      case "micros" -> 1_000_000L;
      case "nanos" -> 1_000_000_000L;
      default -> 1L;
    };
  }

  /// Writes the rows from `first` to `end` to a file.
  void write(WritePlan.Layout layout, Path file, int first, int end) throws Exception {
    write(layout.of(type), file, first, end);
  }

  private <R extends Record> void write(TableLayout<R> layout, Path file, int first, int end)
      throws Exception {
    try (MappedTable<R> table = layout.withChunkRows(4096).create(file, 0)) {
      for (Record row : records.subList(first, end)) {
        table.append(layout.type().recordType().cast(row));
      }
      table.commit();
    }
  }

  @Override
  public String toString() {
    return schema.fields().toString();
  }
}
