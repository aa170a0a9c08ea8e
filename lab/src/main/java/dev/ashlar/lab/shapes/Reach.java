// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// How one side reaches values: pieces of its source.
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
