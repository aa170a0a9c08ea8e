// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Locale;

/// The kinds of shapes. Each kind is ranked separately.
public enum ShapeKind {
  /// Accesses in a loop.
  LOOPS,
  /// One to four accesses in a method that is called at a megamorphic call site.
  CALLS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
