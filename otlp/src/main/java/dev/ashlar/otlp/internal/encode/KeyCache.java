// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A cache of encoded attribute keys. Programs have few keys, and use them again and again.
///
/// The hash of a key selects the few slots in which it may be, and a key that has a slot keeps it.
/// So a program that makes keys of data causes neither garbage nor growing memory.
///
/// Items of one kind have the same keys in the same order, so each key refers to the key that
/// followed it last. If that key is the next one, no hash is computed and no slot is read.
final class KeyCache {
  /// Most bytes of a key that is kept.
  private static final int MAX_KEY = 60;

  private static final int SLOTS = 1 << 9;

  private static final int WAYS = 4;

  private final @Nullable Key[] slots = new Key[SLOTS];

  /// The key found last.
  private Key last = new Key("", new byte[0]);

  /// An encoded key: the key field of an attribute, followed by the tag of its value.
  ///
  /// ```
  /// key tag, length, key, value tag
  /// ```
  static final class Key {
    /// Most bytes of both.
    static final int MAX_SIZE = MAX_KEY + 3;

    /// Bytes that are stored whatever the size.
    static final int STEP = 4 * Long.BYTES;

    private final String text;
    private final byte[] bytes;
    final int size;
    final TextCache texts = new TextCache();

    /// The key that followed this one last; this key if none did.
    private Key next = this;

    private Key(String text, byte[] encoded) {
      this.text = text;
      this.size = encoded.length + 3;
      this.bytes = new byte[Math.max(size, STEP)];
      bytes[0] = AttributeWriter.KEY << 3 | FieldRun.LENGTH;
      bytes[1] = (byte) encoded.length;
      System.arraycopy(encoded, 0, bytes, 2, encoded.length);
      bytes[size - 1] = AttributeWriter.VALUE << 3 | FieldRun.LENGTH;
    }

    /// Stores the fields, and may overwrite the bytes behind them up to the [#STEP]th. Most keys
    /// are shorter than a step, and a copy of a known size is a few instructions.
    void put(byte[] target, int at) {
      byte[] bytes = this.bytes;
      for (int i = 0; i < STEP; i += Long.BYTES) {
        FieldRun.LONG.set(target, at + i, (long) FieldRun.LONG.get(bytes, i));
      }
      if (size > STEP) {
        System.arraycopy(bytes, STEP, target, at + STEP, size - STEP);
      }
    }

    /// Stores the fields, and nothing behind them.
    void putExactly(byte[] target, int at) {
      System.arraycopy(bytes, 0, target, at, size);
    }
  }

  /// {@return `key` encoded; null if it is not kept}
  @Nullable Key find(String key) {
    Key last = this.last;
    Key next = last.next;
    if (!next.text.equals(key)) {
      Key other = look(key);
      if (other == null) {
        return null;
      }
      last.next = other;
      next = other;
    }
    this.last = next;
    return next;
  }

  private @Nullable Key look(String key) {
    int hash = key.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    for (int way = 0; way < WAYS; way++) {
      Key kept = slots[slot ^ way];
      if (kept == null) {
        return keep(slot ^ way, key);
      }
      if (kept.text.equals(key)) {
        return kept;
      }
    }
    return null;
  }

  private @Nullable Key keep(int slot, String key) {
    if (key.isEmpty() || key.length() > MAX_KEY) {
      return null;
    }
    byte[] encoded = key.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > MAX_KEY) {
      return null;
    }
    Key kept = new Key(key, encoded);
    slots[slot] = kept;
    return kept;
  }
}
