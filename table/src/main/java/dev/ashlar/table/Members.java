package dev.ashlar.table;

/// Looks up members of classes of this module and of those it generates, which are there.
final class Members {
  private Members() {}

  /// A look-up by one of the methods of [java.lang.invoke.MethodHandles.Lookup].
  interface Search<T> {
    T run() throws ReflectiveOperationException;
  }

  static <T> T find(Search<T> search) {
    try {
      return search.run();
    } catch (ReflectiveOperationException impossible) {
      throw missing(impossible);
    }
  }

  static LinkageError missing(ReflectiveOperationException impossible) {
    return new LinkageError("a member that should be there is not", impossible);
  }
}
