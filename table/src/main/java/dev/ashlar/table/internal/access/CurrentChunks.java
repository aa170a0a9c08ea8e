// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.Nullable;

/// The current chunks of a table, for its cursors.
public final class CurrentChunks {
  /// Null if there is nothing to look up: all rows are in one chunk, or belong to one thread, or
  /// the table is closed. A thread may see an older one for a while.
  public @Nullable ChunkDirectory directory;
}
