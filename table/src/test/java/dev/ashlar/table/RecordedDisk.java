// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.file.disk.Disk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// A disk that remembers what it was asked for, and can be stopped afterwards at any moment.
///
/// What is stored to a mapping reaches the disk in any order, until a force says that it is there.
/// So each force is recorded with all that was in the mapping when it began. After a crash every
/// eight bytes of the file have one of the values they had since they were last forced.
final class RecordedDisk implements Disk {
  /// The file when a force began, what was forced, and what had been completed then.
  private record Force(MemorySegment file, long from, long to, long completed) {}

  private final List<Force> forces = new ArrayList<>();
  private final LongSupplier completed;

  /// @param completed a number of what is sure to be on the disk, asked at each force
  RecordedDisk(LongSupplier completed) {
    this.completed = completed;
  }

  @Override
  public void force(MemorySegment mapping, long offset, long byteSize) {
    MemorySegment file = MemorySegment.ofArray(mapping.toArray(ValueLayout.JAVA_LONG_UNALIGNED));
    forces.add(new Force(file, offset, offset + byteSize, completed.getAsLong()));
  }

  int forces() {
    return forces.size();
  }

  /// What had been completed when that force began.
  long completed(int force) {
    return forces.get(force).completed;
  }

  /// The file after a crash while force number `last` is under way.
  byte[] crashed(int last, RandomGenerator random) {
    long size = forces.get(last).file.byteSize();
    MemorySegment crashed = MemorySegment.ofArray(new long[(int) (size / Long.BYTES)]);
    for (long at = 0; at < size; at += Long.BYTES) {
      int certain = 0;
      for (int i = 0; i < last; i++) {
        Force force = forces.get(i);
        if (force.from <= at && at < force.to) {
          certain = i;
        }
      }
      Force version = forces.get(certain + random.nextInt(last - certain + 1));
      if (at < version.file.byteSize()) {
        crashed.set(ValueLayout.JAVA_LONG, at, version.file.get(ValueLayout.JAVA_LONG, at));
      }
    }
    return crashed.toArray(ValueLayout.JAVA_BYTE);
  }
}
