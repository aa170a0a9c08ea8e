package dev.ashlar.text;

/// One char for another, without a branch on what is there: text has no rhythm that a CPU could
/// predict.
final class Replacement {
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  private Replacement() {}

  /// Replaces in `chars[0, count)`.
  static void replace(char[] chars, int count, char target, char replacement) {
    int change = target ^ replacement;
    for (int i = 0; i < count; i++) {
      int c = chars[i];
      // Negative only when there is no difference.
      int mask = ((c ^ target) - 1) >> 31;
      chars[i] = (char) (c ^ (change & mask));
    }
  }

  /// Replaces in the UTF-8 of `bytes[0, size)`, where an ASCII byte is an ASCII char and never part
  /// of another. Up to seven bytes behind may change too.
  static void replaceAscii(byte[] bytes, int size, char target, char replacement) {
    long targets = EACH_BYTE * target;
    long changes = EACH_BYTE * (target ^ replacement);
    for (int i = 0; i < size; i += Long.BYTES) {
      long word = (long) Utf8Bytes.LONG.get(bytes, i);
      long difference = word ^ targets;
      // The sign of each byte that differs: its own, or carried there from its other bits.
      long differs = ((difference & ~Utf8Bytes.NOT_ASCII) + ~Utf8Bytes.NOT_ASCII) | difference;
      long same = ~differs & Utf8Bytes.NOT_ASCII;
      long mask = same | (same - (same >>> 7));
      Utf8Bytes.LONG.set(bytes, i, word ^ (changes & mask));
    }
  }
}
