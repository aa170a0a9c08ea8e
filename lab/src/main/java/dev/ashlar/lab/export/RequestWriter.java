// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import java.util.List;

/// Writes a request for a batch of spans, metrics or log records.
interface RequestWriter<T> {
  /// {@return the size of the request}
  long write(List<T> batch);

  /// {@return the request of a batch}
  byte[] written(List<T> batch);
}
