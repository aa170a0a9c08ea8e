// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.List;

/// The local variables with the data for the fields of a row: a value for each field, and the place
/// of each text.
final class StoredLocals {
  private final CodeBuilder code;
  private final List<Field> fields;
  private final int[] values;
  private final int[] places;

  private StoredLocals(CodeBuilder code, List<Field> fields, int[] values) {
    this.code = code;
    this.fields = fields;
    this.values = values;
    this.places = new int[values.length];
  }

  /// Returns new locals.
  ///
  /// @param schemaFields how many fields the schema has
  static StoredLocals allocate(CodeBuilder code, List<Field> fields, int schemaFields) {
    int[] values = new int[schemaFields];
    for (Field field : fields) {
      values[field.index()] = code.allocateLocal(ComponentCode.kind(field));
    }
    return new StoredLocals(code, fields, values);
  }

  /// Returns the locals of parameters that have the values.
  ///
  /// @param fields all of the schema
  /// @param first the parameter of the first field
  static StoredLocals ofParameters(CodeBuilder code, List<Field> fields, int first) {
    int[] values = new int[fields.size()];
    for (int field = 0; field < values.length; field++) {
      values[field] = code.parameterSlot(first + field);
    }
    return new StoredLocals(code, fields, values);
  }

  /// Those of the values, by the index of the field.
  int[] values() {
    return values;
  }

  /// Puts texts where the table has them. That may fail, so it is done before the first field is
  /// written.
  void placeTexts(Constants constants, int chunk, int row) {
    for (Field field : fields) {
      if (field.refersToText()) {
        places[field.index()] = code.allocateLocal(TypeKind.LONG);
        constants.loadCodec(code, field);
        code.aload(chunk).iload(row).aload(values[field.index()]);
        CodecCode.place(code);
        code.lstore(places[field.index()]);
      }
    }
  }

  /// Puts all values on the stack.
  void loadAll() {
    for (Field field : fields) {
      code.loadLocal(ComponentCode.kind(field), values[field.index()]);
    }
  }

  /// Puts what is stored in a field on the stack.
  void load(Field field) {
    code.loadLocal(ComponentCode.kind(field), values[field.index()]);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, TypeKind.from(field.primitive().type()));
    } else if (field.refersToText()) {
      code.lload(places[field.index()]);
    }
  }
}
