package dev.ashlar.memory;

/// Memory that has ended or belongs to another thread. Caught where it is thrown, like an offset
/// that is out of bounds: [Checked] finds out what is wrong and says it.
final class Refused extends IndexOutOfBoundsException {
  private static final long serialVersionUID = 1;

  Refused() {}

  /// None is shown to anybody.
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
