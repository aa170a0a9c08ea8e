// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import java.time.LocalDate;

/// Stores a `LocalDate` as days since 1970-01-01.
///
/// @param field the record and the component, for messages
public record DateCodec(String field) implements Codec.OfInt {
  @Override
  public String text() {
    return "date";
  }

  @Override
  public int encode(Object value) {
    long days = ((LocalDate) value).toEpochDay();
    if (days != (int) days) {
      throw Codec.refused(
          field,
          value,
          "a date is stored as an int, from %s to %s; if it stands for no limit, use @OrNull and no value"
              .formatted(
                  LocalDate.ofEpochDay(Integer.MIN_VALUE),
                  LocalDate.ofEpochDay(Integer.MAX_VALUE)));
    }
    return (int) days;
  }

  @Override
  public Object decode(int stored) {
    return LocalDate.ofEpochDay(stored);
  }
}
