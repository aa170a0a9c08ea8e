// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// What a shape works on: a table or a run of bytes, and the accesses.
interface Subject {
  String description();

  /// {@return declarations that all sides share}
  String declarations();

  SideSource source(Side side);
}
