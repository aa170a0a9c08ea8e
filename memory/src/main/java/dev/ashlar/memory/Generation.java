package dev.ashlar.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts the loans of something that is lent again and again: odd while it is lent, even while it
/// is idle, and never the same again. So a number tells a loan that holds from one that has ended.
final class Generation {
  /// Of what is lent to nobody, and always there: its number stays [#NOT_LENT].
  static final Generation ONLY = new Generation();

  static final long NOT_LENT = 0;

  private static final VarHandle NUMBER;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(Generation.class, "number", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private long number = NOT_LENT;

  /// Begins a loan. To be called by who has the thing for itself.
  ///
  /// @return the number that [#end] wants to see
  long begin() {
    long lent = number + 1;
    NUMBER.setRelease(this, lent);
    return lent;
  }

  /// Returns false, and does nothing, if the loan has ended before.
  boolean end(long lent) {
    return NUMBER.compareAndSet(this, lent, lent + 1);
  }

  /// As [#end(long)], for the only thread that may end it: no atomic operation.
  boolean endByOwner(long lent) {
    if (number != lent) {
      return false;
    }
    NUMBER.setRelease(this, lent + 1);
    return true;
  }

  /// Ends the loan under way, if there is one. To be called by who has the thing for itself.
  void end() {
    long lent = current();
    if ((lent & 1) != 0) {
      end(lent);
    }
  }

  /// The loan under way, if it is odd.
  long current() {
    return (long) NUMBER.getVolatile(this);
  }

  /// The loan that the caller has just begun.
  long lent() {
    return number;
  }

  boolean isLent() {
    return (current() & 1) != 0;
  }

  boolean is(long lent) {
    return current() == lent;
  }

  /// As [#is], without any order among threads: what another thread ends may be seen late. The
  /// compiler may ask once for a whole loop.
  boolean isPlainly(long lent) {
    return difference(lent) == 0;
  }

  /// 0 if [#isPlainly]; for who asks more than that, without a branch for each question.
  long difference(long lent) {
    return number ^ lent;
  }
}
