package dev.ashlar.memory;

/// Memory that has ended or belongs to another thread. Caught where it is thrown, like an offset
/// that is out of bounds: [SegmentAccess] finds out what is wrong and says it.
final class RefusedAccess extends IndexOutOfBoundsException {
  private static final long serialVersionUID = 1;

  RefusedAccess() {}

  /// None is shown to anybody.
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
