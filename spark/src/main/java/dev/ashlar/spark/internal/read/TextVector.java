// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.TableChunk;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// A component that is a text of any length, or a text with a code. Each text is copied, because
/// Spark may keep it after the table was closed.
final class TextVector extends TableVector {
  private @Nullable TableChunk chunk;

  TextVector(TableField field, DataType type) {
    super(field, type);
  }

  @Override
  public void open(TableChunk opened) {
    super.open(opened);
    chunk = opened;
  }

  @Override
  public UTF8String getUTF8String(int row) {
    if (chunk == null) {
      throw new IllegalStateException(field().path() + " is asked for before the first block");
    }
    try {
      return UTF8String.fromBytes(
          chunk.text(field().path(), (int) first() + row).utf8().toArray(JAVA_BYTE));
    } catch (IllegalStateException noText) {
      throw malformed(noText);
    }
  }
}
