// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.constant.ConstantDescs.CD_Enum;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Objects;

/// Pieces of bytecode that the generators share.
final class Bytecode {
  static final ClassDesc RECORD = desc(Record.class);
  private static final ClassDesc OBJECTS = desc(Objects.class);
  private static final ClassDesc ILLEGAL_ARGUMENT = desc(IllegalArgumentException.class);
  private static final MethodTypeDesc REQUIRE_NON_NULL =
      MethodTypeDesc.of(CD_Object, CD_Object, CD_String);

  private Bytecode() {}

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// Catches exceptions of a class in the code from `start` on, which does not fall through. The
  /// handler comes next.
  static void catching(CodeBuilder code, Label start, ClassDesc caught) {
    Label end = code.newBoundLabel();
    code.exceptionCatch(start, end, end, caught);
  }

  static void invokeExact(CodeBuilder code, MethodTypeDesc shape) {
    code.invokevirtual(CD_MethodHandle, "invokeExact", shape);
  }

  /// Throws a [NullPointerException] with a message if the reference on the stack is null.
  static void requireNonNull(CodeBuilder code, String message) {
    code.ldc(message).invokestatic(OBJECTS, "requireNonNull", REQUIRE_NON_NULL);
  }

  /// Replaces the constant of an enum on the stack by its ordinal.
  static void loadOrdinal(CodeBuilder code, Field field) {
    requireNonNull(
        code,
        field.record().getName()
            + "."
            + field.name()
            + " is null, and a table stores one of the constants of "
            + field.type().getName()
            + ": add one for what is missing, or annotate it with @OrNull");
    code.checkcast(CD_Enum).invokevirtual(CD_Enum, "ordinal", MethodTypeDesc.of(CD_int));
  }

  /// Throws an [IllegalArgumentException].
  static void throwIllegalArgument(CodeBuilder code, String message) {
    code.new_(ILLEGAL_ARGUMENT).dup().ldc(message);
    code.invokespecial(ILLEGAL_ARGUMENT, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String)).athrow();
  }

  /// Checks an index against a size, and leaves the index on the stack.
  static void checkIndex(CodeBuilder code) {
    code.invokestatic(OBJECTS, "checkIndex", MethodTypeDesc.of(CD_long, CD_long, CD_long));
  }

  /// Makes a method too long to be inlined.
  static void lengthen(CodeBuilder code, int bytes) {
    for (int i = 0; i < bytes; i++) {
      code.nop();
    }
  }
}
