// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Arrays for the components of wide records while they are read, one pair for each level of
/// nesting. They are reused, so reading makes no garbage.
final class WideRecords {
  private @Nullable Object[][] objects = {};
  private long[][] bits = {};
  private int[] used = {};
  private int depth;

  @Nullable Object[] begin(int objectCount, int bitsCount) {
    int level = depth;
    if (level == used.length) {
      int levels = Math.max(4, 2 * level);
      @Nullable Object[][] objects = Arrays.copyOf(this.objects, levels);
      long[][] bits = Arrays.copyOf(this.bits, levels);
      Arrays.fill(objects, level, levels, new Object[0]);
      Arrays.fill(bits, level, levels, new long[0]);
      this.objects = objects;
      this.bits = bits;
      this.used = Arrays.copyOf(used, levels);
    }
    if (objects[level].length < objectCount) {
      objects[level] = new Object[objectCount];
    }
    if (bits[level].length < bitsCount) {
      bits[level] = new long[bitsCount];
    }
    used[level] = objectCount;
    depth = level + 1;
    return objects[level];
  }

  long[] bits() {
    return bits[depth - 1];
  }

  void end() {
    int level = depth - 1;
    Arrays.fill(objects[level], 0, used[level], null);
    depth = level;
  }

  /// Takes back the arrays of reads that have failed.
  void reset() {
    while (depth > 0) {
      end();
    }
  }
}
