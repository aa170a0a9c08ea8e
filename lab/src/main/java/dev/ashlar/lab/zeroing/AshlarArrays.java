// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.memory.Unzeroed;

/// Arrays from [Unzeroed].
final class AshlarArrays implements ArrayMaker {
  private AshlarArrays() {}

  /// {@return arrays as a user without flags gets them}
  static AshlarArrays plain() {
    return new AshlarArrays();
  }

  /// {@return arrays that are not zeroed}
  ///
  /// @throws UnavailableException if the JDK does not export the method that this needs
  static AshlarArrays exported() {
    requireExport();
    return plain();
  }

  /// Fails if [Unzeroed] zeroes its arrays: the contender would equal the one without the export.
  static void requireExport() {
    if (!Unzeroed.isSupported()) {
      throw new UnavailableException(
          "JDK %s lets out no arrays that are not zeroed".formatted(Runtime.version()));
    }
  }

  @Override
  public byte[] make(Message message) {
    return Unzeroed.bytes(message.size(), message::writeTo);
  }
}
