// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.value.Codec;
import org.jspecify.annotations.Nullable;

/// The methods by which generated classes call the [Codec] of a field. As in `GeneratedCode`, the
/// nested class is public to the JVM, and no source can name it.
abstract class GeneratedCodecs {
  private GeneratedCodecs() {}

  /// The methods.
  @SuppressWarnings("MissingJavadocMethod")
  protected static final class Calls {
    private Calls() {}

    public static int encodeInt(Object codec, Object value) {
      return ((Codec.OfInt) codec).encode(value);
    }

    public static long encodeLong(Object codec, Object value) {
      return ((Codec.OfLong) codec).encode(value);
    }

    public static Object decode(Object codec, int stored) {
      return ((Codec.OfInt) codec).decode(stored);
    }

    public static Object decode(Object codec, long stored) {
      return ((Codec.OfLong) codec).decode(stored);
    }

    public static Object zero(Object codec) {
      return ((Codec) codec).zero();
    }

    public static Object encode(Object codec, Object value) {
      return ((Codec.OfRun) codec).encode(value);
    }

    public static Object read(Object codec, Chunk chunk, int row) {
      return ((Codec.OfRun) codec).read(chunk, row);
    }

    public static void write(Object codec, Chunk chunk, int row, @Nullable Object encoded) {
      ((Codec.OfRun) codec).write(chunk, row, encoded);
    }

    public static TextValue readText(Object codec, Chunk chunk, int row) {
      return ((Codec.OfText) codec).value(chunk, row);
    }

    public static long placeText(Object codec, Chunk chunk, int row, @Nullable Object encoded) {
      return ((Codec.OfPlacedText) codec).place(chunk, row, encoded);
    }

    public static void writeText(
        Object codec, Chunk chunk, int row, @Nullable Object encoded, long place) {
      ((Codec.OfPlacedText) codec).write(chunk, row, encoded, place);
    }
  }
}
