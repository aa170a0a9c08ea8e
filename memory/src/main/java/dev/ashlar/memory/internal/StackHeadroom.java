package dev.ashlar.memory.internal;

/// Asks for a stack overflow now instead of in the middle of what must not stop there: a change of
/// several steps, or the initialization of a class, which is lost for the whole JVM when it fails.
public final class StackHeadroom {
  /// Of frames of 100 to 250 bytes: several times what the JDK takes to force or close a file, or
  /// to link a method handle.
  private static final int DEPTH = 600;

  private StackHeadroom() {}

  /// Takes about a microsecond when compiled.
  ///
  /// @throws StackOverflowError if there is not much stack left
  public static void require() {
    if (descend(DEPTH, 1, 2, 3, 4, 5, 6) == 0) {
      throw new AssertionError();
    }
  }

  /// Needs its parameters after the call, so that compiled frames have them too.
  private static long descend(int depth, long a, long b, long c, long d, long e, long f) {
    if (depth == 0) {
      return 1;
    }
    long below = descend(depth - 1, b + 1, c + 1, d + 1, e + 1, f + 1, a + 1);
    return 1 | (below ^ a ^ b ^ c ^ d ^ e ^ f);
  }
}
