// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import org.jspecify.annotations.Nullable;

/// A cache of the encoded attributes that have one key. Methods, routes, hosts and the like are
/// few, and repeat.
///
/// The length of a text and its first and last chars select its slot. A text that is not used for a
/// while loses its slot to another. Where texts do not repeat, the search is wasted: after
/// [#PATIENCE] misses in a row the cache pauses for [#PAUSE] texts.
final class TextCache {
  /// Most bytes of an attribute that is kept. Stores are in steps, and may go as far.
  static final int MAX_SIZE = 96;

  /// The result of [#put] for a text that is not kept.
  static final int NONE = -1;

  /// Divides [#MAX_SIZE].
  private static final int STEP = 4 * Long.BYTES;

  private static final int SLOTS = 1 << 2;
  private static final int PATIENCE = 32;
  private static final int PAUSE = 2_000;

  /// How many other texts a slot resists after each use of its own.
  private static final int CREDIT = 2;

  private final @Nullable Known[] slots = new Known[SLOTS];
  private int misses;
  private int pause;

  /// An encoded attribute, without its tag.
  private static final class Known {
    private final byte[] bytes = new byte[MAX_SIZE];
    private int size;
    private int credit;
    private @Nullable String text;
  }

  /// {@return whether the next text is to be taken for a new one}
  boolean isPaused() {
    if (pause == 0) {
      return false;
    }
    pause--;
    return true;
  }

  /// Stores the attribute of `text` without its tag, and may overwrite [#MAX_SIZE] bytes.
  ///
  /// @return its size, or [#NONE] if it is not kept
  int put(String text, byte[] target, int at) {
    Known known = slots[slot(text)];
    if (known == null || !text.equals(known.text)) {
      return NONE;
    }
    misses = 0;
    known.credit = CREDIT;
    int size = known.size;
    byte[] bytes = known.bytes;
    for (int i = 0; i < size; i += STEP) {
      for (int word = i; word < i + STEP; word += Long.BYTES) {
        FieldRun.LONG.set(target, at + word, (long) FieldRun.LONG.get(bytes, word));
      }
    }
    return size;
  }

  /// Takes the attribute of a text that was not kept: `source[from, from + size)`.
  void keep(String text, byte[] source, int from, int size) {
    if (++misses == PATIENCE) {
      misses = 0;
      pause = PAUSE;
    }
    int slot = slot(text);
    Known known = slots[slot];
    if (known == null) {
      known = new Known();
      slots[slot] = known;
    }
    if (size <= MAX_SIZE && --known.credit < 0) {
      System.arraycopy(source, from, known.bytes, 0, size);
      known.size = size;
      known.text = text;
    }
  }

  private static int slot(String text) {
    int count = text.length();
    return count == 0
        ? 0
        : (text.codePointAt(0) + 2 * text.codePointAt(count - 1) + count) & (SLOTS - 1);
  }
}
