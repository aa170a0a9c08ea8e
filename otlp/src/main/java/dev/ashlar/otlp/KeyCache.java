package dev.ashlar.otlp;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The keys of attributes, encoded: programs have few, and use them again and again.
///
/// A key has one slot, by its hash, and the first to come keeps it: keys without end, as of a
/// program that makes them of data, neither leave garbage nor take more memory.
final class KeyCache {
  /// Most bytes of a key that is kept.
  static final int MAX_BYTES = 60;

  private static final int SLOTS = 1 << 9;

  private final @Nullable String[] keys = new String[SLOTS];
  private final byte[][] encoded = new byte[SLOTS][];

  /// {@return the UTF-8 of `key`; null if it is not kept}
  byte @Nullable [] find(String key) {
    int hash = key.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    String kept = keys[slot];
    if (kept == null) {
      return keep(slot, key);
    }
    return kept.equals(key) ? encoded[slot] : null;
  }

  private byte @Nullable [] keep(int slot, String key) {
    if (key.isEmpty() || key.length() > MAX_BYTES) {
      return null;
    }
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_BYTES) {
      return null;
    }
    encoded[slot] = bytes;
    keys[slot] = key;
    return bytes;
  }
}
