package dev.ashlar.memory;

/// Thrown when a stack or a pool has reached its bound and was told to throw then. Nothing has
/// changed: what is in use stays usable, and the request may be made again later.
public final class NativeMemoryExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NativeMemoryExhaustedException(String message) {
    super(message);
  }
}
