// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The texts of a log, each stored once and found by its bytes, because names repeat thousands of
/// times.
public final class SymbolTable {
  private static final Pattern UNICODE = Pattern.compile("\\\\u(\\p{XDigit}{4})");
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Symbol(byte[] bytes, int hash, String text) {}

  private @Nullable Symbol[] slots = new Symbol[1 << 13];
  private int size;

  /// {@return `bytes[from, to)` as text, escapes resolved}
  public String of(byte[] bytes, int from, int to) {
    int hash = hash(bytes, from, to);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      Symbol name = slots[slot];
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
    slots[slot] = new Symbol(Arrays.copyOfRange(bytes, from, to), hash, text);
    if (++size * 2 > slots.length) {
      grow();
    }
    return text;
  }

  /// {@return `bytes[from, to)` as a new String, XML escapes resolved}
  public static String decode(byte[] bytes, int from, int to) {
    return unescapeXml(text(bytes, from, to));
  }

  /// {@return `bytes[from, to)` as a new String} Names in HotSpot have modified UTF-8, which
  /// differs for NUL and above U+FFFF.
  public static String text(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf('\uFFFD') >= 0 && to - from <= 0xFFFF
        ? modified(bytes, from, to, text)
        : text;
  }

  private static String modified(byte[] bytes, int from, int to, String otherwise) {
    byte[] counted = new byte[2 + to - from];
    counted[0] = (byte) ((to - from) >>> 8);
    counted[1] = (byte) (to - from);
    System.arraycopy(bytes, from, counted, 2, to - from);
    try {
      return new DataInputStream(new ByteArrayInputStream(counted)).readUTF();
    } catch (IOException e) {
      return otherwise;
    }
  }

  /// {@return a name without Java's Unicode escapes, which HotSpot uses for non-ASCII characters}
  public static String unescapeUnicode(String text) {
    return text.contains("\\u")
        ? UNICODE
            .matcher(text)
            .replaceAll(found ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(found.group(1), 16))))
        : text;
  }

  /// {@return the text without XML's five predefined entities}
  public static String unescapeXml(String text) {
    if (text.indexOf('&') < 0) {
      return text;
    }
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }

  private void grow() {
    @Nullable Symbol[] old = slots;
    slots = new Symbol[old.length * 2];
    int mask = slots.length - 1;
    for (Symbol name : old) {
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
