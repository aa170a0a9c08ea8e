// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.KeyBytes;

/// The key of a row, or one that is looked up. It is used again and again, so that nothing is
/// garbage.
final class Key {
  /// A thread keeps no more bytes than that from one look-up to the next.
  private static final int MAX_KEPT = 1 << 16;

  private static final ThreadLocal<Key> OF_THREAD = ThreadLocal.withInitial(Key::new);

  /// Empty if the key is a number.
  final KeyBytes bytes = new KeyBytes();

  /// The number, or the hash of the bytes.
  long hash;

  /// Returns the key of the thread. A pool would take an atomic exchange, for which the processor
  /// waits until all cache misses of the look-up before are over.
  static Key ofThread() {
    Key key = OF_THREAD.get();
    if (key.bytes.capacity() > MAX_KEPT) {
      key = new Key();
      OF_THREAD.set(key);
    }
    return key;
  }
}
