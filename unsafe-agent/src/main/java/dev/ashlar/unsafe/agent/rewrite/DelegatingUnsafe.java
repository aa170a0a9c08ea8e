// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_String;

import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// Rewrites `sun.misc.Unsafe` itself, so that its methods call their replacements. Calls reach them
/// that no rewritten class has: by reflection, by method handles, from native code, from hidden
/// classes, which no agent sees, and from classes that cannot be rewritten.
///
/// A replacement is a dynamic constant, made by methods of `java.base`, because the boot class
/// loader does not find the agent. No method is added, so another agent can redefine the class.
final class DelegatingUnsafe {
  private static final ClassDesc UNSAFE = ClassDesc.of(Elements.UNSAFE);
  private static final ClassDesc LOADER = ClassDesc.of(ClassLoader.class.getName());
  private static final DirectMethodHandleDesc SYSTEM_LOADER =
      method(Kind.STATIC, LOADER, "getSystemClassLoader", LOADER);
  private static final DirectMethodHandleDesc LOAD =
      method(Kind.VIRTUAL, LOADER, "loadClass", CD_Class, CD_String);
  private static final DirectMethodHandleDesc PUBLIC_LOOKUP =
      method(
          Kind.STATIC,
          ClassDesc.of(MethodHandles.class.getName()),
          "publicLookup",
          CD_MethodHandles_Lookup);
  private static final DirectMethodHandleDesc FIND_STATIC =
      method(
          Kind.VIRTUAL,
          CD_MethodHandles_Lookup,
          "findStatic",
          CD_MethodHandle,
          CD_Class,
          CD_String,
          CD_MethodType);

  private final ConstantPoolBuilder pool;
  private final LoadableConstantEntry link;

  private DelegatingUnsafe(ConstantPoolBuilder pool) {
    this.pool = pool;
    LoadableConstantEntry loader = result(LOADER, handle(SYSTEM_LOADER));
    LoadableConstantEntry linkage =
        result(CD_Class, handle(LOAD), loader, pool.stringEntry(Bootstrap.LINKAGE));
    MethodTypeDesc type = MethodTypeDesc.of(CD_MethodHandle, CD_String, CD_MethodType);
    link =
        result(
            CD_MethodHandle,
            handle(FIND_STATIC),
            result(CD_MethodHandles_Lookup, handle(PUBLIC_LOOKUP)),
            linkage,
            pool.stringEntry("handle"),
            pool.methodTypeEntry(type));
  }

  private static DirectMethodHandleDesc method(
      Kind kind, ClassDesc owner, String name, ClassDesc result, ClassDesc... parameters) {
    return MethodHandleDesc.ofMethod(kind, owner, name, MethodTypeDesc.of(result, parameters));
  }

  private LoadableConstantEntry handle(DirectMethodHandleDesc method) {
    return pool.methodHandleEntry(method);
  }

  /// {@return the result of calling a method handle, as a constant}
  ///
  /// @param all the handle and its arguments
  private ConstantDynamicEntry result(ClassDesc type, LoadableConstantEntry... all) {
    return pool.constantDynamicEntry(
        pool.bsmEntry(pool.methodHandleEntry(ConstantDescs.BSM_INVOKE), List.of(all)),
        pool.nameAndTypeEntry(ConstantDescs.DEFAULT_NAME, type));
  }

  /// {@return the rewritten class file}
  static byte[] of(byte[] classFile) {
    ClassFile file = ClassFile.of();
    ClassModel model = file.parse(classFile);
    ConstantPoolBuilder pool = ConstantPoolBuilder.of(model);
    DelegatingUnsafe unsafe = new DelegatingUnsafe(pool);
    ClassTransform transform =
        ClassTransform.transformingMethods(
            DelegatingUnsafe::isReplaced,
            (builder, element) -> {
              if (element instanceof CodeModel code) {
                MethodModel method = code.parent().orElseThrow();
                builder.withCode(body -> unsafe.delegate(body, method));
              } else {
                builder.with(element);
              }
            });
    return file.build(model.thisClass(), pool, builder -> builder.transform(model, transform));
  }

  private static boolean isReplaced(MethodModel method) {
    return Replacements.has(method.methodName().stringValue(), method.methodType().stringValue());
  }

  private void delegate(CodeBuilder code, MethodModel method) {
    MethodTypeDesc type = method.methodTypeSymbol();
    MethodTypeDesc call = type.insertParameterTypes(0, UNSAFE);
    StringEntry name = pool.stringEntry(method.methodName());
    code.ldc(result(CD_MethodHandle, link, name, pool.methodTypeEntry(call))).aload(0);
    for (int i = 0; i < type.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
    }
    code.invokevirtual(CD_MethodHandle, "invokeExact", call)
        .return_(TypeKind.from(type.returnType()));
  }
}
