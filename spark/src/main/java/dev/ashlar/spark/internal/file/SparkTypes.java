// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// The Spark types of a table's components.
///
/// Spark's times count microseconds. A component in nanoseconds is a number in Spark, because
/// rounding would lose digits. A time of day is a number of its units too: Spark 4.2 has a type for
/// it, which is disabled by default.
public final class SparkTypes {
  private static final long NANOS_PER_MICRO = 1_000;

  private SparkTypes() {}

  /// Returns the columns of a record.
  public static StructType of(List<TableField> fields) {
    return new StructType(
        fields.stream()
            .map(field -> DataTypes.createStructField(field.name(), of(field), field.optional()))
            .toArray(StructField[]::new));
  }

  public static DataType of(TableField field) {
    return switch (field.kind()) {
      case "boolean" -> DataTypes.BooleanType;
      case "byte" -> DataTypes.ByteType;
      case "short" -> DataTypes.ShortType;
      case "char", "int" -> DataTypes.IntegerType;
      case "long", "time" -> DataTypes.LongType;
      case "float" -> DataTypes.FloatType;
      case "double" -> DataTypes.DoubleType;
      case "date" -> DataTypes.DateType;
      case "datetime" -> hasNanos(field) ? DataTypes.LongType : DataTypes.TimestampNTZType;
      case "instant" -> hasNanos(field) ? DataTypes.LongType : DataTypes.TimestampType;
      case "duration" -> hasNanos(field) ? DataTypes.LongType : DayTimeIntervalType.DEFAULT();
      case "decimal" -> new DecimalType(field.number(1), field.number(2));
      case "bytes" -> DataTypes.BinaryType;
      case TableField.RECORD -> of(field.components());
      default -> DataTypes.StringType;
    };
  }

  private static boolean hasNanos(TableField field) {
    return field.unitNanos() == 1;
  }

  /// Returns the factor that converts a time to Spark's unit; 1 for other types.
  public static long factor(TableField field) {
    return switch (field.kind()) {
      case "datetime", "instant", "duration" ->
          hasNanos(field) ? 1 : field.unitNanos() / NANOS_PER_MICRO;
      default -> 1;
    };
  }
}
