// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The source of a [TextValue], which is called when the bytes of a long text are needed. It then
/// checks that the text exists: the row of a file may contain any bytes.
public interface TextOrigin {
  /// Returns where the long texts are.
  ///
  /// @param chunk of the row; null if the text is of no row
  TextArea area(@Nullable Chunk chunk);

  /// Returns the text of a row after the area did not have the text read before: another thread may
  /// have been writing the row at that time.
  ///
  /// @param head the first word that was read; `rest` is the second
  /// @throws IllegalStateException if the row still has these words, or the table is closed
  TextValue again(@Nullable Chunk chunk, int row, long head, long rest);

  /// Returns the exception to throw for a text whose bytes are not UTF-8.
  IllegalStateException malformed(@Nullable Chunk chunk, int row, MemorySegment bytes);
}
