// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import java.io.IOException;

/// Thrown if the producer of an Arrow stream cannot make the next batch. The message is the
/// producer's.
///
/// ```java
/// ArrowStream stream = ArrowStream.of(TRADES.columns().allocate(Arena.ofAuto(), 1_000));
/// try (stream) {
///   Table<Trade> copy = stream.toTable(TRADES.rows(), Arena.ofAuto());
/// } catch (ArrowException failed) {
///   System.getLogger("reports").log(System.Logger.Level.WARNING, failed.getMessage());
/// }
/// ```
public final class ArrowException extends IOException {
  private static final long serialVersionUID = 1;

  ArrowException(String message) {
    super(message);
  }
}
