// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// The source code with which one side accesses values.
interface Reach {
  /// {@return statements at the beginning of the method, which put into local variables what all
  /// accesses share}
  String locals();

  /// {@return statements in front of the accesses to a row or message}
  String step();

  /// {@return an expression}
  String read(Touch touch);

  /// {@return a statement}
  String write(Touch touch, String value);

  /// {@return a statement behind an access; empty for none}
  default String after(Touch touch) {
    return "";
  }
}
