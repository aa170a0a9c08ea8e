// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.UninterruptibleThread;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileShape;
import java.io.IOException;

/// Makes room for more rows in a file. An interrupt would close the channel that the thread is
/// using, and the table could never grow again. So a thread that no other code can interrupt does
/// this.
final class FileGrowth extends UninterruptibleThread {
  private final OpenFile file;
  private final long capacity;

  private FileGrowth(OpenFile file, long capacity) {
    super("Ashlar growth");
    this.file = file;
    this.capacity = capacity;
  }

  /// @throws IOException if the disk is full, which leaves the file as it was, or fails
  static void grow(OpenFile file, long capacity) throws IOException {
    Exception failed = new FileGrowth(file, capacity).runToEnd();
    if (failed != null) {
      throw new IOException(
          "%s cannot grow to %d rows: %s".formatted(file.path(), capacity, failed.getMessage()),
          failed);
    }
  }

  /// The block table goes behind the new data, and a commit of the same rows says so. Its old place
  /// becomes data when that commit is on the disk.
  @Override
  protected void work() throws IOException {
    FileShape shape = file.shape();
    Commit commit = file.commit();
    long now = shape.fileSize(commit.dataEnd());
    long dataEnd = Math.max(shape.dataEnd(capacity), now);
    long size = shape.fileSize(dataEnd);
    Commit next = commit.grown(dataEnd);
    file.lengthen(now, size);
    BlockTable table = file.blockTable(file.mapping(), next);
    table.entries().copyFrom(file.blockTable().entries());
    file.force(dataEnd, size);
    file.complete(next, () -> {});
  }
}
