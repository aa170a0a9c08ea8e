// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.Nullable;

/// What a [TextValue] was read from, which is asked when the bytes of a long text are needed. It
/// checks then whether there is such a text: anything may be in the row of a file.
public interface TextOrigin {
  /// Returns where the long texts are.
  ///
  /// @param chunk of the row; null if the text is of no row
  TextArea area(@Nullable Chunk chunk);

  /// Returns the text of a row instead of one that the area does not have. Another thread was
  /// writing the row when it was read.
  ///
  /// @param head and `rest` are what was read
  /// @throws IllegalStateException if the row still has these words, or the table is closed
  TextValue again(@Nullable Chunk chunk, int row, long head, long rest);
}
