// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.function.Consumer;

/// The locals that have what is written to the fields of a row: a value for each, and the place of
/// each text.
final class StoredLocals {
  private final CodeBuilder code;
  private final List<Field> fields;
  private final int[] values;
  private final int[] places;

  /// @param schemaFields how many fields the schema has
  StoredLocals(CodeBuilder code, List<Field> fields, int schemaFields) {
    this.code = code;
    this.fields = fields;
    this.values = new int[schemaFields];
    this.places = new int[schemaFields];
    for (Field field : fields) {
      values[field.index()] = code.allocateLocal(ComponentCode.kind(field));
    }
  }

  /// Those of the values, by the index of the field.
  int[] values() {
    return values;
  }

  /// Puts texts where the table has them. That may fail, so it is done before the first field is
  /// written.
  ///
  /// @param loadCodec puts the codec of a field on the stack
  void placeTexts(Consumer<Field> loadCodec, int chunk, int row) {
    for (Field field : fields) {
      if (field.isPlace()) {
        places[field.index()] = code.allocateLocal(TypeKind.LONG);
        loadCodec.accept(field);
        code.aload(chunk).iload(row).aload(values[field.index()]);
        CodecCode.place(code, field);
        code.lstore(places[field.index()]);
      }
    }
  }

  /// Puts what is stored in a field on the stack.
  void load(Field field) {
    code.loadLocal(ComponentCode.kind(field), values[field.index()]);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, TypeKind.from(field.primitive().type()));
    } else if (field.isPlace()) {
      code.lload(places[field.index()]);
    }
  }
}
