// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.internal.hotspot.DontInline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The slow path of [Utf8#encodeInto], whose [Utf8.EncodeResult] would be allocated otherwise.
final class SlowPaths extends DontInline {
  private static final long serialVersionUID = 1;

  private SlowPaths() {}

  /// Encodes as far as it fits.
  ///
  /// @param own the working memory of an encoder; null to take a shared one
  /// @return chars read << 32 | bytes written
  static <T> long encodeInto(
      @Nullable Scratch own,
      String text,
      int from,
      Target<T> kind,
      T target,
      long offset,
      long length,
      Malformed malformed) {
    Objects.checkIndex(from, text.length() + 1);
    Objects.checkFromIndexSize(offset, length, kind.byteSize(target));
    int room = (int) Math.min(length, Integer.MAX_VALUE);
    if (own != null) {
      return Encoding.encodeInto(own, text, from, kind, target, offset, room, malformed);
    }
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      return CharwiseEncoding.encodeInto(text, from, kind, target, offset, room, malformed);
    }
    try {
      long progress =
          Encoding.encodeInto(scratch, text, from, kind, target, offset, room, malformed);
      ScratchPool.release(scratch);
      return progress;
    } catch (Throwable failure) {
      scratch.abandoned = 1;
      throw failure;
    }
  }
}
