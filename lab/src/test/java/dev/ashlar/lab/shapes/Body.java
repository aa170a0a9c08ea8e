// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.List;
import java.util.stream.Collectors;

/// The work of one side on a row or message.
///
/// @param at the variable with the row number, or with the offset of the message
/// @param rest a statement after the accesses; may be empty
record Body(Reach reach, List<Touch> touches, String at, String rest) {
  Body {
    touches = List.copyOf(touches);
  }

  /// {@return the statements of this body, without those for local variables}
  String statements() {
    return touches.stream()
        .map(touch -> touch.statement(reach, at))
        .collect(Collectors.joining("\n", reach.step() + "\n", "\n" + rest));
  }
}
