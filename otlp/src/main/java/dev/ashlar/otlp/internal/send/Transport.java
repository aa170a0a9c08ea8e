// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.util.function.Consumer;

/// Carries requests to the receiver.
interface Transport {
  /// Sends a request, and again where the protocol says so. Returns at once.
  ///
  /// @param done called once; on any thread, this one included
  void send(Message message, Consumer<Outcome> done);

  /// Gives up what is under way, and frees what it needs. Each request has its outcome soon.
  void close();
}
