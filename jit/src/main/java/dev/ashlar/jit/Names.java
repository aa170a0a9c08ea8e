package dev.ashlar.jit;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Each text of a log once, found by its bytes: the same name comes thousands of times.
final class Names {
  private @Nullable String[] texts = new String[1 << 12];
  private int[] hashes = new int[texts.length];
  private int size;

  /// {@return `bytes[from, to)` as text, escapes resolved}
  String of(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    int mask = texts.length - 1;
    int slot = hash & mask;
    while (true) {
      String text = texts[slot];
      if (text == null) {
        return add(decode(bytes, from, to), hash, slot);
      }
      if (hashes[slot] == hash && same(text, bytes, from, to)) {
        return text;
      }
      slot = (slot + 1) & mask;
    }
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + bytes[i];
    }
    // The low bits choose the slot, and those of short names differ little.
    return hash ^ (hash >>> 15);
  }

  private static boolean same(String text, byte[] bytes, int from, int to) {
    int length = to - from;
    if (text.length() == length) {
      int i = 0;
      while (i < length && text.charAt(i) == bytes[from + i]) {
        i++;
      }
      if (i == length) {
        return true;
      }
    }
    // Escapes and other alphabets make the text shorter than its bytes.
    return text.length() <= length && text.equals(decode(bytes, from, to));
  }

  private static String decode(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf('&') < 0 ? text : unescape(text);
  }

  static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  private String add(String text, int hash, int slot) {
    texts[slot] = text;
    hashes[slot] = hash;
    if (++size * 2 > texts.length) {
      grow();
    }
    return text;
  }

  private void grow() {
    @Nullable String[] old = texts;
    int[] oldHashes = hashes;
    texts = new String[old.length * 2];
    hashes = new int[texts.length];
    int mask = texts.length - 1;
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int slot = oldHashes[i] & mask;
        while (texts[slot] != null) {
          slot = (slot + 1) & mask;
        }
        texts[slot] = old[i];
        hashes[slot] = oldHashes[i];
      }
    }
  }
}
