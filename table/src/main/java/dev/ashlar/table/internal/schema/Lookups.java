// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

/// Looks up members of classes of this module and of those it generates, which are there, and
/// unwraps what their method handles throw.
public final class Lookups {
  private Lookups() {}

  /// A look-up by one of the methods of [java.lang.invoke.MethodHandles.Lookup].
  public interface Search<T> {
    T run() throws ReflectiveOperationException;
  }

  public static <T> T find(Search<T> search) {
    try {
      return search.run();
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("a member that should be there is not", impossible);
    }
  }

  /// Throws what a method handle has thrown whose method declares no checked exception.
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
