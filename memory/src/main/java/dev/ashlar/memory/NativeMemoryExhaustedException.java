// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Thrown when a stack or a pool has reached its bound, if its [ExhaustionPolicy] says so. Nothing
/// has changed: memory in use stays usable, and the request may be made again later.
///
/// ```java
/// try (NativePool pool = NativePool.create(1 << 10);
///     Lease first = pool.acquire(1 << 10)) {
///   try (Lease second = pool.acquire(1)) {
///     throw new AssertionError();
///   } catch (NativeMemoryExhaustedException exhausted) {
///     System.err.println(exhausted.getMessage());
///   }
/// }
/// ```
public final class NativeMemoryExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NativeMemoryExhaustedException(String message) {
    super(message);
  }
}
