// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

/// `struct ArrowSchema` of Arrow's C Data Interface: the type of a column, or of a batch, whose
/// children are columns.
///
/// ```
///  0 format        text
///  8 name          text, or 0
/// 16 metadata      number of pairs; of each key and value the length, and the bytes; or 0
/// 24 flags         1: dictionary is ordered, 2: values may be null, 4: keys of maps are sorted
/// 32 n_children
/// 40 children      addresses
/// 48 dictionary    type of the values that the column has indices of, or 0
/// 56 release       function; 0 once it has been called, or the schema was moved
/// 64 private_data
/// ```
public final class CSchema {
  public static final int BYTES = 72;

  private CSchema() {}

  public static String format(long schema) {
    return Foreign.getString(Foreign.getLong(schema));
  }

  public static String name(long schema) {
    return Foreign.getString(Foreign.getLong(schema + 8));
  }

  public static long childCount(long schema) {
    return Foreign.getLong(schema + 32);
  }

  public static long child(long schema, int index) {
    return Foreign.getLong(Foreign.getLong(schema + 40) + (long) index * Long.BYTES);
  }

  public static long dictionary(long schema) {
    return Foreign.getLong(schema + 48);
  }

  static long release(long schema) {
    return Foreign.getLong(schema + 56);
  }

  public static void setRelease(long schema, long function) {
    Foreign.setLong(schema + 56, function);
  }

  public static long privateData(long schema) {
    return Foreign.getLong(schema + 64);
  }

  /// Writes all fields except the release function and its data, for values that are never null.
  public static void write(
      long schema, long format, long name, long childCount, long children, long dictionary) {
    Foreign.setLong(schema, format);
    Foreign.setLong(schema + 8, name);
    Foreign.setLong(schema + 16, 0);
    Foreign.setLong(schema + 24, 0);
    Foreign.setLong(schema + 32, childCount);
    Foreign.setLong(schema + 40, children);
    Foreign.setLong(schema + 48, dictionary);
  }

  public static void setNullable(long schema) {
    Foreign.setLong(schema + 24, 2);
  }

  public static void setMetadata(long schema, long metadata) {
    Foreign.setLong(schema + 16, metadata);
  }

  public static void writeRelease(long schema, long function, long privateData) {
    Foreign.setLong(schema + 64, privateData);
    setRelease(schema, function);
  }
}
