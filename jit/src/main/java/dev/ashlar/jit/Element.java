package dev.ashlar.jit;

/// A tag of the log, in place: its name and its attributes. HotSpot writes one tag a line, all of
/// them as `<name key='value' …>`, and escapes quotes and brackets inside of values.
final class Element {
  private static final int MOST_ATTRIBUTES = 64;

  private final Names names;
  private byte[] bytes = {};
  private Tag tag = Tag.UNWANTED;
  private int nameEnd;
  private int end;
  private int count;
  private boolean attributesRead;
  private boolean whole;
  private final int[] keyStart = new int[MOST_ATTRIBUTES];
  private final int[] keyEnd = new int[MOST_ATTRIBUTES];
  private final int[] valueStart = new int[MOST_ATTRIBUTES];
  private final int[] valueEnd = new int[MOST_ATTRIBUTES];

  Element(Names names) {
    this.names = names;
  }

  /// Looks at the tag that begins with the `<` at `from`; its attributes are read when asked for.
  void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    int nameStart = from + 1;
    int at = nameStart;
    if (at < to && bytes[at] == '/') {
      at++;
    }
    while (at < to && isNamePart(bytes[at])) {
      at++;
    }
    nameEnd = at;
    tag = at == nameStart ? Tag.UNWANTED : Tag.of(bytes, nameStart, at);
    end = to;
    attributesRead = false;
    count = 0;
  }

  private static boolean isNamePart(byte b) {
    // Letters, digits and '_'; the few other characters above '>' need not be told apart from them.
    return b > '>' || (b >= '0' && b <= '9');
  }

  /// {@return the tag, which is looked up at once; [Tag#UNWANTED] if nobody wants it}
  Tag tag() {
    return tag;
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

  /// {@return whether the tag is closed on this line; a torn one is not}
  boolean isWhole() {
    readAttributes();
    return whole;
  }

  /// {@return where the tag ended}
  int endOffset() {
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

  /// {@return the index of the `>`; -1 if the tag is torn before it}
  private int readAttributes(byte[] bytes, int from, int limit) {
    int found = 0;
    int at = from;
    while (at < limit) {
      byte b = bytes[at];
      if (b == '>') {
        count = found;
        return at;
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
      // A tag begins inside of a value only where two writers met.
      while (quote < limit && bytes[quote] != '\'' && bytes[quote] != '<') {
        quote++;
      }
      if (quote == limit || bytes[quote] == '<') {
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

  boolean has(String key) {
    return find(key) >= 0;
  }

  /// {@return the value of `key`, or an empty text}
  String text(String key) {
    int i = find(key);
    return i < 0 ? "" : names.of(bytes, valueStart[i], valueEnd[i]);
  }

  /// {@return the number under `key`, or `otherwise` where there is none}
  long number(String key, long otherwise) {
    int i = find(key);
    return i < 0 ? otherwise : parse(valueStart[i], valueEnd[i], otherwise);
  }

  /// An id of a type, a class or a method; -1 where there is none.
  int id(String key) {
    long id = number(key, -1);
    return id >= 0 && id <= Integer.MAX_VALUE ? (int) id : -1;
  }

  private long parse(int from, int to, long otherwise) {
    boolean negative = from < to && bytes[from] == '-';
    int at = negative ? from + 1 : from;
    if (at == to || to - at > 18) {
      return otherwise;
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return otherwise;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  /// {@return the decimal fraction under `key`, or `otherwise`}
  double fraction(String key, double otherwise) {
    int i = find(key);
    if (i < 0) {
      return otherwise;
    }
    int at = valueStart[i];
    int to = valueEnd[i];
    int point = at;
    while (point < to && bytes[point] != '.') {
      point++;
    }
    long whole = parse(at, point, Long.MIN_VALUE);
    if (whole < 0) {
      return otherwise;
    }
    double value = (double) whole;
    double unit = 0.1;
    for (int p = point + 1; p < to; p++) {
      int digit = bytes[p] - '0';
      if (digit < 0 || digit > 9) {
        return otherwise;
      }
      value += digit * unit;
      unit /= 10;
    }
    return value;
  }

  /// Fills `ids` with the numbers under `key`, which are separated by spaces.
  ///
  /// @return how many there were
  int ids(String key, int[] ids) {
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
