// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import dev.ashlar.table.RowStatistics;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.statistics.FieldSlots.Source;
import org.jspecify.annotations.Nullable;

/// Statistics in the form of a [scan][RowScan] or a [file][StatisticsFile].
public final class FieldRanges implements RowStatistics {
  private final FieldSlots slots;
  private final long firstRow;
  private final long rowCount;
  private final long[] values;

  public FieldRanges(FieldSlots slots, long firstRow, long rowCount, long[] values) {
    this.slots = slots;
    this.firstRow = firstRow;
    this.rowCount = rowCount;
    this.values = values;
  }

  @Override
  public long firstRow() {
    return firstRow;
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public long nullCount(String field) {
    return nullCount(slots.source(field));
  }

  private long nullCount(Source source) {
    if (source.component().content() instanceof Content.Absent) {
      return rowCount;
    }
    return source.presence().isEmpty() ? 0 : values[slots.start(source.presence().getLast())];
  }

  @Override
  public @Nullable Number min(String field) {
    Source source = slots.source(field);
    return hasRange(source) ? number(source, slots.start(source.field())) : null;
  }

  @Override
  public @Nullable Number max(String field) {
    Source source = slots.source(field);
    return hasRange(source) ? number(source, slots.largest(source.field())) : null;
  }

  @Override
  public boolean mayHaveText(String field, @Nullable String from, @Nullable String to) {
    return mayHave(
        slots.source(field),
        from == null ? TextPrefix.LEAST : TextPrefix.of(from),
        to == null ? TextPrefix.GREATEST : TextPrefix.of(to));
  }

  @Override
  public boolean mayHaveBeginning(String field, String beginning) {
    return mayHave(slots.source(field), TextPrefix.of(beginning), TextPrefix.endOf(beginning));
  }

  private boolean mayHave(Source source, TextPrefix from, TextPrefix to) {
    return nullCount(source) < rowCount
        && (source.order() != FieldOrder.TEXT
            || (from.compareTo(values, slots.largest(source.field())) <= 0
                && to.compareTo(values, slots.start(source.field())) >= 0));
  }

  private boolean hasRange(Source source) {
    return source.order() != FieldOrder.NONE
        && source.order() != FieldOrder.TEXT
        && nullCount(source) < rowCount;
  }

  /// A number may be wider than in the file.
  private Number number(Source source, int at) {
    Number number = source.order().number(values, at);
    Class<?> type = source.component().primitiveType();
    return type == float.class || type == double.class ? (Number) number.doubleValue() : number;
  }

  @Override
  public String toString() {
    return "statistics of %d rows from %d on".formatted(rowCount, firstRow);
  }
}
