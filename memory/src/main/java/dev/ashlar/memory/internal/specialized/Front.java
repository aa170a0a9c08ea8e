// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.io.Serializable;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the methods of the object that stands for the one of the original: those of its
/// interfaces, and of `Object`. Where a parameter or a result is the one object, it becomes the
/// other.
final class Front {
  /// The field with the object of the original.
  static final String ORIGINAL = "$original";

  private final ClassCopy copy;
  private final Implementation implementation;
  private final Set<Class<?>> interfaces = new LinkedHashSet<>();

  Front(ClassCopy copy) {
    this.copy = copy;
    this.implementation = copy.implementation;
  }

  void write(ClassBuilder out) {
    for (Class<?> type = implementation.original; type != null; type = type.getSuperclass()) {
      for (Class<?> each : type.getInterfaces()) {
        boolean isSeen =
            Modifier.isPublic(each.getModifiers())
                || each.getPackageName().equals(implementation.original.getPackageName());
        if (isSeen) {
          interfaces.add(each);
        }
      }
    }
    List<ClassDesc> types = new ArrayList<>();
    Map<String, Method> methods = new LinkedHashMap<>();
    add(methods, Object.class);
    for (Class<?> each : interfaces) {
      types.add(ClassDesc.ofDescriptor(each.descriptorString()));
      add(methods, each);
    }
    out.withInterfaceSymbols(types);
    out.withMethodBody(INIT_NAME, MTD_void, 0, FactoryClass.CONSTRUCTOR);
    for (Method each : methods.values()) {
      write(out, each);
    }
    if (Serializable.class.isAssignableFrom(implementation.original)) {
      MethodTypeDesc type = MethodTypeDesc.of(CD_Object);
      out.withMethodBody("writeReplace", type, 0, new Code(null, type, null));
    }
  }

  /// Adds the methods that can be overridden, by name and descriptor.
  private static void add(Map<String, Method> methods, Class<?> type) {
    for (Method each : type.getMethods()) {
      if ((each.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == 0) {
        methods.putIfAbsent(each.getName() + type(each).descriptorString(), each);
      }
    }
  }

  private static MethodTypeDesc type(Method method) {
    return MethodTypeDesc.ofDescriptor(
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .descriptorString());
  }

  private void write(ClassBuilder out, Method method) {
    MethodTypeDesc type = type(method);
    MethodModel own = implementation.method(method.getName(), type);
    if (own == null && isDefault(method)) {
      return; // It is inherited, and calls the methods here.
    }
    out.withMethodBody(method.getName(), type, ClassFile.ACC_PUBLIC, new Code(method, type, own));
  }

  /// The code of a method, or of one that returns the object of the original.
  private final class Code implements Consumer<CodeBuilder> {
    private final @Nullable Method method;
    private final MethodTypeDesc type;
    private final @Nullable MethodModel own;

    Code(@Nullable Method method, MethodTypeDesc type, @Nullable MethodModel own) {
      this.method = method;
      this.type = type;
      this.own = own;
    }

    @Override
    public void accept(CodeBuilder to) {
      loadOriginal(to);
      if (method != null) {
        call(to, method);
      }
      to.return_(TypeKind.from(type.returnType()));
    }

    private void call(CodeBuilder to, Method called) {
      for (int i = 0; i < type.parameterCount(); i++) {
        to.loadLocal(TypeKind.from(type.parameterType(i)), to.parameterSlot(i));
        if (canBeFront(called.getParameterTypes()[i])) {
          replace(to, true);
        }
      }
      if (own == null) {
        callInherited(to, called, type);
      } else if (!implementation.isSpecialized(own) && implementation.isCopied(own)) {
        to.invokestatic(copy.name, implementation.bodyName(own), implementation.staticType(own));
      } else {
        copy.call(to, own);
      }
      if (canBeFront(called.getReturnType())) {
        replace(to, false);
      }
    }
  }

  /// Whether the original has the default method of an interface.
  private boolean isDefault(Method method) {
    try {
      Class<?> declaring =
          implementation
              .original
              .getMethod(method.getName(), method.getParameterTypes())
              .getDeclaringClass();
      return method.isDefault() && declaring.isInterface();
    } catch (NoSuchMethodException notPublic) {
      return false;
    }
  }

  private void callInherited(CodeBuilder to, Method method, MethodTypeDesc type) {
    ClassDesc owner = ClassDesc.ofDescriptor(method.getDeclaringClass().descriptorString());
    if (method.getDeclaringClass().isInterface()) {
      to.invokeinterface(owner, method.getName(), type);
    } else {
      to.invokevirtual(owner, method.getName(), type);
    }
  }

  private boolean canBeFront(Class<?> type) {
    for (Class<?> each : interfaces) {
      if (type.isAssignableFrom(each)) {
        return true;
      }
    }
    return type == Object.class;
  }

  private CodeBuilder loadOriginal(CodeBuilder to) {
    return to.getstatic(copy.name, ORIGINAL, implementation.name);
  }

  /// Replaces one of the two objects on the stack by the other one.
  private void replace(CodeBuilder to, boolean byOriginal) {
    Label isOther = to.newLabel();
    to.dup();
    (byOriginal ? to.aload(0) : loadOriginal(to)).if_acmpne(isOther).pop();
    (byOriginal ? loadOriginal(to) : to.aload(0)).labelBinding(isOther);
  }
}
