// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.internal.ArrayGrowth;
import java.lang.reflect.Array;

/// A growing array for the packed values of a field that come in several parts.
final class PackedArrayBuilder {
  private Object array;
  private int size;

  /// @param array the first part, of a primitive type; it is not changed
  PackedArrayBuilder(Object array) {
    this.array = array;
    this.size = Array.getLength(array);
  }

  PackedArrayBuilder append(Object more) {
    int length = Array.getLength(more);
    if (length > Array.getLength(array) - size) {
      Object larger =
          Array.newInstance(
              array.getClass().getComponentType(),
              (int) Math.min(2L * (size + (long) length), ArrayGrowth.MAX_LENGTH));
      System.arraycopy(array, 0, larger, 0, size);
      array = larger;
    }
    System.arraycopy(more, 0, array, size, length);
    size += length;
    return this;
  }

  Object build() {
    Object exact = Array.newInstance(array.getClass().getComponentType(), size);
    System.arraycopy(array, 0, exact, 0, size);
    return exact;
  }
}
