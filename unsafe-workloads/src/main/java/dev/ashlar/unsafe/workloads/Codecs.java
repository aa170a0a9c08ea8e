// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;
import net.openhft.hashing.LongHashFunction;

/// Texts, numbers and blocks to bytes and back.
public final class Codecs {
  static final int LENGTH = 1 << 20;
  static final int HASHES = 10_000;
  static final int ROWS = 10_000;
  static final int TEXTS = 2_000;

  private static final int ROW_BYTES = 22;
  private static final int HASHED = 1 << 10;

  /// xxHash64 of [#HASHED] zeros.
  private static final long HASH_OF_ZEROS = 0x2774_2888_F085_ACCDL;

  private Codecs() {}

  /// {@return LZ4 of aircompressor}
  public static LongSupplier lz4() {
    return both(new Lz4Compressor(), new Lz4Decompressor());
  }

  /// {@return Zstandard of aircompressor}
  public static LongSupplier zstd() {
    return both(new ZstdCompressor(), new ZstdDecompressor());
  }

  private static LongSupplier both(Compressor compressor, Decompressor decompressor) {
    byte[] text = words();
    byte[] packed = new byte[compressor.maxCompressedLength(text.length)];
    byte[] back = new byte[text.length];
    return () -> {
      int size = compressor.compress(text, 0, text.length, packed, 0, packed.length);
      int length = decompressor.decompress(packed, 0, size, back, 0, back.length);
      return Arrays.equals(text, back) ? length : -1;
    };
  }

  private static byte[] words() {
    Random random = new Random(1);
    byte[][] words = new byte[200][];
    for (int i = 0; i < words.length; i++) {
      words[i] = new byte[3 + random.nextInt(9)];
      random.nextBytes(words[i]);
    }
    byte[] text = new byte[LENGTH];
    int length = 0;
    while (length < LENGTH) {
      byte[] word = words[random.nextInt(words.length)];
      int part = Math.min(word.length, LENGTH - length);
      System.arraycopy(word, 0, text, length, part);
      length += part;
    }
    return text;
  }

  /// {@return zero-allocation-hashing; counts the hashes that are right}
  public static LongSupplier hashing() {
    LongHashFunction hash = LongHashFunction.xx();
    byte[] zeros = new byte[HASHED];
    return () -> {
      long right = 0;
      for (int i = 0; i < HASHES; i++) {
        right += hash.hashBytes(zeros) == HASH_OF_ZEROS ? 1 : 0;
      }
      return right;
    };
  }

  /// {@return Kryo's output, read back by its input}
  public static LongSupplier kryo() {
    UnsafeOutput output = new UnsafeOutput(ROWS * ROW_BYTES);
    UnsafeInput input = new UnsafeInput();
    return () -> {
      output.reset();
      for (int i = 0; i < ROWS; i++) {
        output.writeInt(i);
        output.writeLong(i * 3L);
        output.writeDouble(i);
        output.writeShort((short) i);
      }
      input.setBuffer(output.getBuffer(), 0, output.position());
      long sum = 0;
      for (int i = 0; i < ROWS; i++) {
        sum += input.readInt() + input.readLong() + (long) input.readDouble() + input.readShort();
      }
      return sum;
    };
  }

  /// {@return protobuf's streams; counts the texts that come back}
  public static LongSupplier protobuf() {
    String ascii = "plain text of a message ".repeat(12);
    String mixed = "Caf\u00E9 \u2014 some text of a message ".repeat(8);
    byte[] bytes = new byte[2 * (ascii.length() + mixed.length())];
    return () -> {
      long right = 0;
      try {
        for (int i = 0; i < TEXTS; i++) {
          CodedOutputStream output = CodedOutputStream.newInstance(bytes);
          output.writeStringNoTag(mixed);
          output.writeStringNoTag(ascii);
          output.flush();
          CodedInputStream input = CodedInputStream.newInstance(bytes);
          right += input.readStringRequireUtf8().equals(mixed) ? 1 : 0;
          right += input.readStringRequireUtf8().equals(ascii) ? 1 : 0;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return right;
    };
  }
}
