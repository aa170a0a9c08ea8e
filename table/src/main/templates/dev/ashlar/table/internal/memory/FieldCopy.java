// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;

/// Copies rows field by field, between chunks of any kinds. An object is made once for many copies,
/// so that no copy allocates. The caller has checked that the rows may be written.
///
/// Places of texts are copied within one table only. Between tables, [TextCopy] copies texts.
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
      if (fields[i].refersToText() && TextCopy.isNeeded(from, to)) {
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
    switch (primitive) {
      //@ for  TYPE           Name
      //@      BOOLEAN, BYTE  Byte
      //@      SHORT          Short
      //@      CHAR           Char
      //@      INT            Int
      //@      LONG           Long
      //@      FLOAT          Float
      //@      DOUBLE         Double
      case $TYPE -> {
        for (int i = 0; i < rows; i++) {
          field.set$Name(to, target + i, field.get$Name(from, row + i));
        }
      }
      //@ end
    }
  }
}
