// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;

/// Any chars, taken two bytes each from the input, encoded in every way at an offset and with room
/// that the first bytes say.
class Utf8EncodeFuzzer {
  private static final byte OLD = 0x5A;
  private static final List<Malformed> POLICIES = List.of(Malformed.values());

  @FuzzTest(maxDuration = "3s")
  void encode(byte[] input) {
    if (input.length < 2) {
      return;
    }
    int offset = input[0] & 0xFF;
    Malformed malformed = POLICIES.get((input[1] & 0xFF) % 3);
    String text = chars(input, 2);
    byte[] encoded = Jdk.encode(text, malformed);
    int lone = malformed == Malformed.REPORT ? Jdk.firstLoneSurrogate(text) : -1;
    int missing = (input[1] & 0x80) != 0 && encoded.length > 0 ? 1 : 0;
    byte[] expected = new byte[offset + encoded.length - missing];
    Arrays.fill(expected, OLD);
    boolean fails = lone >= 0 || missing > 0;
    if (!fails) {
      System.arraycopy(encoded, 0, expected, offset, encoded.length);
    }
    for (Memory.Kind kind : Memory.Kind.values()) {
      for (Route route : Route.values()) {
        Memory memory = kind.allocate(expected.length);
        memory.fill(OLD);
        try {
          long length = memory.encode(route, text, offset, malformed);
          require(!fails && length == encoded.length, kind, route);
        } catch (MalformedTextException e) {
          require(e.index() == lone, kind, route);
        } catch (IndexOutOfBoundsException e) {
          require(missing > 0, kind, route);
        }
        require(Arrays.equals(memory.bytes(), expected), kind, route);
      }
    }
    inParts(text, 4 + offset % 60);
  }

  private static void inParts(String text, int size) {
    Utf8Builder builder = new Utf8Builder(0);
    byte[] part = new byte[size];
    for (int from = 0; from < text.length(); ) {
      Utf8.EncodeResult result = Utf8.encodeInto(text, from, part, 0, size);
      builder.appendUtf8(part, 0, result.bytesWritten());
      from += result.charsRead();
    }
    if (!Arrays.equals(builder.toByteArray(), text.getBytes(UTF_8))) {
      throw new AssertionError("in parts of " + size);
    }
    Utf8Builder whole = new Utf8Builder(0);
    for (int i = 0; i < text.length(); i += size) {
      whole.append(text, i, Math.min(text.length(), i + size));
    }
    if (!Arrays.equals(whole.toByteArray(), text.getBytes(UTF_8))) {
      throw new AssertionError("appended in parts of " + size);
    }
  }

  private static String chars(byte[] input, int from) {
    char[] chars = new char[(input.length - from) / 2];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) ((input[from + 2 * i] & 0xFF) << 8 | (input[from + 2 * i + 1] & 0xFF));
    }
    return new String(chars);
  }

  private static void require(boolean condition, Memory.Kind kind, Route route) {
    if (!condition) {
      throw new AssertionError(kind + " " + route);
    }
  }
}
