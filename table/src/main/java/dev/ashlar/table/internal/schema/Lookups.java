// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/// Looks up members of classes of this module and of generated classes. The members are known to
/// exist. Also unwraps the exceptions of their method handles.
public final class Lookups {
  private Lookups() {}

  public static MethodHandle findStatic(
      Lookup lookup, Class<?> type, String name, MethodType shape) {
    try {
      return lookup.findStatic(type, name, shape);
    } catch (ReflectiveOperationException impossible) {
      throw missing(impossible);
    }
  }

  /// Finds a constructor of the class that looks it up.
  public static MethodHandle findConstructor(Lookup lookup, MethodType shape) {
    try {
      return lookup.findConstructor(lookup.lookupClass(), shape);
    } catch (ReflectiveOperationException impossible) {
      throw missing(impossible);
    }
  }

  public static MethodHandle findVirtual(
      Lookup lookup, Class<?> type, String name, MethodType shape) {
    try {
      return lookup.findVirtual(type, name, shape);
    } catch (ReflectiveOperationException impossible) {
      throw missing(impossible);
    }
  }

  /// Finds a field of the class that looks it up.
  public static VarHandle findVarHandle(Lookup lookup, String name, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException impossible) {
      throw missing(impossible);
    }
  }

  private static LinkageError missing(ReflectiveOperationException impossible) {
    return new LinkageError("a member that should be there is not", impossible);
  }

  /// Throws the exception of a method handle whose method declares no checked exception.
  public static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    throw new AssertionError(failure);
  }
}
