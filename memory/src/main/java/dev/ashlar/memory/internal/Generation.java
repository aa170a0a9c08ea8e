// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts the loans of something that is lent many times: odd while it is lent, even while it is
/// idle. No number occurs twice, so a number identifies one loan.
public final class Generation {
  /// The generation of memory that is never lent. Its number stays [#NOT_LENT].
  public static final Generation ONLY = new Generation();

  public static final long NOT_LENT = 0;

  private static final VarHandle NUMBER;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(Generation.class, "number", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private long number = NOT_LENT;

  /// Begins a loan. The caller has exclusive access.
  ///
  /// @return the number that [#end] takes
  public long begin() {
    long lent = number + 1;
    NUMBER.setRelease(this, lent);
    return lent;
  }

  /// Returns false, and does nothing, if the loan has ended before.
  public boolean end(long lent) {
    return NUMBER.compareAndSet(this, lent, lent + 1);
  }

  /// Same as [#end(long)], for the only thread that may end it: no atomic operation.
  public boolean endByOwner(long lent) {
    if (number != lent) {
      return false;
    }
    NUMBER.setRelease(this, lent + 1);
    return true;
  }

  /// Ends the current loan, if there is one. The caller has exclusive access.
  public void end() {
    long lent = current();
    if ((lent & 1) != 0) {
      end(lent);
    }
  }

  /// The number of the current loan if it is odd.
  public long current() {
    return (long) NUMBER.getVolatile(this);
  }

  /// The loan that the caller has just begun.
  public long lent() {
    return number;
  }

  public boolean isLent() {
    return (current() & 1) != 0;
  }

  public boolean is(long lent) {
    return current() == lent;
  }

  /// Same as [#is], without any memory ordering: this thread may notice late that another has ended
  /// the loan. The compiler may hoist the check out of a loop.
  public boolean isPlainly(long lent) {
    return number == lent;
  }
}
