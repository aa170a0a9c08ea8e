// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The policy of a [NativeStack] or a [NativePool] for a request that does not fit below its bound.
///
/// ```java
/// NativeStack stack = NativeStack.create(4096, 65536, ExhaustionPolicy.THROW);
/// NativePool pool =
///     NativePool.builder(1 << 20)
///         .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofSeconds(1)))
///         .create();
/// ```
public final class ExhaustionPolicy {
  /// Throws [NativeMemoryExhaustedException].
  public static final ExhaustionPolicy THROW = new ExhaustionPolicy(Kind.THROW, 0);

  /// Takes memory from the C heap, beyond the bound. Closing the frame or lease frees it.
  public static final ExhaustionPolicy MALLOC = new ExhaustionPolicy(Kind.MALLOC, 0);

  enum Kind {
    THROW,
    MALLOC,
    WAIT
  }

  final Kind kind;
  final long timeoutNanos;

  private ExhaustionPolicy(Kind kind, long timeoutNanos) {
    this.kind = kind;
    this.timeoutNanos = timeoutNanos;
  }

  /// Waits until another thread releases memory, and throws [NativeMemoryExhaustedException] after
  /// `timeout`. For pools only: no other thread can release the memory of a stack.
  ///
  /// @throws IllegalArgumentException if `timeout` is negative
  public static ExhaustionPolicy waitAtMost(Duration timeout) {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("Negative timeout: " + timeout);
    }
    return new ExhaustionPolicy(Kind.WAIT, TimeUnit.NANOSECONDS.convert(timeout));
  }

  /// Returns the policy's name, with the timeout if it waits.
  @Override
  public String toString() {
    return kind == Kind.WAIT ? "waitAtMost(" + Duration.ofNanos(timeoutNanos) + ")" : kind.name();
  }
}
