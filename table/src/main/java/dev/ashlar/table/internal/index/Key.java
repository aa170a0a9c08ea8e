// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.KeyBytes;

/// The key of a row, or one that is looked up. It is used again and again, so that nothing is
/// garbage.
final class Key {
  private static final ThreadLocal<Key> OF_THREAD = ThreadLocal.withInitial(Key::new);

  /// Empty if the key is a number.
  final KeyBytes bytes = new KeyBytes();

  /// The number, or the hash of the bytes.
  long hash;

  /// Returns the key of the thread. A pool would take an atomic exchange, for which the processor
  /// waits until all cache misses of the look-up before are over.
  static Key ofThread() {
    return OF_THREAD.get();
  }
}
