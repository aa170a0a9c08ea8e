// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Utf8BuilderTest {
  private static final String GRIN = "\uD83D\uDE00";

  @Test
  void halvesOfAPairMeetOverCalls() {
    assertThat(new Utf8Builder().append('\uD83D').append('\uDE00').toString()).isEqualTo(GRIN);
    assertThat(new Utf8Builder().append("a\uD83D").append("\uDE00b").toString())
        .isEqualTo("a" + GRIN + "b");
    assertThat(new Utf8Builder().appendCodePoint(0xD83D).append('\uDE00').toString())
        .isEqualTo(GRIN);
    assertThat(new Utf8Builder().append('\uD83D').repeat(0xDE00, 2).toString())
        .isEqualTo(GRIN + "?");
    assertThat(new Utf8Builder().repeat(0xD83D, 2).append('\uDE00').toString())
        .isEqualTo("?" + GRIN);
    assertThat(new Utf8Builder().repeat("\uDE00\uD83D", 3).toString())
        .isEqualTo("?" + GRIN + GRIN + "?");
    int[] halves = {'a', 0xD83D, 0xDE00, 0xDE00, 0xD83D};
    assertThat(new Utf8Builder().appendCodePoints(halves, 0, 5).append('\uDE00').toString())
        .isEqualTo("a" + GRIN + "?" + GRIN);
    assertThat(new Utf8Builder().append('\uD83D').appendCodePoints(halves, 2, 1).toString())
        .isEqualTo(GRIN);
  }

  @Test
  void nothingBetweenTheHalvesIsNothing() {
    Utf8Builder builder = new Utf8Builder().append('\uD83D');
    builder.append("").append("abc", 1, 1).repeat("", 5).repeat("x", 0).repeat('x', 0);
    builder.appendReplacing("", 'a', 'b').appendUtf8(new byte[3], 1, 0);
    builder.appendCodePoints(new int[3], 3, 0);
    builder.truncate(builder.length()).ensureCapacity(500);
    assertThat(builder.append('\uDE00').toString()).isEqualTo(GRIN);
  }

  @Test
  void somethingBetweenTheHalvesKeepsThemApart() {
    assertThat(new Utf8Builder().append('\uD83D').append(7).append('\uDE00').toString())
        .isEqualTo("?7?");
    assertThat(new Utf8Builder().append('\uD83D').append("x").truncate(1).append('\uDE00'))
        .hasToString("??");
    assertThat(new Utf8Builder().append('\uD83D').clear().append('\uDE00')).hasToString("?");
    assertThat(new Utf8Builder().append('\uD83D').append(true).append('\uDE00'))
        .hasToString("?true?");
    assertThat(new Utf8Builder().append('\uD83D').append(1.5).append('\uDE00'))
        .hasToString("?1.5?");
    assertThat(
            new Utf8Builder().append('\uD83D').appendUtf8(new byte[] {'x'}, 0, 1).append('\uDE00'))
        .hasToString("?x?");
    assertThat(
            new Utf8Builder()
                .append('\uD83D')
                .appendCodePoints(new int[] {'x', 0x1DE00}, 0, 2)
                .append('\uDE00'))
        .hasToString("?x" + Character.toString(0x1DE00) + "?");
    Utf8Builder taken = new Utf8Builder().append('\uD83D');
    assertThat(taken.takeByteArray()).containsExactly('?');
    assertThat(taken.append('\uDE00')).hasToString("?");
  }

  @Test
  void argumentsAreCheckedBeforeAnythingChanges() {
    Utf8Builder builder = new Utf8Builder().append("ab\uD83D");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.append("abc", 2, 4));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.append("abc", 2, 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.append("abc", -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.appendCodePoint(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.appendCodePoint(0x11_0000));
    for (int bad : new int[] {-1, 0x11_0000, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.appendCodePoints(new int[] {'a', 0x1F600, bad}, 0, 3))
          .withMessageContaining("%X".formatted(bad));
    }
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.appendCodePoints(new int[3], 1, 3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.appendCodePoints(new int[3], -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.repeat(0x11_0000, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.repeat(0x11_0000, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.repeat('x', -1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.repeat("x", -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.appendReplacing("x", '\uD83D', 'x'));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.appendReplacing("x", 'x', '\uDE00'));
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> builder.appendUtf8(new byte[] {'a', 'b', -1}, 1, 2))
        .satisfies(e -> assertThat(e.index()).isEqualTo(2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.appendUtf8(new byte[3], 1, 3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.appendUtf8(new byte[3], 3, Integer.MAX_VALUE));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.truncate(4));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.truncate(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Utf8Builder(-1));
    String noText = Nulls.ofType();
    byte[] noArray = Nulls.ofType();
    char[] noChars = Nulls.ofType();
    int[] noCodePoints = Nulls.ofType();
    assertThatNullPointerException().isThrownBy(() -> builder.append(noChars));
    assertThatNullPointerException().isThrownBy(() -> builder.appendReplacing(noText, 'a', 'b'));
    assertThatNullPointerException().isThrownBy(() -> builder.appendUtf8(noArray, 0, 0));
    assertThatNullPointerException().isThrownBy(() -> builder.appendCodePoints(noCodePoints, 0, 0));
    assertThat(builder.append('\uDE00').toString()).isEqualTo("ab" + GRIN);
  }

  @Test
  void isAnAppendable() throws IOException {
    Utf8Builder builder = new Utf8Builder();
    Appendable appendable = builder;
    CharSequence none = Nulls.ofType();
    appendable.append(none).append(none, 1, 3).append('x').append(CharBuffer.wrap("yz"));
    assertThat(builder.append((Object) null).append(Optional.of(1)).toString())
        .isEqualTo("nullulxyznullOptional[1]");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> appendable.append(CharBuffer.wrap("abc"), 1, 4));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> builder.append(new char[3], 1, 3));
    assertThat(new java.util.Formatter(new Utf8Builder()).format("%d %s", 1, "a").toString())
        .isEqualTo("1 a");
  }

  /// A sequence that fails in its second chunk has added nothing, and its pair stays open.
  @Test
  void aSequenceThatFailsChangesNothing() {
    Utf8Builder builder = new Utf8Builder().append("a\uD83D");
    CharSequence failing =
        new CharSequence() {
          @Override
          public int length() {
            return 10_000;
          }

          @Override
          public char charAt(int index) {
            if (index == 5000) {
              throw new IllegalStateException("no more");
            }
            return '\uDE00';
          }

          @Override
          public CharSequence subSequence(int start, int end) {
            throw new UnsupportedOperationException();
          }
        };
    assertThatIllegalStateException().isThrownBy(() -> builder.append(failing));
    assertThat(builder.append('\uDE00').toString()).isEqualTo("a" + GRIN);
  }

  @Test
  void truncateNeverCutsACharacter() {
    Utf8Builder builder = new Utf8Builder().append("a\u00E9\u4E2D" + GRIN);
    for (int cut : new int[] {2, 4, 5, 7, 8, 9}) {
      assertThatIllegalArgumentException().isThrownBy(() -> builder.truncate(cut));
      assertThat(builder.length()).isEqualTo(10);
    }
    assertThat(builder.truncate(6).toString()).isEqualTo("a\u00E9\u4E2D");
    assertThat(builder.truncate(3).toString()).isEqualTo("a\u00E9");
    assertThat(builder.truncate(1).toString()).isEqualTo("a");
    assertThat(builder.truncate(0).isEmpty()).isTrue();
  }

  /// What goes beyond an array's size is refused before such an array is asked for.
  @Test
  void moreThanAnArrayCanHold() {
    Utf8Builder builder = new Utf8Builder().append("start");
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.repeat('x', Integer.MAX_VALUE));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.repeat(0x4E2D, Integer.MAX_VALUE / 2))
        .withMessageContaining("" + (5 + 3L * (Integer.MAX_VALUE / 2)));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.repeat(0x1F600, Integer.MAX_VALUE));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.repeat("0123456789abcdef", 1 << 28));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.ensureCapacity(Integer.MAX_VALUE));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> new Utf8Builder().ensureCapacity(Integer.MAX_VALUE));
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> new Utf8Builder(Integer.MAX_VALUE));
    assertThat(builder.toString()).isEqualTo("start");
    assertThat(builder.capacity()).isLessThan(1000);
    assertThat(builder.append(" and end").toString()).isEqualTo("start and end");
  }

  @Test
  void aRepeatThatIsRefusedLeavesAnOpenHalfOpen() {
    Utf8Builder builder = new Utf8Builder().append('\uD83D');
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> builder.repeat('x', Integer.MAX_VALUE));
    assertThat(builder.append('\uDE00').toString()).isEqualTo(GRIN);
  }

  @Test
  void capacity() {
    assertThat(new Utf8Builder(7).capacity()).isEqualTo(7);
    Utf8Builder builder = new Utf8Builder(0).append("x");
    assertThat(builder.ensureCapacity(-5).ensureCapacity(1000).capacity())
        .isGreaterThanOrEqualTo(1000);
    int capacity = builder.capacity();
    assertThat(builder.clear().capacity()).isEqualTo(capacity);
    assertThat(builder.length()).isZero();
    assertThat(new Utf8Builder(7).ensureCapacity(8).capacity()).isEqualTo(8);
    assertThat(new Utf8Builder(7).append("").capacity()).isEqualTo(7);
    assertThat(new Utf8Builder(7).append("x").capacity()).isEqualTo(7);
    assertThat(new Utf8Builder(7).repeat('x', 8).capacity()).isGreaterThanOrEqualTo(8);
  }

  /// What is exactly as long as asked for is taken without a copy.
  @Test
  void numbersTakeTheRoomTheyNeed() throws IOException {
    for (long value = 1; value != 0; value *= 10) {
      for (long number : new long[] {value - 1, value, -value, 1 - value}) {
        String text = Long.toString(number);
        Utf8Builder builder = new Utf8Builder(text.length()).append(number);
        assertThat(builder.capacity()).isEqualTo(text.length());
        requireNoCopy(builder, text);
      }
    }
    requireNoCopy(new Utf8Builder(20).append(Long.MIN_VALUE), "" + Long.MIN_VALUE);
    requireNoCopy(new Utf8Builder(3).append(1.5f), "1.5");
    requireNoCopy(new Utf8Builder(4).append(true), "true");
    assertThat(new Utf8Builder(10).append(7).capacity()).isEqualTo(10);
  }

  private static void requireNoCopy(Utf8Builder builder, String text) throws IOException {
    List<byte[]> seen = new ArrayList<>();
    builder.writeTo(
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError();
          }

          @Override
          public void write(byte[] array, int offset, int length) {
            seen.add(array);
          }
        });
    byte[] taken = builder.takeByteArray();
    assertThat(taken).isSameAs(seen.getFirst()).isEqualTo(text.getBytes(UTF_8));
  }

  @ParameterizedTest
  @EnumSource
  void copyTo(Memory.Kind kind) {
    Utf8Builder builder = new Utf8Builder().append("Gr\u00FC\u00DFe");
    Memory memory = kind.allocate(10);
    memory.copyTo(builder, 3);
    assertThat(memory.bytes()).isEqualTo("\0\0\0Gr\u00FC\u00DFe".getBytes(UTF_8));
    memory.fill((byte) 7);
    for (long offset : new long[] {-1, 4, 10, 11, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> memory.copyTo(builder, offset))
          .withMessageContaining("" + offset);
    }
    assertThat(memory.bytes()).containsOnly(7);
  }

  @Test
  void writeTo() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Utf8Builder(100).append("\u4E2D\u6587").writeTo(out);
    assertThat(out.toByteArray()).isEqualTo("\u4E2D\u6587".getBytes(UTF_8));
    new Utf8Builder().writeTo(OutputStream.nullOutputStream());
  }

  /// A stream sees the array, and what is in it behind the text.
  @Test
  void behindTheTextIsNothing() throws IOException {
    List<byte[]> seen = new ArrayList<>();
    OutputStream spy =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError();
          }

          @Override
          public void write(byte[] array, int offset, int length) {
            seen.add(Arrays.copyOfRange(array, offset + length, array.length));
          }
        };
    byte[] some = "some bytes".repeat(50).getBytes(UTF_8);
    for (int round = 0; round < 20_000; round++) {
      // What new arrays of the same size are made from.
      byte[] dirt = new byte[2000];
      Arrays.fill(dirt, (byte) 0x55);
      new Utf8Builder(2000).append("at first").writeTo(spy);
      new Utf8Builder(2000).repeat('\u00E9', 20).writeTo(spy);
      new Utf8Builder().append("then").appendUtf8(some, 0, some.length).writeTo(spy);
      new Utf8Builder(900).appendUtf8(some, 0, some.length).repeat('\u4E2D', 200).writeTo(spy);
      new Utf8Builder(900).appendUtf8(some, 0, some.length).repeat("word", 150).writeTo(spy);
      for (byte[] behind : seen) {
        for (byte b : behind) {
          if (b != 0) {
            throw new AssertionError("0x%X in round %d".formatted(b, round));
          }
        }
      }
      seen.clear();
    }
  }

  @Test
  void takenBytesAreTheTakers() {
    for (int capacity : new int[] {0, 1, 3, 4, 100}) {
      Utf8Builder builder = new Utf8Builder(capacity).append("abc");
      byte[] taken = builder.takeByteArray();
      assertThat(taken).isEqualTo("abc".getBytes(UTF_8));
      assertThat(builder.length()).isZero();
      assertThat(builder.takeByteArray()).isEmpty();
      assertThat(builder.append("x").append("yz").toString()).isEqualTo("xyz");
      assertThat(taken).isEqualTo("abc".getBytes(UTF_8));
      taken[0] = 'q';
      assertThat(builder.toString()).isEqualTo("xyz");
    }
    assertThat(new Utf8Builder().takeByteArray()).isEmpty();
    assertThat(new Utf8Builder().append("x").truncate(0).takeByteArray()).isEmpty();
  }

  @Test
  void theBytesAreACopy() {
    Utf8Builder builder = new Utf8Builder().append("abc");
    builder.toByteArray()[0] = 'x';
    assertThat(builder.toString()).isEqualTo("abc");
  }
}
