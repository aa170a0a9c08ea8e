// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.records.Trade;
import java.io.IOException;
import java.nio.file.Path;

/// Trades in a file, which are written and read through a mapping.
interface TradeFile extends AutoCloseable {
  /// Creates and opens files of one kind.
  interface Kind {
    /// Creates a file without trades. The disk space for `room` trades is allocated when this
    /// returns.
    TradeFile create(Path path, int room) throws IOException;

    /// Opens a file for reading, with the trades of its last commit.
    TradeFile open(Path path) throws IOException;
  }

  int size();

  Trade get(int row);

  void append(Trade trade);

  /// Adds 1 to the quantity of a trade, in place.
  void update(int row);

  /// Commits all changes. They are on the disk when this returns.
  void commit() throws IOException;

  @Override
  void close() throws IOException;
}
