// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.List;

/// The source code of one side, without the frame.
interface SideSource {
  /// {@return fields, constructor and the methods `fill`, `digest` and `beside`}
  ///
  /// @param construction statements for the end of the constructor
  String members(String construction);

  /// {@return one body, or one for each task}
  List<Body> bodies();

  /// {@return a loop head that takes the place of the counter's; empty for none}
  default String next() {
    return "";
  }
}
