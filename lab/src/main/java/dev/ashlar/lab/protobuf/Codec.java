// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import java.util.List;

/// A contender: writes messages to a reused buffer, and reads messages from arrays into objects of
/// its own.
interface Codec {
  /// The size of a contender's buffer, in bytes.
  int CAPACITY = 1 << 16;

  /// Prepares for writing these messages. Preparation is not timed.
  void prepare(List<Record> messages);

  /// Writes one of the messages.
  ///
  /// @return the size of the message in bytes
  int write(int index);

  /// {@return the message that was written last}
  byte[] written();

  /// {@return the message that `bytes` encode}
  Object read(byte[] bytes);

  /// {@return the read message, as a record or as a message of protobuf-java, for verification}
  Object shown(Object read);
}
