// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;

/// Adds the bootstrap method to a class. The method names classes of `java.base` only, and looks up
/// the replacement in the system class loader. It therefore resolves in all loaders and modules.
public final class Bootstrap {
  /// The name of the jar that rewritten classes need if there is no agent.
  public static final String RUNTIME = "ashlar-unsafe-runtime.jar";

  /// The name of the class that links calls.
  public static final String LINKAGE = "dev.ashlar.unsafe.agent.Linkage";

  static final String NAME = "$unsafe$link";
  static final MethodTypeDesc TYPE =
      MethodTypeDesc.of(
          ClassDesc.of(CallSite.class.getName()),
          ConstantDescs.CD_MethodHandles_Lookup,
          ConstantDescs.CD_String,
          ConstantDescs.CD_MethodType);

  private Bootstrap() {}

  /// `Class.forName(LINKAGE, true, ClassLoader.getSystemClassLoader()).getMethod("link",
  /// ...).invoke(null, lookup, name, type)`
  ///
  /// @param frames whether to generate stack map frames here; if false, the writer of the class
  ///   does
  static void write(CodeBuilder code, boolean frames) {
    ClassDesc method = ClassDesc.of(Method.class.getName());
    ClassDesc loader = ClassDesc.of(ClassLoader.class.getName());
    Class<?>[] types = {MethodHandles.Lookup.class, String.class, MethodType.class};
    Label end = code.newLabel();
    code.loadConstant(LINKAGE)
        .iconst_1()
        .invokestatic(loader, "getSystemClassLoader", MethodTypeDesc.of(loader))
        .invokestatic(
            ConstantDescs.CD_Class,
            "forName",
            MethodTypeDesc.of(
                ConstantDescs.CD_Class, ConstantDescs.CD_String, ConstantDescs.CD_boolean, loader))
        .labelBinding(end)
        .loadConstant("link")
        .loadConstant(types.length)
        .anewarray(ConstantDescs.CD_Class);
    for (int i = 0; i < types.length; i++) {
      code.dup().loadConstant(i).loadConstant(ClassDesc.ofDescriptor(types[i].descriptorString()));
      code.aastore();
    }
    code.invokevirtual(
            ConstantDescs.CD_Class,
            "getMethod",
            MethodTypeDesc.of(method, ConstantDescs.CD_String, ConstantDescs.CD_Class.arrayType()))
        .aconst_null()
        .loadConstant(types.length)
        .anewarray(ConstantDescs.CD_Object);
    for (int i = 0; i < types.length; i++) {
      code.dup().loadConstant(i).aload(i).aastore();
    }
    code.invokevirtual(
            method,
            "invoke",
            MethodTypeDesc.of(
                ConstantDescs.CD_Object,
                ConstantDescs.CD_Object,
                ConstantDescs.CD_Object.arrayType()))
        .checkcast(ClassDesc.of(CallSite.class.getName()))
        .areturn();
    missing(code, end, frames);
  }

  /// Throws an error that names the jar if the replacement is not found, in a class that was
  /// rewritten ahead of time.
  private static void missing(CodeBuilder code, Label end, boolean frames) {
    ClassDesc notFound = ClassDesc.of(ClassNotFoundException.class.getName());
    ClassDesc error = ClassDesc.of(LinkageError.class.getName());
    Label handler = code.newBoundLabel();
    code.exceptionCatch(code.startLabel(), end, handler, notFound)
        .new_(error)
        .dup_x1()
        .swap()
        .loadConstant(
            "sun.misc.Unsafe is replaced in this class, and %s is not on the class path"
                .formatted(RUNTIME))
        .swap()
        .invokespecial(
            error,
            ConstantDescs.INIT_NAME,
            MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_String,
                ClassDesc.of(Throwable.class.getName())))
        .athrow();
    if (frames) {
      List<VerificationTypeInfo> locals =
          TYPE.parameterList().stream()
              .<VerificationTypeInfo>map(ObjectVerificationTypeInfo::of)
              .toList();
      code.with(
          StackMapTableAttribute.of(
              List.of(
                  StackMapFrameInfo.of(
                      handler, locals, List.of(ObjectVerificationTypeInfo.of(notFound))))));
    }
  }
}
