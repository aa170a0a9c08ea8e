// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Locale;

/// A way to do what a shape does.
public enum Side {
  /// Tables or `Bytes`.
  ASHLAR("Ashlar"),
  /// `sun.misc.Unsafe`, on the same memory in the same layout.
  UNSAFE("OverUnsafe"),
  /// Arrays: one for each field, or one of bytes.
  ARRAYS("OverArrays"),
  /// A segment whose class the compiler is told; of messages in one kind of memory.
  SEGMENT_KNOWN("OverSegments");

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
