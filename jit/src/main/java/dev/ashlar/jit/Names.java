package dev.ashlar.jit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Each text of a log once, found by its bytes: the same name comes thousands of times.
final class Names {
  private static final Pattern UNICODE = Pattern.compile("\\\\u(\\p{XDigit}{4})");
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final class Name {
    final byte[] bytes;
    final int hash;
    final String text;

    Name(byte[] bytes, int hash, String text) {
      this.bytes = bytes;
      this.hash = hash;
      this.text = text;
    }
  }

  private @Nullable Name[] slots = new Name[1 << 13];
  private int size;

  /// {@return `bytes[from, to)` as text, escapes resolved}
  String of(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      Name name = slots[slot];
      if (name == null) {
        return add(bytes, from, to, hash, slot);
      }
      if (name.hash == hash && Arrays.equals(name.bytes, 0, name.bytes.length, bytes, from, to)) {
        return name.text;
      }
      slot = (slot + 1) & mask;
    }
  }

  private static int hash(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      hash = mix(hash, (long) LONGS.get(bytes, at));
    }
    for (; at < to; at++) {
      hash = hash * 31 + bytes[at];
    }
    return (int) (mix(hash, 0) >>> 32);
  }

  private static long mix(long hash, long more) {
    long mixed = (hash ^ more) * 0x9E37_79B9_7F4A_7C15L;
    return mixed ^ (mixed >>> 29);
  }

  private String add(byte[] bytes, int from, int to, int hash, int slot) {
    String text = unescapeUnicode(decode(bytes, from, to));
    slots[slot] = new Name(Arrays.copyOfRange(bytes, from, to), hash, text);
    if (++size * 2 > slots.length) {
      grow();
    }
    return text;
  }

  /// {@return a text of which there is no other, escapes resolved}
  static String decode(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf('&') < 0 ? text : unescape(text);
  }

  /// HotSpot writes what is not ASCII in a name as Java's source does.
  static String unescapeUnicode(String text) {
    return text.contains("\\u")
        ? UNICODE
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(found.group(1), 16))))
        : text;
  }

  static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  private void grow() {
    @Nullable Name[] old = slots;
    slots = new Name[old.length * 2];
    int mask = slots.length - 1;
    for (Name name : old) {
      if (name != null) {
        int slot = name.hash & mask;
        while (slots[slot] != null) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = name;
      }
    }
  }
}
