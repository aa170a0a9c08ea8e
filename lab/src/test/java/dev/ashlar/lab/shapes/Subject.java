// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Set;

/// The subject of a shape: a table or a range of bytes, and the accesses.
interface Subject {
  String description();

  /// {@return the loop or the calls around the accesses}
  Frame frame();

  /// {@return declarations that all sides share}
  String declarations();

  /// {@return the sides that support this subject}
  Set<Side> sides();

  Side.Source source(Side side);
}
