// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.RecordSchema.Field;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The range of a field of texts, arrays or ids. Arrays and ids have the order of their unsigned
/// bytes. For texts in a dictionary, the distinct texts are counted.
final class ValueStatistics implements FieldRange {
  private final Field field;
  private final FieldPath path;
  private final Set<Object> distinct = new HashSet<>();
  private final boolean isDictionary;
  private long rows;
  private @Nullable Object min;
  private @Nullable Object max;

  ValueStatistics(Class<?> record, Field field) {
    this.field = field;
    this.path = new FieldPath(record, field);
    this.isDictionary = field.type().endsWith("dictionary");
  }

  void add(Record row) {
    Object value = path.value(row);
    if (value == null) {
      return;
    }
    rows++;
    if (isDictionary) {
      distinct.add(value);
    }
    min = min == null || compare(value, min) < 0 ? value : min;
    max = max == null || compare(value, max) > 0 ? value : max;
  }

  @SuppressWarnings("unchecked") // Values of one field are of one type.
  private static int compare(Object one, Object other) {
    return switch (one) {
      case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) other);
      case UUID id ->
          Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
              .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned)
              .compare(id, (UUID) other);
      default -> ((Comparable<Object>) one).compareTo(other);
    };
  }

  @Override
  public Field field() {
    return field;
  }

  @Override
  public String type() {
    return field.type() + (isDictionary ? " of " + distinct.size() : "");
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public String min() {
    return text(min);
  }

  @Override
  public String max() {
    return text(max);
  }

  private static String text(@Nullable Object value) {
    String text = FieldPath.text(value);
    return text == null ? "-" : text;
  }
}
