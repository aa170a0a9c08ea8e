// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

/// An assertion that does not hold or cannot be checked.
public final class JitAssertionError extends AssertionError {
  private static final long serialVersionUID = 1;

  /// The kinds of failures.
  public enum Reason {
    /// The time limit was exceeded, and the JVM was killed.
    TIMED_OUT,
    /// The workload threw, or the exit code of its JVM is not 0.
    CHILD_FAILED,
    /// The JVM wrote no compilation log.
    NO_LOG,
    /// The method was never compiled: it is not hot enough, or the name is wrong.
    NOT_COMPILED,
    /// C1 compiled the method, C2 did not.
    ONLY_BY_C1,
    /// HotSpot decided differently, or the log is damaged.
    RULE_BROKEN
  }

  private final Reason reason;

  JitAssertionError(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /// {@return the kind of failure}
  public Reason reason() {
    return reason;
  }
}
