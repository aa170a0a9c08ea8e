// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A way to do what a shape does.
public enum Side {
  /// Tables or `Bytes`.
  ASHLAR("Ashlar"),
  /// `sun.misc.Unsafe`, on the same memory in the same layout.
  UNSAFE("OverUnsafe"),
  /// Arrays: one for each field, or one of bytes.
  ARRAYS("OverArrays"),
  /// A segment whose class the compiler knows: for messages in one kind of memory.
  SEGMENT_KNOWN("OverSegments");

  /// Those that can do whatever is drawn.
  static final Set<Side> OF_ALL_SHAPES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(SEGMENT_KNOWN)));

  private final String className;

  Side(String className) {
    this.className = className;
  }

  /// {@return the simple name of its class in a shape's source}
  String className() {
    return className;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
