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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Adds the bootstrap method to a class. The method names classes of `java.base` only, and looks up
/// the replacement in the system class loader. It therefore resolves in all loaders and modules.
public final class Bootstrap {
  /// The name of the jar that rewritten classes need if there is no agent.
  public static final String RUNTIME = "ashlar-unsafe-runtime.jar";

  /// The name of the class that links calls.
  public static final String LINKAGE = "dev.ashlar.unsafe.agent.Linkage";

  /// Precedes the name of a method in a call that is linked when it is called first. An
  /// `invokedynamic` is, without it.
  public static final String LATER = "later:";

  static final String NAME = "$unsafe$link";
  static final MethodTypeDesc TYPE =
      MethodTypeDesc.of(
          ClassDesc.of(CallSite.class.getName()),
          ConstantDescs.CD_MethodHandles_Lookup,
          ConstantDescs.CD_String,
          ConstantDescs.CD_MethodType);

  private Bootstrap() {}

  /// `return (CallSite) ((Function) Class.forName(LINKAGE, true,
  /// ClassLoader.getSystemClassLoader()).newInstance()).apply(new Object[] {lookup, name, type})`,
  /// in instructions of all class file versions.
  static void write(CodeBuilder code) {
    Label end = code.newLabel();
    loadLinkage(code);
    code.labelBinding(end);
    List<Consumer<CodeBuilder>> parameters = new ArrayList<>();
    for (int i = 0; i < TYPE.parameterCount(); i++) {
      int slot = i;
      parameters.add(in -> in.aload(slot));
    }
    apply(code, parameters);
    code.areturn();
    missing(code, end);
  }

  /// Pushes an instance of the class that links.
  static void loadLinkage(CodeBuilder code) {
    ClassDesc loader = ClassDesc.of(ClassLoader.class.getName());
    code.loadConstant(LINKAGE)
        .iconst_1()
        .invokestatic(loader, "getSystemClassLoader", MethodTypeDesc.of(loader))
        .invokestatic(
            ConstantDescs.CD_Class,
            "forName",
            MethodTypeDesc.of(
                ConstantDescs.CD_Class, ConstantDescs.CD_String, ConstantDescs.CD_boolean, loader))
        .invokevirtual(
            ConstantDescs.CD_Class, "newInstance", MethodTypeDesc.of(ConstantDescs.CD_Object));
  }

  /// Makes a call site of the instance on the stack.
  ///
  /// @param arguments what pushes the arguments of the bootstrap method
  static void apply(CodeBuilder code, List<Consumer<CodeBuilder>> arguments) {
    ClassDesc function = ClassDesc.of(Function.class.getName());
    code.checkcast(function).loadConstant(arguments.size()).anewarray(ConstantDescs.CD_Object);
    for (int i = 0; i < arguments.size(); i++) {
      code.dup().loadConstant(i);
      arguments.get(i).accept(code);
      code.aastore();
    }
    code.invokeinterface(
            function, "apply", MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object))
        .checkcast(ClassDesc.of(CallSite.class.getName()));
  }

  /// Throws an error that names the jar if the replacement is not found, in a class that was
  /// rewritten ahead of time.
  private static void missing(CodeBuilder code, Label end) {
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
