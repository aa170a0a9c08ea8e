// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// Writes the method that makes the cursors of the tables of one class. It compares the interface,
/// which is a constant in a user's code, so that C2 knows the cursor's class and eliminates the
/// cursor:
///
/// ```java
/// static Position cursor(Table table, Class type, TableChunk chunk) {
///   if (type == PriceCursor.class) {
///     if (chunk != null) {
///       return PriceCursorOfOneChunk.create(table, memory(table, chunk), chunk.rowCount());
///     }
///     if (isPlain(table)) {
///       return PriceCursorOfOneChunk.create(table, firstChunk(table), rowCount(table));
///     }
///     return PriceCursorOfRuns.create(table, null, 0);
///   }
///   return other(table, type, chunk);
/// }
/// ```
///
/// While all tables have one chunk, there is no second comparison: C2 would compile both branches
/// of a loop that it has no profile of, and not eliminate the one of two objects.
public final class CursorChoiceGenerator extends ClassGenerator {
  static final ClassDesc TABLE_CHUNK = ClassDesc.of(AccessCode.TABLE.packageName(), "TableChunk");

  /// The table, the interface and maybe a chunk.
  static final MethodTypeDesc CHOOSE =
      MethodTypeDesc.of(AccessCode.exported("Position"), AccessCode.TABLE, CD_Class, TABLE_CHUNK);

  /// The name of the method.
  public static final String METHOD = "cursor";

  /// What makes the cursors of an interface, of [CursorGenerator#createType].
  public record Choice(Class<?> type, MethodHandle ofOneChunk, MethodHandle ofRuns) {}

  /// The parameter.
  private static final int CHUNK = 2;

  private final List<Choice> choices;
  private final boolean allPlain;
  private final MethodHandle other;

  /// @param allPlain whether all tables have one chunk without deleted rows
  /// @param other makes the cursor of any other interface, as [#CHOOSE]
  public CursorChoiceGenerator(
      ClassDesc self, Schema schema, List<Choice> choices, boolean allPlain, MethodHandle other) {
    super(self, schema);
    this.choices = choices;
    this.allPlain = allPlain;
    this.other = other;
  }

  @Override
  void write(ClassBuilder type) {
    method(type, METHOD, CHOOSE, ACC_STATIC);
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    for (Choice choice : choices) {
      Label next = code.newLabel();
      code.aload(1);
      constants.load(code, choice.type());
      code.if_acmpne(next);
      choose(code, choice);
      code.labelBinding(next);
    }
    constants.load(code, other);
    code.aload(0).aload(1).aload(CHUNK);
    Bytecode.invokeExact(code, CHOOSE);
    code.areturn();
  }

  private void choose(CodeBuilder code, Choice choice) {
    Label ofTable = code.newLabel();
    code.aload(CHUNK).ifnull(ofTable);
    constants.load(code, choice.ofOneChunk());
    code.aload(0).dup().aload(CHUNK);
    AccessCode.call(code, "memory", CD_Object, AccessCode.TABLE, TABLE_CHUNK);
    code.aload(CHUNK).invokevirtual(TABLE_CHUNK, "rowCount", MethodTypeDesc.of(CD_int)).i2l();
    create(code);
    code.labelBinding(ofTable);
    if (!allPlain) {
      Label plain = code.newLabel();
      code.aload(0);
      AccessCode.call(code, "isPlain", CD_boolean, AccessCode.TABLE);
      code.ifne(plain);
      constants.load(code, choice.ofRuns());
      code.aload(0).aconst_null().lconst_0();
      create(code);
      code.labelBinding(plain);
    }
    constants.load(code, choice.ofOneChunk());
    code.aload(0).dup();
    AccessCode.call(code, "firstChunk", CD_Object, AccessCode.TABLE);
    code.aload(0);
    AccessCode.call(code, "rowCount", CD_long, AccessCode.TABLE);
    create(code);
  }

  private static void create(CodeBuilder code) {
    Bytecode.invokeExact(code, CursorGenerator.CREATE);
    code.areturn();
  }
}
