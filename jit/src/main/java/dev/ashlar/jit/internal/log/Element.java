// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

import java.util.Arrays;

/// A tag of the log, parsed in place: its name and its attributes. HotSpot writes one tag per line,
/// as `<name key='value' …>`, and escapes quotes and brackets in values.
public final class Element {
  private static final int MOST_ATTRIBUTES = 64;

  /// The quote, `<` and control characters. HotSpot escapes `<`, and control characters too but in
  /// the names of classes, which are the values of `name` or begin those of `method`. Elsewhere
  /// they are in a value only if the tag is torn.
  private static final boolean[] ENDS_VALUE = new boolean[256];

  static {
    Arrays.fill(ENDS_VALUE, 0, ' ', true);
    ENDS_VALUE['\''] = true;
    ENDS_VALUE['<'] = true;
  }

  private final SymbolTable names;
  private byte[] bytes = {};
  private Tag tag = Tag.UNWANTED;
  private int start;
  private int nameEnd;
  private int end;
  private int count;
  private boolean attributesRead;
  private boolean whole;
  private boolean nameWhole;
  private boolean unreadable;
  private boolean open;
  private final int[] keyStart = new int[MOST_ATTRIBUTES];
  private final int[] keyEnd = new int[MOST_ATTRIBUTES];
  private final int[] valueStart = new int[MOST_ATTRIBUTES];
  private final int[] valueEnd = new int[MOST_ATTRIBUTES];

  public Element(SymbolTable names) {
    this.names = names;
  }

  /// Moves to the tag whose `<` is at `from`. Attributes are parsed when they are needed.
  public void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    start = from;
    int nameStart = from + 1;
    int at = nameStart;
    if (at < to && bytes[at] == '/') {
      at++;
    }
    while (at < to && isNamePart(bytes[at])) {
      at++;
    }
    nameEnd = at;
    nameWhole = at < to && (bytes[at] == ' ' || bytes[at] == '/' || bytes[at] == '>');
    tag = at == nameStart ? Tag.UNWANTED : Tag.of(bytes, nameStart, at);
    unreadable = false;
    open = false;
    end = to;
    attributesRead = false;
    count = 0;
  }

  private static boolean isNamePart(byte b) {
    // Letters, digits and '_'; the few other characters above '>' do not matter.
    return b > '>' || (b >= '0' && b <= '9');
  }

  /// {@return the tag; [Tag#UNWANTED] if no reader needs it}
  public Tag tag() {
    return tag;
  }

  /// {@return its name, with the slash of an end tag}
  public String name() {
    return names.of(bytes, start + 1, nameEnd);
  }

  public boolean isNameWhole() {
    return nameWhole;
  }

  /// {@return whether a value requested since [#set] is missing or malformed}
  public boolean isUnreadable() {
    return unreadable;
  }

  private boolean matches(int from, int to, String text) {
    if (to - from != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// {@return whether the tag is closed on this line}
  public boolean isWhole() {
    readAttributes();
    return whole;
  }

  /// {@return whether the line ends in a name, which may have a line feed}
  public boolean isOpen() {
    readAttributes();
    return open;
  }

  /// {@return the index after the tag}
  public int endOffset() {
    readAttributes();
    return end;
  }

  private void readAttributes() {
    if (!attributesRead) {
      attributesRead = true;
      int close = readAttributes(bytes, nameEnd, end);
      whole = close >= 0;
      end = whole ? close + 1 : end;
    }
  }

  /// {@return the index of the `>`; -1 if there is none}
  private int readAttributes(byte[] bytes, int from, int limit) {
    int found = 0;
    int at = from;
    while (at < limit) {
      byte b = bytes[at];
      if (b == '>') {
        count = found;
        return at;
      }
      if (!nameWhole) {
        break;
      }
      if (b == ' ' || b == '/') {
        at++;
        continue;
      }
      int key = at;
      while (at < limit && isNamePart(bytes[at])) {
        at++;
      }
      int value = at + 2;
      if (value > limit || bytes[at] != '=' || bytes[at + 1] != '\'') {
        break;
      }
      int quote = value;
      boolean isName = matches(key, at, "method") || matches(key, at, "name");
      while (quote < limit
          && (!ENDS_VALUE[bytes[quote] & 0xFF]
              || (isName && bytes[quote] > 0 && bytes[quote] < ' '))) {
        quote++;
      }
      open = isName && quote == limit;
      if (quote == limit || bytes[quote] != '\'') {
        break;
      }
      if (found < MOST_ATTRIBUTES) {
        keyStart[found] = key;
        keyEnd[found] = at;
        valueStart[found] = value;
        valueEnd[found] = quote;
        found++;
      }
      at = quote + 1;
    }
    count = found;
    return -1;
  }

  private int find(String key) {
    readAttributes();
    for (int i = 0; i < count; i++) {
      if (matches(keyStart[i], keyEnd[i], key)) {
        return i;
      }
    }
    return -1;
  }

  /// {@return the index of a mandatory attribute; -1 if it is missing}
  private int findNeeded(String key) {
    int i = find(key);
    unreadable |= i < 0;
    return i;
  }

  /// {@return whether an optional attribute is present} A misspelled name of the same length makes
  /// the tag unreadable.
  public boolean hasDecisive(String key) {
    boolean found = has(key);
    for (int i = 0; !found && i < count; i++) {
      if (keyEnd[i] - keyStart[i] == key.length()) {
        unreadable |= Tag.isDamaged(names.of(bytes, keyStart[i], keyEnd[i]), key);
      }
    }
    return found;
  }

  public boolean has(String key) {
    return find(key) >= 0;
  }

  /// {@return the value of `key`, or an empty text}
  public String text(String key) {
    int i = find(key);
    return i < 0 ? "" : names.of(bytes, valueStart[i], valueEnd[i]);
  }

  /// {@return the value of a mandatory `key`}
  public String neededText(String key) {
    int i = findNeeded(key);
    return i < 0 ? "" : names.of(bytes, valueStart[i], valueEnd[i]);
  }

  /// {@return the number of `key`; `otherwise` if it is missing}
  public long number(String key, long otherwise) {
    int i = find(key);
    return i < 0 ? otherwise : parse(valueStart[i], valueEnd[i], otherwise);
  }

  /// {@return the number of a mandatory `key`; -1 if it is missing}
  public int neededNumber(String key) {
    int i = findNeeded(key);
    return i < 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, parse(valueStart[i], valueEnd[i], -1));
  }

  /// {@return an id of a type, a class or a method; -1 if it is missing}
  public int id(String key) {
    long id = number(key, -1);
    return id >= 0 && id <= Integer.MAX_VALUE ? (int) id : -1;
  }

  /// {@return a mandatory id; -1 if it is missing}
  public int neededId(String key) {
    findNeeded(key);
    return id(key);
  }

  private long parse(int from, int to, long otherwise) {
    boolean negative = from < to && bytes[from] == '-';
    int at = negative ? from + 1 : from;
    if (at == to || to - at > 18) {
      unreadable = true;
      return otherwise;
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        unreadable = true;
        return otherwise;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  /// {@return the decimal fraction of `key`, or `otherwise`}
  public double fraction(String key, double otherwise) {
    int i = find(key);
    return i < 0 ? otherwise : fraction(i, otherwise);
  }

  /// {@return the time of a mandatory `key`; NaN if it is missing}
  public double neededFraction(String key) {
    int i = findNeeded(key);
    return i < 0 ? Double.NaN : fraction(i, Double.NaN);
  }

  /// The separator depends on the locale (LC_NUMERIC), because HotSpot prints with C's `printf` and
  /// the launcher calls `setlocale`.
  private double fraction(int i, double otherwise) {
    int at = valueStart[i];
    int to = valueEnd[i];
    int point = at;
    while (point < to && bytes[point] != '.' && bytes[point] != ',') {
      point++;
    }
    long whole = parse(at, point, Long.MIN_VALUE);
    if (whole < 0 || point == to - 1) {
      unreadable = true;
      return otherwise;
    }
    double value = (double) whole;
    double unit = 0.1;
    for (int p = point + 1; p < to; p++) {
      int digit = bytes[p] - '0';
      if (digit < 0 || digit > 9) {
        unreadable = true;
        return otherwise;
      }
      value += digit * unit;
      unit /= 10;
    }
    return value;
  }

  /// Fills `ids` with the numbers of `key`, which are separated by spaces.
  ///
  /// @return their number
  public int ids(String key, int[] ids) {
    int i = find(key);
    if (i < 0) {
      return 0;
    }
    int found = 0;
    int at = valueStart[i];
    while (at < valueEnd[i] && found < ids.length) {
      int space = at;
      while (space < valueEnd[i] && bytes[space] != ' ') {
        space++;
      }
      ids[found++] = (int) Math.max(-1, Math.min(Integer.MAX_VALUE, parse(at, space, -1)));
      at = space + 1;
    }
    return found;
  }
}
