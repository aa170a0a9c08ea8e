// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.records.Trade;
import java.io.IOException;
import java.nio.file.Path;

/// Trades in a file, which are written and read through a mapping.
interface TradeFile extends AutoCloseable {
  /// Creates and opens files of one kind.
  interface Kind {
    /// Makes a file without trades. The disk has the room for `room` of them when this returns.
    TradeFile create(Path path, int room) throws IOException;

    /// Opens a file with the trades of its last commit, to read.
    TradeFile open(Path path) throws IOException;
  }

  int size();

  Trade get(int row);

  void append(Trade trade);

  /// Adds 1 to the quantity of a trade, in place.
  void update(int row);

  /// Returns when the disk has all that was written.
  void commit() throws IOException;

  @Override
  void close() throws IOException;
}
