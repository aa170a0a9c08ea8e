// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The places of each field's numbers in statistics of rows, which are an array of `long`s.
///
/// ```
/// one primitive         smallest, largest
/// two longs, bytes      smallest, largest, two longs each, the higher one first
/// presence of a value   rows without the value, 0
/// other runs            nothing
/// ```
///
/// If no row has a value, the smallest is greater than the largest. Fields that have [no
/// order][FieldOrder#NONE] have 0. The places depend only on the sizes of fields. So a schema over
/// the fields of a file has the same places as the schema with which the file was written.
public final class FieldSlots {
  /// A component of the record, and the fields that say whether a row has its value, those of
  /// enclosing records first.
  record Source(Component component, FieldOrder order, List<Field> presence) {
    /// Returns the field with the values. There is none if [#order] is [FieldOrder#NONE].
    Field field() {
      return component.content() instanceof Content.Converted(Field field, _)
          ? field
          : ((Content.Plain) component.content()).field();
    }
  }

  private final String record;
  private final List<Source> sources = new ArrayList<>();
  private final int[] starts;
  private final int length;

  public FieldSlots(Schema schema) {
    this.record = schema.type().getName();
    addSources(schema.components(), List.of());
    this.starts = new int[schema.fields().size()];
    int end = 0;
    for (Field field : schema.fields()) {
      starts[field.index()] = end;
      end += 2 * integers(field);
    }
    this.length = end;
  }

  private void addSources(List<Component> components, List<Field> around) {
    for (Component component : components) {
      List<Field> presence = new ArrayList<>(around);
      Optional.ofNullable(component.presence()).ifPresent(presence::add);
      sources.add(new Source(component, FieldOrder.of(component), List.copyOf(presence)));
      if (component.content() instanceof Content.Nested(List<Component> inside)) {
        addSources(inside, presence);
      }
    }
  }

  private static int integers(Field field) {
    return switch (field.length()) {
      case 1 -> 1;
      case 2 -> field.primitive() == PrimitiveType.LONG || isBytes(field) ? 2 : 0;
      default -> isBytes(field) ? 2 : 0;
    };
  }

  private static boolean isBytes(Field field) {
    return field.primitive() == PrimitiveType.BYTE;
  }

  List<Source> sources() {
    return sources;
  }

  /// Returns the component of that name; of one inside a record that the file does not have, that
  /// record.
  ///
  /// @throws IllegalArgumentException if there is none
  Source source(String name) {
    for (Source source : sources) {
      String own = source.component().name();
      if (name.equals(own)
          || (source.component().content() instanceof Content.Absent
              && name.startsWith(own + "."))) {
        return source;
      }
    }
    throw new IllegalArgumentException(
        "%s has no component %s; it has %s"
            .formatted(
                record,
                name,
                sources.stream()
                    .map(source -> source.component().name())
                    .collect(Collectors.joining(", "))));
  }

  /// The size of the array.
  int length() {
    return length;
  }

  /// Where the smallest value is, or the number of rows without a value.
  int start(Field field) {
    return starts[field.index()];
  }

  /// Where the largest value is.
  int largest(Field field) {
    return start(field) + integers(field);
  }

  /// Returns the statistics of no rows.
  long[] none() {
    long[] none = new long[length];
    for (Source source : sources) {
      if (source.order() != FieldOrder.NONE) {
        int start = start(source.field());
        int largest = largest(source.field());
        Arrays.fill(none, start, largest, -1);
        none[start] = Long.MAX_VALUE;
        none[largest] = Long.MIN_VALUE;
      }
    }
    return none;
  }
}
