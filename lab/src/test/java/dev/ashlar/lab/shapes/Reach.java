// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// The source code with which one side accesses values.
interface Reach {
  /// {@return statements at the beginning of the method; they declare the local variables for all
  /// accesses}
  String locals();

  /// {@return statements in front of the accesses to a row or message}
  String step();

  /// {@return an expression that reads a value}
  String read(Touch touch);

  /// {@return a statement that writes a value}
  String write(Touch touch, String value);

  /// {@return a statement behind an access; empty for none}
  default String after(Touch touch) {
    return "";
  }
}
