// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Values of every type that a table stores, over their whole range.
final class RandomValues {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /// One of each length in UTF-8, and a pair of surrogates.
  private static final List<String> CHARACTERS =
      List.of("a", "Z", "\u007f", "\u0080", "\u00e4", "\u07ff", "\u0800", "\uffff", "\ud83d\ude00");

  private final RandomGenerator random;

  RandomValues(RandomGenerator random) {
    this.random = random;
  }

  <R extends Record> R of(Class<R> record) throws Exception {
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = of(components[i]);
    }
    Constructor<R> constructor = record.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private @Nullable Object of(RecordComponent component) throws Exception {
    if (component.getType() == Optional.class) {
      ParameterizedType type = (ParameterizedType) component.getGenericType();
      return random.nextBoolean()
          ? Optional.empty()
          : Optional.of(of(component, (Class<?>) type.getActualTypeArguments()[0]));
    }
    if (component.isAnnotationPresent(OrNull.class) && random.nextBoolean()) {
      return null;
    }
    return of(component, component.getType());
  }

  private Object of(RecordComponent component, Class<?> type) throws Exception {
    if (type.isRecord()) {
      return of(type.asSubclass(Record.class));
    }
    if (type.isEnum()) {
      Object[] constants = type.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    return switch (type.getSimpleName()) {
      case "boolean", "Boolean" -> random.nextBoolean();
      case "byte", "Byte" -> (byte) random.nextInt();
      case "short", "Short" -> (short) random.nextInt();
      case "char", "Character" -> (char) random.nextInt();
      case "int", "Integer" -> random.nextInt();
      case "long", "Long" -> random.nextLong();
      case "float", "Float" -> Float.intBitsToFloat(random.nextInt());
      case "double", "Double" -> Double.longBitsToDouble(random.nextLong());
      case "LocalDate" -> LocalDate.ofEpochDay(random.nextInt());
      case "LocalTime" ->
          LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(nanos(component));
      case "LocalDateTime" ->
          LocalDateTime.ofEpochSecond(seconds(component), nanos(component), ZoneOffset.UTC);
      case "Instant" -> Instant.ofEpochSecond(seconds(component), nanos(component));
      case "Duration" -> Duration.ofSeconds(seconds(component), nanos(component));
      case "UUID" -> new UUID(random.nextLong(), random.nextLong());
      case "BigDecimal" -> decimal(component.getAnnotation(Decimal.class));
      case "byte[]" -> {
        byte[] bytes = new byte[component.getAnnotation(FixedBytes.class).value()];
        random.nextBytes(bytes);
        yield bytes;
      }
      case "String" -> {
        FixedUtf8 fixed = component.getAnnotation(FixedUtf8.class);
        yield fixed == null ? text() : text(fixed.value());
      }
      default -> throw new AssertionError(type);
    };
  }

  private static ChronoUnit unit(RecordComponent component) {
    Unit unit = component.getAnnotation(Unit.class);
    return unit == null ? ChronoUnit.MICROS : unit.value();
  }

  private long seconds(RecordComponent component) {
    long most = unit(component) == ChronoUnit.NANOS ? 9_000_000_000L : 900_000_000_000L;
    return random.nextLong(-most, most);
  }

  private int nanos(RecordComponent component) {
    int unit = (int) unit(component).getDuration().toNanos();
    return random.nextInt(NANOS_PER_SECOND / unit) * unit;
  }

  private BigDecimal decimal(Decimal decimal) {
    int digits = random.nextInt(decimal.precision() + 1);
    BigInteger limit = BigInteger.TEN.pow(digits);
    BigInteger unscaled = new BigInteger(limit.bitLength() + 8, java.util.Random.from(random));
    unscaled = unscaled.mod(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
  }

  /// Of any length, often about what a row holds, and sometimes with a zero.
  String text() {
    int bytes =
        switch (random.nextInt(4)) {
          case 0 -> 10 + random.nextInt(5);
          case 1 -> random.nextInt(5_000);
          default -> random.nextInt(40);
        };
    String text = bytes == 0 ? "" : text(bytes);
    return random.nextInt(8) == 0 ? text + '\0' : text;
  }

  /// Of at most so many bytes in UTF-8, often as many.
  private String text(int bytes) {
    StringBuilder text = new StringBuilder();
    int left = random.nextBoolean() ? bytes : random.nextInt(bytes + 1);
    while (left > 0) {
      String next = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
      int size = next.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
      if (size <= left) {
        text.append(next);
        left -= size;
      }
    }
    return text.toString();
  }

  /// Returns what `equals` can compare: records and arrays as lists.
  static @Nullable Object comparable(@Nullable Object value) throws Exception {
    if (value instanceof Optional<?> optional) {
      return optional.isEmpty() ? optional : List.of(comparable(optional.get()));
    }
    if (value instanceof Record record) {
      return parts(record);
    }
    if (value != null && value.getClass().isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(Array.get(value, i));
      }
      return elements;
    }
    return value;
  }

  /// Returns the components of a record in their order, [comparable][#comparable].
  static List<@Nullable Object> parts(Record record) throws Exception {
    List<@Nullable Object> parts = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      parts.add(comparable(component.getAccessor().invoke(record)));
    }
    return parts;
  }
}
