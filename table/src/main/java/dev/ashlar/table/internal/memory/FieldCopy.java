// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;

/// Copies rows field by field, between chunks of any kinds. Made once for many copies, of which
/// each then allocates nothing. The caller has made sure that the rows may be written.
///
/// Places of texts are copied within one table only; otherwise [TextCopy] does it.
public final class FieldCopy {
  private final Field[] fields;
  private final FieldAccess[] access;
  private final RunAccess[] runs;

  /// Copies all fields of a schema.
  public FieldCopy(Schema schema) {
    fields = schema.fields().toArray(new Field[0]);
    access = new FieldAccess[fields.length];
    runs = new RunAccess[fields.length];
    for (int i = 0; i < fields.length; i++) {
      access[i] = schema.access(fields[i]);
      runs[i] = new RunAccess(fields[i].index(), fields[i].length());
    }
  }

  public void copy(Chunk from, int row, Chunk to, int targetRow, int rows) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].isPlace() && TextCopy.isNeeded(from, to)) {
        continue;
      }
      if (fields[i].isRun() && !fields[i].isCode()) {
        boolean longs = fields[i].primitive() == PrimitiveType.LONG;
        runs[i].copy(longs, from, row, to, targetRow, rows);
      } else {
        copy(fields[i].primitive(), access[i], from, row, to, targetRow, rows);
      }
    }
  }

  private static void copy(
      PrimitiveType primitive,
      FieldAccess field,
      Chunk from,
      int row,
      Chunk to,
      int target,
      int rows) {
    int get = from.kind;
    int set = to.kind;
    switch (primitive) {
      case BOOLEAN, BYTE -> {
        for (int i = 0; i < rows; i++) {
          field.setByte(to, set, target + i, field.getByte(from, get, row + i));
        }
      }
      case SHORT -> {
        for (int i = 0; i < rows; i++) {
          field.setShort(to, set, target + i, field.getShort(from, get, row + i));
        }
      }
      case CHAR -> {
        for (int i = 0; i < rows; i++) {
          field.setChar(to, set, target + i, field.getChar(from, get, row + i));
        }
      }
      case INT -> {
        for (int i = 0; i < rows; i++) {
          field.setInt(to, set, target + i, field.getInt(from, get, row + i));
        }
      }
      case LONG -> {
        for (int i = 0; i < rows; i++) {
          field.setLong(to, set, target + i, field.getLong(from, get, row + i));
        }
      }
      case FLOAT -> {
        for (int i = 0; i < rows; i++) {
          field.setFloat(to, set, target + i, field.getFloat(from, get, row + i));
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < rows; i++) {
          field.setDouble(to, set, target + i, field.getDouble(from, get, row + i));
        }
      }
    }
  }
}
