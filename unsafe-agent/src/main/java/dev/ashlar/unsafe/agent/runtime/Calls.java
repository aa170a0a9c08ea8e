// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.NativeMemory;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The methods of `sun.misc.Unsafe` that are not an access to one value, under the same names. This
/// class has no other static methods.
final class Calls {
  private Calls() {}

  static long allocateMemory(long bytes) {
    return Tracker.ACTIVE ? Tracker.allocate(bytes) : NativeMemory.allocate(bytes);
  }

  static long reallocateMemory(long address, long bytes) {
    return Tracker.ACTIVE
        ? Tracker.reallocate(address, bytes)
        : NativeMemory.reallocate(address, bytes);
  }

  static void freeMemory(long address) {
    if (Tracker.ACTIVE) {
      Tracker.free(address);
    } else {
      NativeMemory.free(address);
    }
  }

  static void setMemory(long address, long bytes, byte value) {
    Blocks.set(null, address, bytes, value);
  }

  static void setMemory(@Nullable Object object, long offset, long bytes, byte value) {
    Blocks.set(object, offset, bytes, value);
  }

  static void copyMemory(long from, long to, long bytes) {
    Blocks.copy(null, from, null, to, bytes);
  }

  static void copyMemory(
      @Nullable Object from, long fromOffset, @Nullable Object to, long toOffset, long bytes) {
    Blocks.copy(from, fromOffset, to, toOffset, bytes);
  }

  static long objectFieldOffset(Field field) {
    return Fields.objectFieldOffset(field);
  }

  static long staticFieldOffset(Field field) {
    return Fields.staticFieldOffset(field);
  }

  static Object staticFieldBase(Field field) {
    return Fields.staticFieldBase(field);
  }

  static int arrayBaseOffset(Class<?> array) {
    Class<?> element = array.componentType();
    if (element == null) {
      throw new IllegalArgumentException("no array: " + array.getName());
    }
    return Elements.baseOffset(element);
  }

  static void invokeCleaner(ByteBuffer buffer) {
    Buffers.free(buffer);
  }

  static void ensureClassInitialized(Class<?> type) throws ReflectiveOperationException {
    if (type.isHidden()) {
      Handles.trusted().in(type).ensureInitialized(type);
      return;
    }
    try {
      Class.forName(type.getName(), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new RefusedAccessException(type + " is not known to its own class loader", e);
    }
  }

  /// @param name the name with dots or slashes
  static Class<?> defineClass(
      @Nullable String name,
      byte[] bytes,
      int offset,
      int length,
      @Nullable ClassLoader loader,
      @Nullable ProtectionDomain domain)
      throws Throwable {
    if (loader == null) {
      throw new RefusedAccessException(
          "defineClass: " + name + " cannot be defined in the boot class loader");
    }
    Packages.open(ClassLoader.class);
    MethodHandle define =
        MethodHandles.privateLookupIn(ClassLoader.class, Handles.LOOKUP)
            .findVirtual(
                ClassLoader.class,
                "defineClass",
                methodType(
                    Class.class,
                    String.class,
                    byte[].class,
                    int.class,
                    int.class,
                    ProtectionDomain.class));
    String binary = name == null ? null : name.replace('/', '.');
    return (Class<?>) define.invokeExact(loader, binary, bytes, offset, length, domain);
  }

  /// {@return a hidden class with the access rights of its host; it must name the host's package}
  static Class<?> defineAnonymousClass(
      Class<?> host, byte[] bytes, @Nullable Object @Nullable [] patches)
      throws ReflectiveOperationException {
    if (patches != null && Stream.of(patches).anyMatch(Objects::nonNull)) {
      throw new RefusedAccessException(
          "defineAnonymousClass: a constant pool cannot be patched any more");
    }
    // A private lookup of another module may not define hidden classes.
    return Handles.trusted()
        .in(host)
        .defineHiddenClass(bytes, false, Lookup.ClassOption.NESTMATE)
        .lookupClass();
  }
}
