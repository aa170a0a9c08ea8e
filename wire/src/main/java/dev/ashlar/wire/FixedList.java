// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// The elements of a repeated field. Elements are added while a message is read; afterwards the
/// list cannot be changed.
final class FixedList extends AbstractList<Object> implements RandomAccess {
  private @Nullable Object[] elements;
  private int size;
  private boolean fixed;

  private FixedList(@Nullable Object[] elements, int size) {
    this.elements = elements;
    this.size = size;
  }

  /// Returns a list to which elements can be added.
  ///
  /// @param before null for none, a list from this method, or a finished list, which is copied
  /// @param more the number of elements to make room for
  static FixedList growing(@Nullable Object before, int more) {
    if (before instanceof FixedList list && !list.fixed) {
      list.reserve(more);
      return list;
    }
    if (before == null) {
      return new FixedList(new Object[more], 0);
    }
    FixedList copy = new FixedList(((List<?>) before).toArray(), ((List<?>) before).size());
    copy.reserve(more);
    return copy;
  }

  private void reserve(int more) {
    if (elements.length - size < more) {
      elements = Arrays.copyOf(elements, Math.max(size + more, size + (size >> 1)));
    }
  }

  /// {@return whether one more element fits without a larger array}
  boolean hasRoom() {
    return !fixed && size < elements.length;
  }

  void append(Object element) {
    elements[size] = element;
    size++;
  }

  /// Returns the finished list.
  ///
  /// @param list null for none, a list from [#growing], or any other list
  static List<?> fix(@Nullable Object list) {
    if (list == null) {
      return List.of();
    }
    if (list instanceof FixedList grown && !grown.fixed) {
      if (grown.size != grown.elements.length) {
        grown.elements = Arrays.copyOf(grown.elements, grown.size);
      }
      grown.fixed = true;
      return grown;
    }
    return (List<?>) list;
  }

  @Override
  @SuppressWarnings("NullAway") // None of the first `size` elements is null.
  public Object get(int index) {
    return elements[Objects.checkIndex(index, size)];
  }

  @Override
  public int size() {
    return size;
  }
}
