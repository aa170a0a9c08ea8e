// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Methods of a generated class that write one field and are [inlined late][InlineLate]. There is
/// one for each form of a field's place and each primitive.
enum DeferredCode {
  /// By all of memory, the address of a row, and the field's offset in it.
  ROW(List.of(desc(MemorySegment.class), CD_long, CD_int)),

  /// By all of memory, the addresses of all columns, the row, and the field's index.
  COLUMN(List.of(desc(MemorySegment.class), CD_long.arrayType(), CD_int, CD_int)),

  /// By the field's access, a chunk, its kind, and the row.
  ANY(List.of(CD_Object, CD_Object, CD_int, CD_int));

  @SuppressWarnings("ImmutableEnumChecker") // A list of List.of.
  private final List<ClassDesc> parameters;

  DeferredCode(List<ClassDesc> parameters) {
    this.parameters = parameters;
  }

  private String method(PrimitiveType primitive) {
    return "set"
        + primitive.suffix()
        + "Of"
        + name().charAt(0)
        + name().substring(1).toLowerCase(Locale.ROOT);
  }

  private MethodTypeDesc shape(PrimitiveType primitive) {
    List<ClassDesc> all = new ArrayList<>(parameters);
    all.add(desc(primitive.type()));
    return MethodTypeDesc.of(CD_void, all);
  }

  /// Calls the method of class `self`. Its arguments are on the stack.
  void invoke(CodeBuilder code, ClassDesc self, PrimitiveType primitive) {
    code.invokestatic(self, method(primitive), shape(primitive));
  }

  /// The method that is called.
  private MethodHandle handle(PrimitiveType primitive) {
    if (this == ANY) {
      return AccessCode.handle(primitive, false, AccessCode.PLACE);
    }
    return AccessCode.segmentSetter(primitive);
  }

  /// Adds the method to a class.
  void write(ClassBuilder type, PrimitiveType primitive, Constants constants) {
    type.withMethodBody(
        method(primitive),
        shape(primitive),
        ACC_PRIVATE | ACC_STATIC,
        code -> write(code, primitive, constants));
  }

  private void write(CodeBuilder code, PrimitiveType primitive, Constants constants) {
    MethodHandle handle = handle(primitive);
    boolean row = this == ROW;
    ClassDesc compared = row ? CD_long : CD_int;
    int local = row ? 1 : this == COLUMN ? 2 : 3;
    code.loadLocal(TypeKind.from(compared), local);
    AccessCode.call(code, "require", CD_void, compared);
    code.loadLocal(TypeKind.from(compared), local);
    constants.load(code, handle);
    AccessCode.call(code, "defer", CD_MethodHandle, compared, CD_MethodHandle);
    switch (this) {
      case ROW -> {
        code.aload(0).lload(1).iload(3).i2l().ladd();
        AccessCode.mask(code);
      }
      case COLUMN -> {
        code.aload(0).aload(1).iload(3).laload().iload(2).i2l();
        code.loadConstant(Integer.numberOfTrailingZeros(primitive.byteSize())).lshl().ladd();
        AccessCode.mask(code);
      }
      case ANY -> code.aload(0).aload(1).iload(2).iload(3);
    }
    code.loadLocal(TypeKind.from(primitive.type()), 4);
    Bytecode.invokeExact(code, handle.type().describeConstable().orElseThrow());
    code.return_();
  }
}
