// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import dev.ashlar.text.Utf8;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import us.hebi.quickbuf.ProtoSink;

/// A contender that writes to an array. It writes field after field, and starts again at the front
/// if the next field might not fit.
abstract class BufferWriter implements FieldWriter {
  /// The most bytes of a tag, a length and the slack of any contender.
  private static final int OVERHEAD = 16;

  final byte[] buffer;
  private int lastEnd;

  BufferWriter(int capacity) {
    buffer = new byte[capacity];
  }

  @Override
  public final long write(String[] texts, int from, int to) {
    long total = 0;
    int position = 0;
    for (int i = from; i < to; i++) {
      String text = texts[i];
      if (buffer.length - position < 3 * text.length() + OVERHEAD) {
        position = 0;
      }
      int end = writeField(text, position);
      total += end - position;
      position = end;
    }
    lastEnd = position;
    return total;
  }

  /// Writes one field to [#buffer] and returns its end.
  abstract int writeField(String text, int start);

  @Override
  public final byte[] written() {
    return Arrays.copyOf(buffer, lastEnd);
  }

  /// {@return the number of bytes of `length` as a varint}
  static int varintSize(int length) {
    return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4;
  }

  /// {@return the position for a text whose encoded length is not known yet: right if all chars are
  /// ASCII}
  static int textStart(String text, int start) {
    return start + 1 + varintSize(text.length());
  }

  /// Writes tag and length in front of the text, and returns the end of the field. The text has
  /// `size` bytes at `textStart`. The text is moved if its length does not fit exactly in front of
  /// it.
  final int finishField(int start, int textStart, int size) {
    int at = start;
    buffer[at++] = TAG;
    int textAt = at + varintSize(size);
    if (textAt != textStart) {
      System.arraycopy(buffer, textStart, buffer, textAt, size);
    }
    putVarint(at, size);
    return textAt + size;
  }

  /// Writes a varint and returns its end.
  final int putVarint(int start, int value) {
    return putVarint(buffer, start, value);
  }

  /// Writes a varint to `buffer` and returns its end.
  static int putVarint(byte[] buffer, int start, int value) {
    int at = start;
    int rest = value;
    while (rest >= 0x80) {
      buffer[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[at++] = (byte) rest;
    return at;
  }

  /// Agrona's `UnsafeBuffer` over the array.
  static final class AgronaWriter extends BufferWriter {
    private final UnsafeBuffer target = new UnsafeBuffer(buffer);

    AgronaWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeField(String text, int start) {
      int textStart = textStart(text, start);
      int size = target.putStringWithoutLengthUtf8(textStart, text);
      return finishField(start, textStart, size);
    }
  }

  /// Netty's `ByteBufUtil` on a heap buffer. It computes the length first, and then writes the
  /// bytes.
  static final class NettyWriter extends BufferWriter {
    private final ByteBuf target = Unpooled.wrappedBuffer(buffer);

    NettyWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeField(String text, int start) {
      int size = ByteBufUtil.utf8Bytes(text);
      buffer[start] = TAG;
      int at = putVarint(start + 1, size);
      target.writerIndex(at);
      return at + ByteBufUtil.reserveAndWriteUtf8(target, text, size);
    }
  }

  /// `String.getBytes` and a copy.
  static final class GetBytesWriter extends BufferWriter {
    GetBytesWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeField(String text, int start) {
      byte[] bytes = text.getBytes(UTF_8);
      buffer[start] = TAG;
      int at = putVarint(start + 1, bytes.length);
      System.arraycopy(bytes, 0, buffer, at, bytes.length);
      return at + bytes.length;
    }
  }

  /// The JDK's encoder and a char array, both reused.
  static final class CharsetEncoderWriter extends BufferWriter {
    private final CharsetEncoder encoder =
        UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final ByteBuffer target = ByteBuffer.wrap(buffer);
    private final CharBuffer chars;

    CharsetEncoderWriter(int capacity) {
      super(capacity);
      chars = CharBuffer.allocate(capacity);
    }

    @Override
    int writeField(String text, int start) {
      int textStart = textStart(text, start);
      text.getChars(0, text.length(), chars.array(), 0);
      chars.clear().limit(text.length());
      target.clear().position(textStart);
      encoder.reset().encode(chars, target, true);
      encoder.flush(target);
      return finishField(start, textStart, target.position() - textStart);
    }
  }

  /// protobuf-java's `CodedOutputStream` on an array. A new stream is created whenever the buffer
  /// is written from the front again.
  static final class ProtobufWriter extends BufferWriter {
    private CodedOutputStream output = CodedOutputStream.newInstance(buffer);

    ProtobufWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeField(String text, int start) {
      try {
        if (start == 0) {
          output = CodedOutputStream.newInstance(buffer);
        }
        output.writeString(1, text);
        return output.getTotalBytesWritten();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// QuickBuffers' `ProtoSink` on an array. The sink is reset whenever the buffer is written from
  /// the front again.
  static final class QuickbufWriter extends BufferWriter {
    private final ProtoSink output = ProtoSink.newInstance(buffer);

    QuickbufWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeField(String text, int start) {
      try {
        if (start == 0) {
          output.reset();
        }
        output.writeRawByte(TAG);
        output.writeStringNoTag(text);
        return output.getTotalBytesWritten();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// [Utf8.Encoder], with tag and length of the field before it.
  static final class AshlarWriter extends BufferWriter {
    private final Utf8.Encoder encoder = Utf8.encoder();

    AshlarWriter(int capacity) {
      super(capacity);
    }

    /// Reserves as many bytes for the length as it takes if all chars are ASCII. That is right for
    /// most texts; only the others are moved after encoding.
    @Override
    int writeField(String text, int start) {
      int lengthSize = varintSize(text.length());
      int textStart = start + 1 + lengthSize;
      int size = encoder.encode(text, buffer, textStart);
      if (varintSize(size) != lengthSize) {
        return finishField(start, textStart, size);
      }
      buffer[start] = TAG;
      putVarint(start + 1, size);
      return textStart + size;
    }
  }
}
