// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import java.util.List;

/// A contender: writes messages to a buffer that is reused, and reads them from arrays into its own
/// objects.
interface Codec {
  /// The size of a buffer.
  int CAPACITY = 1 << 16;

  /// Gets ready to write these messages, which is not timed.
  void prepare(List<Record> messages);

  /// Writes one of the messages.
  ///
  /// @return its bytes
  int write(int index);

  /// {@return the message that was written last}
  byte[] written();

  /// {@return the message that `bytes` are}
  Object read(byte[] bytes);

  /// {@return what was read, as a record or as a message of protobuf-java; for the proof}
  Object shown(Object read);
}
