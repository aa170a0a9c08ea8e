// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The ways to do the work of a shape.
public enum Side {
  /// Tables or `Bytes`.
  ASHLAR("Ashlar"),
  /// `sun.misc.Unsafe`, on memory with the same layout.
  UNSAFE("OverUnsafe"),
  /// Arrays: one for each field, or one array of bytes.
  ARRAYS("OverArrays"),
  /// A segment whose class C2 knows, only for messages in one kind of memory.
  SEGMENT_KNOWN("OverSegments");

  /// The sides that support all shapes.
  static final Set<Side> OF_ALL_SHAPES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(SEGMENT_KNOWN)));

  private final String className;

  Side(String className) {
    this.className = className;
  }

  /// {@return the simple name of the side's class in the source of a shape}
  String className() {
    return className;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The source code of one side, without the frame.
  interface Source {
    /// {@return fields, constructor and the methods `fill`, `digest` and `beside`}
    ///
    /// @param construction statements for the end of the constructor
    String members(String construction);

    /// {@return a single body, or one for each task}
    List<Body> bodies();

    /// {@return a loop head to use instead of a loop with a counter; empty for none}
    default String next() {
      return "";
    }
  }
}
