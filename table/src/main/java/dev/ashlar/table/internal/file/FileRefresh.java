// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.UninterruptibleThread;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import java.io.IOException;

/// Follows the writer of a file that is open to read only. Mapping a file that has become longer
/// uses its channel, which an interrupt would close. So a thread that no other code can interrupt
/// does this.
final class FileRefresh extends UninterruptibleThread {
  private final OpenFile file;
  private final Commit newer;

  private FileRefresh(OpenFile file, Commit newer) {
    super("Ashlar refresh");
    this.file = file;
    this.newer = newer;
  }

  /// @throws IOException if the commit is impossible, or cannot be mapped; nothing is changed
  static void refresh(OpenFile file, Commit newer) throws IOException {
    if (file.isMapped(newer)) {
      file.follow(newer);
      return;
    }
    Exception failed = new FileRefresh(file, newer).runToEnd();
    if (failed instanceof TableFileException damaged) {
      throw damaged;
    }
    if (failed != null) {
      throw new IOException(
          "%s cannot be refreshed to %d rows: %s"
              .formatted(file.path(), newer.rows(), failed.getMessage()),
          failed);
    }
  }

  @Override
  protected void work() throws IOException {
    file.follow(newer);
  }
}
