// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;

/// Writes reads of fields of a row on the heap, as [FieldAccess] reads them, without a call. In
/// code that has run few times, C2 does not inline a call of a method that was compiled into more
/// than 625 bytes (`InlineSmallCode`).
final class WordCode {
  private WordCode() {}

  /// Puts the value of a field on the stack.
  ///
  /// @param chunk the local that has it, as `row` that of the row in it
  static void get(
      CodeBuilder code, int chunk, int row, FieldAccess access, PrimitiveType primitive) {
    AccessCode.loadField(code, chunk, "words", CD_long.arrayType());
    code.iload(row).loadConstant(access.wordStride()).imul();
    code.loadConstant(access.wordOffset()).iadd().laload();
    if (primitive.byteSize() < Long.BYTES) {
      code.loadConstant(access.shift()).lushr().l2i();
    }
    switch (primitive) {
      case BOOLEAN -> toBoolean(code.i2b());
      case BYTE -> code.i2b();
      case SHORT -> code.i2s();
      case CHAR -> code.i2c();
      case FLOAT ->
          code.invokestatic(CD_Float, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
      case DOUBLE ->
          code.invokestatic(CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
      case INT, LONG -> {
        // It is the value.
      }
    }
  }

  /// Replaces a byte by a `boolean`, without a branch. Each but 0 is `true`, as in all other kinds
  /// of memory: a copy may have brought any.
  static void toBoolean(CodeBuilder code) {
    code.dup().ineg().ior().loadConstant(31).iushr();
  }
}
