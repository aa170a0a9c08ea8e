// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Consumer;

/// The calls of generated code into this library.
///
/// @param type the class whose methods are called; it is visible to user's modules
record SupportCode(ClassDesc type) {
  private static final ClassDesc METHOD_HANDLES = ClassDesc.of(MethodHandles.class.getName());

  static SupportCode of(Class<?> support) {
    return new SupportCode(ClassDesc.ofDescriptor(support.descriptorString()));
  }

  /// Calls a method with arguments that decide, or a constructor.
  ///
  /// @param parameters with the receiver, unless the method is static
  void dispatch(CodeBuilder to, String method, MethodTypeDesc parameters, boolean isStatic) {
    String bootstrap = isStatic ? "dispatchStatic" : "dispatch";
    to.invokedynamic(
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(type, bootstrap, CD_CallSite), method, parameters));
  }

  /// Uses a member with the access of the original.
  void use(CodeBuilder to, Members.Member member) {
    to.invokedynamic(
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(type, "use", CD_CallSite, CD_String, CD_Class),
            member.name(),
            member.type(),
            member.use().name(),
            member.owner()));
  }

  /// Adds static final fields, which the class initializer gets from [Family#constants]. They are
  /// constants to the compiler, and less to link than dynamic constants.
  void withConstants(ClassBuilder out, ClassDesc owner, List<String> names, List<ClassDesc> types) {
    if (names.isEmpty()) {
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      out.withField(
          names.get(i),
          types.get(i),
          ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
    }
    out.withMethodBody(
        CLASS_INIT_NAME,
        MTD_void,
        ClassFile.ACC_STATIC,
        new Initializer(this, owner, names, types));
  }

  private record Initializer(
      SupportCode support, ClassDesc owner, List<String> names, List<ClassDesc> types)
      implements Consumer<CodeBuilder> {
    @Override
    public void accept(CodeBuilder to) {
      to.invokestatic(METHOD_HANDLES, "lookup", MethodTypeDesc.of(CD_MethodHandles_Lookup))
          .invokestatic(
              support.type,
              "constants",
              MethodTypeDesc.of(CD_Object.arrayType(), CD_MethodHandles_Lookup))
          .astore(0);
      for (int i = 0; i < names.size(); i++) {
        ClassDesc type = types.get(i);
        to.aload(0).loadConstant(i).aaload();
        unbox(to, type);
        to.putstatic(owner, names.get(i), type);
      }
      to.return_();
    }

    private static void unbox(CodeBuilder to, ClassDesc type) {
      switch (type.descriptorString()) {
        case "Z" -> unbox(to, ConstantDescs.CD_Boolean, "booleanValue", type);
        case "C" -> unbox(to, ConstantDescs.CD_Character, "charValue", type);
        case "B" -> unbox(to, ConstantDescs.CD_Byte, "byteValue", type);
        case "S" -> unbox(to, ConstantDescs.CD_Short, "shortValue", type);
        case "I" -> unbox(to, ConstantDescs.CD_Integer, "intValue", type);
        case "J" -> unbox(to, ConstantDescs.CD_Long, "longValue", type);
        case "F" -> unbox(to, ConstantDescs.CD_Float, "floatValue", type);
        case "D" -> unbox(to, ConstantDescs.CD_Double, "doubleValue", type);
        default -> to.checkcast(type);
      }
    }

    private static void unbox(CodeBuilder to, ClassDesc box, String method, ClassDesc type) {
      to.checkcast(box).invokevirtual(box, method, MethodTypeDesc.of(type));
    }
  }
}
