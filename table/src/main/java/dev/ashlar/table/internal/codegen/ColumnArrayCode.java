// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Writes reads of several fields of a row in columns on the heap, by [ColumnArrays].
final class ColumnArrayCode {
  private final CodeBuilder code;
  private final int row;

  /// The locals with the arrays of each type.
  private final Map<PrimitiveType, Integer> arrays = new EnumMap<>(PrimitiveType.class);

  /// Goes on behind the checks of what all fields have in common.
  ///
  /// @param chunk the local that has it, as `row` that of the row in it
  /// @param fields what may be read, in their order; no runs
  ColumnArrayCode(CodeBuilder code, int chunk, int row, List<Field> fields) {
    this.code = code;
    this.row = row;
    for (Field field : fields.reversed()) {
      PrimitiveType type = type(field);
      if (!arrays.containsKey(type)) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        arrays.put(type, local);
        loadArrays(code, chunk, type);
        code.dup().astore(local).loadConstant(field.index());
        AccessCode.call(code, "requireArrays", CD_void, CD_Object.arrayType(), CD_int);
      }
    }
  }

  /// Puts the value of a field on the stack.
  void get(Field field) {
    PrimitiveType type = type(field);
    code.aload(arrays.getOrDefault(type, -1)).loadConstant(field.index()).iload(row);
    ClassDesc array = desc(type.type()).arrayType();
    AccessCode.call(code, "arrayOf" + type.suffix(), array, arraysOf(type), CD_int, CD_int);
    code.iload(row).arrayLoad(TypeKind.from(type.type()));
    toBoolean(code, field);
  }

  /// The same with the checks of the JVM and without a call, since C2 inlines no call in code that
  /// has run few times.
  ///
  /// @param chunk the local that has it, as `row` that of the row in it
  static void getDirectly(CodeBuilder code, int chunk, int row, Field field) {
    PrimitiveType type = type(field);
    loadArrays(code, chunk, type);
    code.loadConstant(field.index()).aaload().iload(row).arrayLoad(TypeKind.from(type.type()));
    toBoolean(code, field);
  }

  private static void loadArrays(CodeBuilder code, int chunk, PrimitiveType type) {
    AccessCode.loadField(code, chunk, "arraysOf" + type.suffix(), arraysOf(type));
  }

  private static void toBoolean(CodeBuilder code, Field field) {
    if (field.primitive() == PrimitiveType.BOOLEAN) {
      WordCode.toBoolean(code);
    }
  }

  /// A `boolean` is kept as a byte.
  private static PrimitiveType type(Field field) {
    return field.primitive() == PrimitiveType.BOOLEAN ? PrimitiveType.BYTE : field.primitive();
  }

  private static ClassDesc arraysOf(PrimitiveType type) {
    return desc(type.type()).arrayType(2);
  }
}
