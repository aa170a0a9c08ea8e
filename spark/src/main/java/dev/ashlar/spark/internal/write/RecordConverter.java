// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.TableField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Converts Spark's rows to records.
///
/// @param <R> the type of the record
final class RecordConverter<R extends Record> {
  private final Class<R> record;

  /// Takes the components as one array.
  private final MethodHandle constructor;

  private final ValueConverter[] components;

  /// Where each component is in a row.
  private final int[] ordinals;

  /// @param fields the components of the record
  /// @param columns of the rows, in any order
  RecordConverter(Class<R> record, List<TableField> fields, StructType columns) {
    this.record = record;
    RecordComponent[] parts = record.getRecordComponents();
    this.constructor = constructor(record, parts);
    this.components = new ValueConverter[parts.length];
    this.ordinals = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      TableField field = fields.get(i);
      ordinals[i] = columns.fieldIndex(field.name());
      components[i] =
          ValueConverter.of(field, parts[i].getType(), columns.fields()[ordinals[i]].dataType());
    }
  }

  private static MethodHandle constructor(Class<?> record, RecordComponent[] parts) {
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = record.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return MethodHandles.lookup()
          .unreflectConstructor(constructor)
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Record.class, Object[].class));
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No constructor of " + record, missing);
    }
  }

  /// Returns the record of a row.
  ///
  /// @throws IllegalArgumentException if a value is none of its component
  R convert(InternalRow row) {
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].get(row, ordinals[i]);
    }
    try {
      return record.cast((Record) constructor.invokeExact(values));
    } catch (RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable checked) {
      throw new AssertionError("A generated constructor throws nothing", checked);
    }
  }
}
