// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Enum;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes the class file of an enum. Its constants are in the array that `values` copies. They need
/// no static fields, since source code cannot name them.
final class EnumClass {
  private static final String VALUES = "$VALUES";
  private static final MethodTypeDesc CONSTRUCTOR = MethodTypeDesc.of(CD_void, CD_String, CD_int);

  private final ClassDesc self;
  private final List<String> constants;

  private EnumClass(ClassDesc self, List<String> constants) {
    this.self = self;
    this.constants = constants;
  }

  /// @throws IllegalArgumentException if there are more constants than a class can have
  static byte[] of(ClassDesc self, List<String> constants) {
    return ClassFile.of().build(self, new EnumClass(self, constants)::write);
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_ENUM).withSuperclass(CD_Enum);
    type.withField(VALUES, self.arrayType(), ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
    type.withMethodBody(
        INIT_NAME,
        CONSTRUCTOR,
        ACC_PRIVATE,
        code ->
            code.aload(0)
                .aload(1)
                .iload(2)
                .invokespecial(CD_Enum, INIT_NAME, CONSTRUCTOR)
                .return_());
    type.withMethodBody(
        "values",
        MethodTypeDesc.of(self.arrayType()),
        ACC_PUBLIC | ACC_STATIC,
        code ->
            code.getstatic(self, VALUES, self.arrayType())
                .invokevirtual(self.arrayType(), "clone", MethodTypeDesc.of(CD_Object))
                .checkcast(self.arrayType())
                .areturn());
    type.withMethodBody(CLASS_INIT_NAME, MTD_void, ACC_STATIC, this::initialize);
  }

  private void initialize(CodeBuilder code) {
    code.loadConstant(constants.size()).anewarray(self);
    for (int i = 0; i < constants.size(); i++) {
      code.dup()
          .loadConstant(i)
          .new_(self)
          .dup()
          .loadConstant(constants.get(i))
          .loadConstant(i)
          .invokespecial(self, INIT_NAME, CONSTRUCTOR)
          .aastore();
    }
    code.putstatic(self, VALUES, self.arrayType()).return_();
  }
}
