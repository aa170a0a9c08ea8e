package dev.ashlar.otlp;

import dev.ashlar.text.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/// Identifiers of traces and spans: OpenTelemetry has them as text of 32 and 16 hexadecimal digits,
/// the protocol as 16 and 8 bytes.
final class HexIds {
  static final int TRACE_BYTES = 16;
  static final int SPAN_BYTES = 8;

  private static final int STEP = Long.BYTES;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private static final long ONES = 0x0101_0101_0101_0101L;

  /// From the digit after 9 to `a`, less ten.
  private static final int LETTERS = 'a' - '0' - 10;

  private final Utf8.Encoder encoder = Utf8.encoder();

  /// Room for as many chars of any kind.
  private final byte[] digits = new byte[3 * 2 * TRACE_BYTES];

  private final byte[] bytes = new byte[TRACE_BYTES];

  /// {@return the bytes of `id`, in the first `length` of an array that the next call writes again}
  ///
  /// @throws IllegalArgumentException if it is anything but `2 * length` hexadecimal digits
  byte[] parse(String id, int length) {
    if (id.length() != 2 * length) {
      throw malformed(id, length);
    }
    if (encoder.encode(id, digits, 0) != id.length()) {
      throw malformed(id, length);
    }
    for (int at = 0; at < length; at += STEP / 2) {
      long text = (long) LONG.get(digits, 2 * at);
      // '0' to '9' have their value in the lower half, 'a' to 'f' theirs less nine.
      long values = (text & 0x0F * ONES) + 9 * ((text >>> 6) & ONES);
      long letters = ((values + 6 * ONES) >>> 4) & ONES;
      boolean wellFormed =
          (values & ~(0x0F * ONES)) == 0 && text == values + '0' * ONES + LETTERS * letters;
      if (!wellFormed) {
        return parseOther(id, length);
      }
      long pairs = (values << 4 | values >>> 8) & 0x00FF_00FF_00FF_00FFL;
      long quads = (pairs | pairs >>> 8) & 0x0000_FFFF_0000_FFFFL;
      INT.set(bytes, at, (int) (quads | quads >>> 16));
    }
    return bytes;
  }

  /// Capital letters, or no digits.
  private byte[] parseOther(String id, int length) {
    try {
      System.arraycopy(HexFormat.of().parseHex(id), 0, bytes, 0, length);
      return bytes;
    } catch (IllegalArgumentException notHex) {
      IllegalArgumentException malformed = malformed(id, length);
      malformed.initCause(notHex);
      throw malformed;
    }
  }

  private static IllegalArgumentException malformed(String id, int length) {
    return new IllegalArgumentException(
        "The identifier '%s' is not %d hexadecimal digits".formatted(id, 2 * length));
  }
}
