// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.security.ProtectionDomain;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Defines classes as Unsafe did in older JDKs.
final class Definitions {
  private Definitions() {}

  /// @param name with points or slashes
  static Class<?> define(
      @Nullable String name,
      byte[] bytes,
      int offset,
      int length,
      @Nullable ClassLoader loader,
      @Nullable ProtectionDomain domain)
      throws Throwable {
    if (loader == null) {
      throw refused("defineClass: " + name + " cannot be defined in the boot class loader");
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

  /// {@return a hidden class with the access rights of its host, whose package it has to name}
  static Class<?> hidden(Class<?> host, byte[] bytes, @Nullable Object @Nullable [] patches)
      throws ReflectiveOperationException {
    if (patches != null && Stream.of(patches).anyMatch(Objects::nonNull)) {
      throw refused("defineAnonymousClass: a constant pool cannot be patched any more");
    }
    // A private lookup of another module may not define hidden classes.
    Packages.open(Lookup.class);
    Field trusted = Lookup.class.getDeclaredField("IMPL_LOOKUP");
    trusted.setAccessible(true);
    return ((Lookup) trusted.get(null))
        .in(host)
        .defineHiddenClass(bytes, false, Lookup.ClassOption.NESTMATE)
        .lookupClass();
  }

  private static RefusedAccessException refused(String message) {
    return Use.refused(new RefusedAccessException(message));
  }
}
