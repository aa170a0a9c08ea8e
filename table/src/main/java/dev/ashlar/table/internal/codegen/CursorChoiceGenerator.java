// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;

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
/// static Position cursor(Table table, Class type) {
///   if (type == PriceCursor.class) {
///     return isPlain(table) ? PriceCursorOfOneChunk.create(table) : PriceCursorOfRuns.create(table);
///   }
///   return other(table, type);
/// }
/// ```
///
/// While all tables have one chunk, there is no second comparison: C2 would compile both branches
/// of a loop that it has no profile of, and not eliminate the one of two objects.
public final class CursorChoiceGenerator extends ClassGenerator {
  private static final ClassDesc POSITION = AccessCode.exported("Position");
  private static final MethodTypeDesc CREATE = MethodTypeDesc.of(POSITION, AccessCode.TABLE);
  private static final MethodTypeDesc CHOOSE =
      MethodTypeDesc.of(POSITION, AccessCode.TABLE, CD_Class);

  /// The name of the method.
  public static final String METHOD = "cursor";

  /// What makes the cursors of an interface, as `Position (Table)`.
  public record Choice(Class<?> type, MethodHandle ofOneChunk, MethodHandle ofRuns) {}

  private final List<Choice> choices;
  private final boolean allPlain;
  private final MethodHandle other;

  /// @param allPlain whether all tables have one chunk without deleted rows
  /// @param other makes the cursor of any other interface, as `Position (Table, Class)`
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
      if (allPlain) {
        create(code, choice.ofOneChunk());
      } else {
        Label runs = code.newLabel();
        code.aload(0);
        AccessCode.call(code, "isPlain", CD_boolean, AccessCode.TABLE);
        code.ifeq(runs);
        create(code, choice.ofOneChunk());
        code.labelBinding(runs);
        create(code, choice.ofRuns());
      }
      code.labelBinding(next);
    }
    constants.load(code, other);
    code.aload(0).aload(1);
    Bytecode.invokeExact(code, CHOOSE);
    code.areturn();
  }

  private void create(CodeBuilder code, MethodHandle maker) {
    constants.load(code, maker);
    code.aload(0);
    Bytecode.invokeExact(code, CREATE);
    code.areturn();
  }
}
