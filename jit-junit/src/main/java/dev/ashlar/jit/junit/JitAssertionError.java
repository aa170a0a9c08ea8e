package dev.ashlar.jit.junit;

/// An assertion that does not hold, or a workload whose run says nothing about it.
public final class JitAssertionError extends AssertionError {
  private static final long serialVersionUID = 1;

  /// What went wrong.
  public enum Reason {
    /// The workload was killed.
    TIMED_OUT,
    /// The workload threw, or ended its JVM with another code than 0.
    CHILD_FAILED,
    /// The JVM wrote no compilation log.
    NO_LOG,
    /// No compiler had a look at the method: it is not hot enough, or misspelt.
    NOT_COMPILED,
    /// C1 compiled the method, C2 did not.
    ONLY_BY_C1,
    /// HotSpot decided otherwise.
    RULE_BROKEN
  }

  private final Reason reason;

  JitAssertionError(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /// {@return what went wrong}
  public Reason reason() {
    return reason;
  }
}
