// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Locale;

/// The storage of a shape's memory.
enum Storage {
  HEAP,
  /// Memory of an automatic arena.
  NATIVE,
  /// Memory of a confined arena.
  CONFINED,
  /// A mapped file.
  MAPPED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
