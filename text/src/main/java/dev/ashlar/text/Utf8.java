// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Converts Strings to UTF-8 and back, in memory of the caller.
///
/// ```java
/// byte[] packet = new byte[1024];
/// int size = Utf8.encode("Grüße", packet, 0);
/// String back = Utf8.decode(packet, 0, size);
/// ```
///
/// **Garbage.** After warm-up, encoding allocates nothing, whatever the text. Decoding allocates
/// the String. For text beyond Latin-1 the String's own constructor also makes an array of one byte
/// per char. Three kinds of input go to the JDK's decoder, which makes temporary arrays: malformed
/// input, non-ASCII text longer than 64 KiB, and non-ASCII text when no working memory is idle. In
/// the last two cases, a source that is not an array is first copied to an array.
///
/// **Bounds.** Encoding writes to `[offset, offset + n)` and nowhere else, where `n` is the number
/// of bytes returned. A text that does not fit causes an [IndexOutOfBoundsException]. Its message
/// has the number of bytes needed and the room. An offset outside of the target causes the same
/// exception. In both cases nothing is written.
///
/// **Threads.** Any thread may call any method, virtual threads included. The static methods share
/// working memory between all threads, without a lock. A thread that finds none idle works without
/// it. There are at most four pieces of working memory for each processor. A piece has about 16
/// KiB, and up to 208 KiB after large texts were decoded. No other thread may change the caller's
/// memory during a call.
///
/// **Malformed text.** The default is [Malformed#REPLACE]. With it, `encode` agrees with
/// `String.getBytes(UTF_8)` and `decode` with `new String(bytes, UTF_8)`, byte by byte and char by
/// char.
public final class Utf8 {
  private Utf8() {}

  /// {@return an encoder with working memory of its own, for the hot loop of one thread at a time}
  public static Encoder encoder() {
    return new Encoder(Malformed.REPLACE);
  }

  /// {@return an encoder with working memory of its own, for the hot loop of one thread at a time}
  public static Encoder encoder(Malformed malformed) {
    return new Encoder(malformed);
  }

  /// {@return the number of bytes `text` takes in UTF-8}
  public static long encodedLength(String text) {
    return encodedLength(text, Malformed.REPLACE);
  }

  /// {@return the number of bytes `text` takes in UTF-8}
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]
  public static long encodedLength(String text, Malformed malformed) {
    Objects.requireNonNull(malformed);
    if (JdkLength.isFor(text.length(), malformed)) {
      return JdkLength.of(text);
    }
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      return CharwiseEncoding.encodedLength(text, malformed);
    }
    try {
      long length = Encoding.encodedLength(scratch, text, malformed);
      ScratchPool.release(scratch);
      return length;
    } catch (Throwable failure) {
      scratch.abandoned = 1;
      throw failure;
    }
  }

  /// Encodes all of `text` to `target`, from `offset` on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  public static int encode(String text, byte[] target, int offset) {
    return encode(text, target, offset, Malformed.REPLACE);
  }

  /// Encodes all of `text` to `target`, from `offset` on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; nothing is
  ///   written
  public static int encode(String text, byte[] target, int offset, Malformed malformed) {
    Objects.requireNonNull(malformed);
    int count = text.length();
    if (ShortText.isFor(count, target, offset, malformed)) {
      return ShortText.encode(text, count, target, offset, malformed);
    }
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      return (int) CharwiseEncoding.encode(text, Targets.ARRAY, target, offset, malformed);
    }
    try {
      int size = Encoding.encode(scratch, text, target, offset, malformed);
      ScratchPool.release(scratch);
      return size;
    } catch (Throwable failure) {
      scratch.abandoned = 1;
      throw failure;
    }
  }

  /// Encodes all of `text` to `target`, from `offset` on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws IllegalArgumentException if the bytes are read-only
  /// @throws IllegalStateException if their arena is closed
  /// @throws WrongThreadException if they are confined to another thread
  public static long encode(String text, Bytes target, long offset) {
    return encode(text, Targets.BYTES, target, offset, Malformed.REPLACE);
  }

  /// Same as [#encode(String,Bytes,long)].
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; nothing is
  ///   written
  public static long encode(String text, Bytes target, long offset, Malformed malformed) {
    return encode(text, Targets.BYTES, target, offset, malformed);
  }

  /// Encodes all of `text` to `target`, from `offset` bytes on. No NUL is written behind it.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws IllegalArgumentException if the segment is read-only
  /// @throws IllegalStateException if its arena is closed
  /// @throws WrongThreadException if it is confined to another thread
  public static long encode(String text, MemorySegment target, long offset) {
    return encode(text, Targets.SEGMENT, target, offset, Malformed.REPLACE);
  }

  /// Same as [#encode(String,MemorySegment,long)].
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; nothing is
  ///   written
  public static long encode(String text, MemorySegment target, long offset, Malformed malformed) {
    return encode(text, Targets.SEGMENT, target, offset, malformed);
  }

  /// Encodes all of `text` to `target`, from the absolute index `offset` up to the limit at most.
  /// Position and limit stay as they are.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws java.nio.ReadOnlyBufferException if the buffer is read-only
  public static int encode(String text, ByteBuffer target, int offset) {
    return (int) encode(text, Targets.BUFFER, target, offset, Malformed.REPLACE);
  }

  /// Same as [#encode(String,ByteBuffer,int)].
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; nothing is
  ///   written
  public static int encode(String text, ByteBuffer target, int offset, Malformed malformed) {
    return (int) encode(text, Targets.BUFFER, target, offset, malformed);
  }

  private static <T> long encode(
      String text, Target<T> kind, T target, long offset, Malformed malformed) {
    Objects.requireNonNull(malformed);
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      return CharwiseEncoding.encode(text, kind, target, offset, malformed);
    }
    try {
      long size = Encoding.encode(scratch, text, kind, target, offset, malformed);
      ScratchPool.release(scratch);
      return size;
    } catch (Throwable failure) {
      scratch.abandoned = 1;
      throw failure;
    }
  }

  /// Encodes as many whole characters of `text`, from the char at `from` on, as fit into `length`
  /// bytes of `target` from `offset` on. A surrogate pair is never split. Lone surrogates are
  /// replaced as [Malformed#REPLACE] says.
  ///
  /// @return how many chars were read and how many bytes were written
  /// @throws IndexOutOfBoundsException if `from` is outside of the text, or the range is outside of
  ///   the target
  public static EncodeResult encodeInto(
      String text, int from, byte[] target, int offset, int length) {
    return EncodeResult.of(encodeInto(text, from, Targets.ARRAY, target, offset, length));
  }

  /// Same as [#encodeInto(String,int,byte[],int,int)]. A call writes at most 2^31 - 1 bytes: call
  /// again for the rest.
  public static EncodeResult encodeInto(
      String text, int from, Bytes target, long offset, long length) {
    return EncodeResult.of(encodeInto(text, from, Targets.BYTES, target, offset, length));
  }

  /// Same as [#encodeInto(String,int,byte[],int,int)]. A call writes at most 2^31 - 1 bytes: call
  /// again for the rest.
  public static EncodeResult encodeInto(
      String text, int from, MemorySegment target, long offset, long length) {
    return EncodeResult.of(encodeInto(text, from, Targets.SEGMENT, target, offset, length));
  }

  /// Same as [#encodeInto(String,int,byte[],int,int)]. `offset` is an absolute index, and the range
  /// must not end behind the limit. Position and limit stay as they are.
  public static EncodeResult encodeInto(
      String text, int from, ByteBuffer target, int offset, int length) {
    return EncodeResult.of(encodeInto(text, from, Targets.BUFFER, target, offset, length));
  }

  private static <T> long encodeInto(
      String text, int from, Target<T> kind, T target, long offset, long length) {
    return SlowPaths.encodeInto(null, text, from, kind, target, offset, length, Malformed.REPLACE);
  }

  /// The result of `encodeInto`: how many chars it read and how many bytes it wrote.
  ///
  /// ```java
  /// byte[] packet = new byte[8];
  /// Utf8.EncodeResult result = Utf8.encodeInto("Grüße aus Wien", 0, packet, 0, packet.length);
  /// String rest = "Grüße aus Wien".substring(result.charsRead());
  /// ```
  ///
  /// If the call is inlined and the result does not leave the caller, HotSpot allocates no object.
  ///
  /// @param charsRead how many chars of the text were encoded
  /// @param bytesWritten how many bytes they took
  public record EncodeResult(int charsRead, int bytesWritten) {
    /// @param progress chars read << 32 | bytes written
    static EncodeResult of(long progress) {
      return new EncodeResult((int) (progress >>> 32), (int) progress);
    }
  }

  /// {@return the text of `bytes[offset, offset + length)`, with U+FFFD for each malformed
  /// sequence}
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the array
  public static String decode(byte[] bytes, int offset, int length) {
    return decode(bytes, offset, length, Malformed.REPLACE);
  }

  /// {@return the text of `bytes[offset, offset + length)`}
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the array
  /// @throws MalformedTextException for malformed bytes under [Malformed#REPORT]; its index counts
  ///   from the start of the array
  public static String decode(byte[] bytes, int offset, int length, Malformed malformed) {
    Objects.requireNonNull(malformed);
    Objects.checkFromIndexSize(offset, length, bytes.length);
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      String text = Decoding.decode(scratch, bytes, offset, length, 0, malformed);
      releaseIfAny(scratch);
      return text;
    } catch (Throwable failure) {
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      throw failure;
    }
  }

  /// {@return the text of the `length` bytes of `source` from `offset` on, with U+FFFD for each
  /// malformed sequence}
  ///
  /// @throws IndexOutOfBoundsException if the range is not in `source`
  /// @throws IllegalArgumentException if `length` is more than a String can hold
  public static String decode(Bytes source, long offset, long length) {
    return decode(source, offset, length, Malformed.REPLACE);
  }

  /// Same as [#decode(Bytes,long,long)].
  ///
  /// @throws MalformedTextException for malformed bytes under [Malformed#REPORT]; its index counts
  ///   from the start of `source`
  public static String decode(Bytes source, long offset, long length, Malformed malformed) {
    return decode(Sources.BYTES, source, offset, length, malformed);
  }

  /// {@return the text of the `length` bytes of `source` from `offset` on, with U+FFFD for each
  /// malformed sequence}
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the segment
  /// @throws IllegalArgumentException if `length` is more than a String can hold
  public static String decode(MemorySegment source, long offset, long length) {
    return decode(source, offset, length, Malformed.REPLACE);
  }

  /// Same as [#decode(MemorySegment,long,long)].
  ///
  /// @throws MalformedTextException for malformed bytes under [Malformed#REPORT]; its index counts
  ///   from the start of the segment
  public static String decode(MemorySegment source, long offset, long length, Malformed malformed) {
    return decode(Sources.SEGMENT, source, offset, length, malformed);
  }

  /// {@return the text of the `length` bytes of `source` from the absolute index `offset` on, with
  /// U+FFFD for each malformed sequence}
  ///
  /// Position and limit stay as they are.
  ///
  /// @throws IndexOutOfBoundsException if the range is not between 0 and the limit
  public static String decode(ByteBuffer source, int offset, int length) {
    return decode(source, offset, length, Malformed.REPLACE);
  }

  /// Same as [#decode(ByteBuffer,int,int)].
  ///
  /// @throws MalformedTextException for malformed bytes under [Malformed#REPORT]; its index is an
  ///   absolute index of the buffer
  public static String decode(ByteBuffer source, int offset, int length, Malformed malformed) {
    return decode(Sources.BUFFER, source, offset, length, malformed);
  }

  private static <S> String decode(
      Source<S> kind, S source, long offset, long length, Malformed malformed) {
    Objects.requireNonNull(malformed);
    Objects.checkFromIndexSize(offset, length, kind.byteSize(source));
    int size = Source.checkedSize(length);
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      byte[] bytes = Source.buffer(scratch, size);
      kind.get(source, offset, bytes, size);
      String text = Decoding.decode(scratch, bytes, 0, size, offset, malformed);
      releaseIfAny(scratch);
      return text;
    } catch (Throwable failure) {
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      throw failure;
    }
  }

  /// {@return whether `bytes[offset, offset + length)` is well-formed UTF-8}
  public static boolean isValid(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return DecodeKernel.firstMalformed(bytes, offset, offset + length) < 0;
  }

  /// {@return whether all of `source` is well-formed UTF-8}
  public static boolean isValid(Bytes source) {
    return scan(Sources.BYTES, source, false);
  }

  /// {@return whether all of `source` is well-formed UTF-8}
  public static boolean isValid(MemorySegment source) {
    return scan(Sources.SEGMENT, source, false);
  }

  /// {@return whether the `length` bytes of `source` from the absolute index `offset` on are
  /// well-formed UTF-8}
  ///
  /// @throws IndexOutOfBoundsException if the range is not between 0 and the limit
  public static boolean isValid(ByteBuffer source, int offset, int length) {
    return scan(Sources.BUFFER, source.slice(offset, length), false);
  }

  /// {@return whether `bytes[offset, offset + length)` is all ASCII}
  public static boolean isAscii(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return DecodeKernel.asciiEnd(bytes, offset, offset + length) == offset + length;
  }

  /// {@return whether all of `source` is ASCII}
  public static boolean isAscii(Bytes source) {
    return scan(Sources.BYTES, source, true);
  }

  /// {@return whether all of `source` is ASCII}
  public static boolean isAscii(MemorySegment source) {
    return scan(Sources.SEGMENT, source, true);
  }

  /// {@return whether the `length` bytes of `source` from the absolute index `offset` on are ASCII}
  ///
  /// @throws IndexOutOfBoundsException if the range is not between 0 and the limit
  public static boolean isAscii(ByteBuffer source, int offset, int length) {
    return scan(Sources.BUFFER, source.slice(offset, length), true);
  }

  private static <S> boolean scan(Source<S> kind, S source, boolean ascii) {
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      byte[] buffer = Source.buffer(scratch, Source.SCAN_CHUNK);
      boolean good = Source.scan(kind, source, buffer, ascii);
      releaseIfAny(scratch);
      return good;
    } catch (Throwable failure) {
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      throw failure;
    }
  }

  private static void releaseIfAny(@Nullable Scratch scratch) {
    if (scratch != null) {
      ScratchPool.release(scratch);
    }
  }

  /// An encoder with working memory of its own (about 16 KiB), so that no call has to take shared
  /// working memory.
  ///
  /// ```java
  /// Utf8.Encoder encoder = Utf8.encoder(Malformed.REPORT);
  /// byte[] line = new byte[80];
  /// int end = encoder.encode("name", line, 0);
  /// end += encoder.encode("=value", line, end);
  /// ```
  ///
  /// One thread at a time may use an encoder. It may keep a reference to the array of the last
  /// call, and to one that was used often. Its methods work like the static methods of [Utf8] with
  /// the same name.
  public static final class Encoder {
    /// The number of calls in a row with the same array after which it counts as the usual one.
    private static final int USUAL = 64;

    private final Scratch scratch = new Scratch(-1);
    private final Malformed malformed;

    /// The usual target: texts are encoded to it without a copy through the scratch.
    private byte[] usual = {};

    private ByteBuffer usualAsBuffer = ByteBuffer.wrap(usual);
    private byte[] last = usual;
    private int callsInRow;

    private Encoder(Malformed malformed) {
      this.malformed = Objects.requireNonNull(malformed);
    }

    /// {@return the number of bytes `text` takes in UTF-8}
    ///
    /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]
    public long encodedLength(String text) {
      if (JdkLength.isFor(text.length(), malformed)) {
        return JdkLength.of(text);
      }
      return Encoding.encodedLength(scratch, text, malformed);
    }

    /// Encodes all of `text` to `target`, from `offset` on.
    ///
    /// @return the number of bytes written
    /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
    /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; nothing is
    ///   written
    public int encode(String text, byte[] target, int offset) {
      int count = text.length();
      if (ShortText.isFor(count, target, offset, malformed)) {
        return ShortText.encode(text, count, target, offset, malformed);
      }
      if (same(target, usual)
          && count > ShortText.MAX_LENGTH
          && count <= Scratch.CHUNK
          && offset >= 0
          && target.length - offset >= count * Utf8Bytes.MAX_BYTES_PER_CHAR
          && malformed != Malformed.REPORT) {
        return scratch.encodeTo(usualAsBuffer, target, text, offset, malformed);
      }
      if (!same(target, usual)) {
        noteTarget(target);
      }
      return Encoding.encode(scratch, text, target, offset, malformed);
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean same(byte[] a, byte[] b) {
      return a == b;
    }

    private void noteTarget(byte[] target) {
      callsInRow = same(target, last) ? callsInRow + 1 : 0;
      last = target;
      if (callsInRow >= USUAL) {
        // Made first: a buffer of another array than the usual one would be written instead of it.
        ByteBuffer buffer = ByteBuffer.wrap(target);
        usualAsBuffer = buffer;
        usual = target;
      }
    }

    /// Same as [#encode(String,byte[],int)].
    ///
    /// @throws IllegalArgumentException if the bytes are read-only
    /// @throws IllegalStateException if their arena is closed
    /// @throws WrongThreadException if they are confined to another thread
    public long encode(String text, Bytes target, long offset) {
      return Encoding.encode(scratch, text, Targets.BYTES, target, offset, malformed);
    }

    /// Same as [#encode(String,byte[],int)]; `offset` is in bytes.
    ///
    /// @throws IllegalArgumentException if the segment is read-only
    /// @throws IllegalStateException if its arena is closed
    /// @throws WrongThreadException if it is confined to another thread
    public long encode(String text, MemorySegment target, long offset) {
      return Encoding.encode(scratch, text, Targets.SEGMENT, target, offset, malformed);
    }

    /// Same as [#encode(String,byte[],int)]. `offset` is an absolute index, and the text must fit
    /// below the limit. Position and limit stay as they are.
    ///
    /// @throws java.nio.ReadOnlyBufferException if the buffer is read-only
    public int encode(String text, ByteBuffer target, int offset) {
      return (int) Encoding.encode(scratch, text, Targets.BUFFER, target, offset, malformed);
    }

    /// Encodes as many whole characters of `text`, from the char at `from` on, as fit into `length`
    /// bytes of `target` from `offset` on. A surrogate pair is never split. Under
    /// [Malformed#REPORT] encoding stops before a lone surrogate.
    ///
    /// @return how many chars were read and how many bytes were written
    /// @throws IndexOutOfBoundsException if `from` is outside of the text, or the range is outside
    ///   of the target
    /// @throws MalformedTextException if the char at `from` is a lone surrogate, under
    ///   [Malformed#REPORT]; nothing is written
    public EncodeResult encodeInto(String text, int from, byte[] target, int offset, int length) {
      return EncodeResult.of(encodeInto(text, from, Targets.ARRAY, target, offset, length));
    }

    /// Same as [#encodeInto(String,int,byte[],int,int)]. A call writes at most 2^31 - 1 bytes: call
    /// again for the rest.
    public EncodeResult encodeInto(String text, int from, Bytes target, long offset, long length) {
      return EncodeResult.of(encodeInto(text, from, Targets.BYTES, target, offset, length));
    }

    /// Same as [#encodeInto(String,int,byte[],int,int)]. A call writes at most 2^31 - 1 bytes: call
    /// again for the rest.
    public EncodeResult encodeInto(
        String text, int from, MemorySegment target, long offset, long length) {
      return EncodeResult.of(encodeInto(text, from, Targets.SEGMENT, target, offset, length));
    }

    /// Same as [#encodeInto(String,int,byte[],int,int)]. `offset` is an absolute index, and the
    /// range must not end behind the limit. Position and limit stay as they are.
    public EncodeResult encodeInto(
        String text, int from, ByteBuffer target, int offset, int length) {
      return EncodeResult.of(encodeInto(text, from, Targets.BUFFER, target, offset, length));
    }

    private <T> long encodeInto(
        String text, int from, Target<T> kind, T target, long offset, long length) {
      return SlowPaths.encodeInto(scratch, text, from, kind, target, offset, length, malformed);
    }
  }
}
