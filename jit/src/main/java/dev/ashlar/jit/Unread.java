package dev.ashlar.jit;

import java.util.Locale;

/// Something in a log that could not be read.
///
/// @param what as in `torn tags`
/// @param firstByteOffset where in the file it was first met
public record Unread(String what, long count, long firstByteOffset) {
  /// {@return as `torn tags: 3, first at byte 1,704`}
  public String words() {
    return String.format(Locale.ROOT, "%s: %,d, first at byte %,d", what, count, firstByteOffset);
  }
}
