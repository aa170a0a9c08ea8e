// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A class with a static method for each memory method of `sun.misc.Unsafe`, whose body is the
/// call; either as it is, or rewritten.
final class UnsafeProgram {
  private static final Object UNSAFE = unsafe();
  private static final String NAME = "Program";
  private static final byte[] BYTES = classFile(NAME);

  private final Map<String, Method> methods = new HashMap<>();

  private UnsafeProgram(byte[] bytes) throws ClassNotFoundException {
    ClassLoader parent = UnsafeProgram.class.getClassLoader();
    for (Method method : load(bytes, NAME, parent).getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        method.setAccessible(true);
        methods.put(key(method), method);
      }
    }
  }

  /// {@return a class, in a loader of its own}
  static Class<?> load(byte[] bytes, String name, ClassLoader parent)
      throws ClassNotFoundException {
    return new ClassLoader(parent) {
      @Override
      protected Class<?> findClass(String wanted) {
        return defineClass(wanted, bytes, 0, bytes.length);
      }
    }.loadClass(name);
  }

  /// {@return the result of `static method(Unsafe, Object, long)`}
  static @Nullable Object invoke(Class<?> type, String method, Object object, long offset)
      throws ReflectiveOperationException {
    Method found = type.getMethod(method, UNSAFE.getClass(), Object.class, long.class);
    return found.invoke(null, UNSAFE, object, offset);
  }

  private static Object unsafe() {
    try {
      Field field = Class.forName(Elements.UNSAFE).getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /// {@return the program with its calls of Unsafe}
  static UnsafeProgram original() throws ClassNotFoundException {
    return new UnsafeProgram(BYTES);
  }

  /// {@return the program without them, anew: no call has met any shape}
  static UnsafeProgram rewritten() throws ClassNotFoundException {
    return new UnsafeProgram(new Rewriter(BYTES).rewrite());
  }

  static byte[] classFile() {
    return BYTES.clone();
  }

  static int methodCount() {
    return ClassFile.of().parse(BYTES).methods().size();
  }

  /// {@return the program as a class of that name}
  static byte[] classFile(String name) {
    ClassDesc unsafe = ClassDesc.of(Elements.UNSAFE);
    return ClassFile.of()
        .build(
            ClassDesc.of(name),
            builder -> {
              builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
              for (Method method : UNSAFE.getClass().getMethods()) {
                if (method.getDeclaringClass() == UNSAFE.getClass()
                    && !Modifier.isStatic(method.getModifiers())) {
                  MethodTypeDesc type =
                      MethodTypeDesc.ofDescriptor(
                          java.lang.invoke.MethodType.methodType(
                                  method.getReturnType(), method.getParameterTypes())
                              .descriptorString());
                  builder.withMethodBody(
                      method.getName(),
                      type.insertParameterTypes(0, unsafe),
                      ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                      code -> {
                        code.aload(0);
                        int slot = 1;
                        for (ClassDesc parameter : type.parameterList()) {
                          TypeKind kind = TypeKind.from(parameter);
                          code.loadLocal(kind, slot);
                          slot += kind.slotSize();
                        }
                        code.invokevirtual(unsafe, method.getName(), type)
                            .return_(TypeKind.from(type.returnType()));
                      });
                }
              }
            });
  }

  private static String key(Method method) {
    // Methods of one name differ in the number of parameters.
    return method.getName() + (method.getParameterCount() - 1);
  }

  /// {@return the result of a method of Unsafe}
  ///
  /// @throws RuntimeException which the method threw
  @Nullable Object call(String name, @Nullable Object... arguments) {
    @Nullable Object[] all = new @Nullable Object[arguments.length + 1];
    all[0] = UNSAFE;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Method method = Objects.requireNonNull(methods.get(name + arguments.length), name);
    try {
      return method.invoke(null, all);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new AssertionError(e);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /// {@return the result of a method that returns a number}
  long number(String name, @Nullable Object... arguments) {
    return ((Number) Objects.requireNonNull(call(name, arguments))).longValue();
  }

  /// {@return a method without Unsafe, as the one method of an interface}
  <T> T as(Class<T> type, String name, int parameters) {
    Method method = Objects.requireNonNull(methods.get(name + parameters), name);
    try {
      return MethodHandleProxies.asInterfaceInstance(
          type, MethodHandles.insertArguments(MethodHandles.lookup().unreflect(method), 0, UNSAFE));
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  long offset(Class<?> type, String field) {
    try {
      return number("objectFieldOffset", type.getDeclaredField(field));
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }
}
