// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Consumer;

/// Writes the class of a factory: the one method of a functional interface calls the constructor of
/// a copy.
final class FactoryClass implements Consumer<ClassBuilder> {
  /// The code of a constructor that does nothing.
  static final Consumer<CodeBuilder> CONSTRUCTOR =
      new Consumer<>() {
        @Override
        public void accept(CodeBuilder to) {
          to.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_();
        }
      };

  private final Class<?> type;
  private final Method create;
  private final SupportCode support;

  FactoryClass(Class<?> type, Method create, SupportCode support) {
    this.type = type;
    this.create = create;
    this.support = support;
  }

  /// Returns the one abstract method of an interface.
  static Method method(Class<?> type) {
    Method found = null;
    for (Method method : type.isInterface() ? type.getMethods() : new Method[0]) {
      if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
        if (found != null) {
          throw new IllegalArgumentException(
              type.getName() + " has more than one abstract method: " + found + " and " + method);
        }
        found = method;
      }
    }
    if (found == null) {
      throw new IllegalArgumentException(
          type.getName() + " is not an interface with one abstract method");
    }
    return found;
  }

  private static boolean isOfObject(Method method) {
    try {
      return Modifier.isPublic(
          Object.class.getMethod(method.getName(), method.getParameterTypes()).getModifiers());
    } catch (NoSuchMethodException other) {
      return false;
    }
  }

  /// @throws IllegalArgumentException if the factory's method cannot call a constructor of the
  ///   class
  static void requireConstructor(Method create, Class<?> original) {
    try {
      var _ = original.getDeclaredConstructor(create.getParameterTypes());
    } catch (NoSuchMethodException missing) {
      throw new IllegalArgumentException(
          original.getName() + " has no constructor with the parameters of " + create);
    }
    if (!create.getReturnType().isAssignableFrom(original) || create.getReturnType() == original) {
      throw new IllegalArgumentException(
          create
              + " has to return an interface or a superclass of "
              + original.getName()
              + ", which its copies are too");
    }
    if (Arrays.asList(create.getParameterTypes()).contains(original)) {
      throw new IllegalArgumentException(
          create + " has " + original.getName() + " as a parameter: use an interface");
    }
  }

  byte[] classFile(ClassDesc name) {
    return ClassFile.of().build(name, this);
  }

  @Override
  public void accept(ClassBuilder out) {
    out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
    out.withInterfaceSymbols(ClassDesc.ofDescriptor(type.descriptorString()));
    out.withMethodBody(INIT_NAME, MTD_void, 0, CONSTRUCTOR);
    out.withMethodBody(create.getName(), type(create), ClassFile.ACC_PUBLIC, new Code());
  }

  private static MethodTypeDesc type(Method method) {
    return MethodTypeDesc.ofDescriptor(
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .descriptorString());
  }

  /// The code of the method.
  private final class Code implements Consumer<CodeBuilder> {
    @Override
    public void accept(CodeBuilder to) {
      MethodTypeDesc parameters = type(create);
      ClassCopy.loadParameters(to, parameters);
      support.dispatch(to, create.getName(), parameters, true);
      to.areturn();
    }
  }
}
