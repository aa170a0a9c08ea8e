// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.file.disk.Disk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// A disk on which no file can grow while it is full.
final class FullDisk implements Disk {
  boolean isFull;

  @Override
  public void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
    Disk.REAL.force(mapping, offset, byteSize);
  }

  @Override
  public void lengthen(Path file, FileChannel channel, long from, long to) throws IOException {
    if (isFull) {
      throw new IOException("no room");
    }
    Disk.super.lengthen(file, channel, from, to);
  }
}
