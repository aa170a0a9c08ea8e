// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import java.util.Locale;

/// Whether memory is written once it is allocated. To leave it alone is the trap: nobody allocates
/// memory for that, and what was never touched may not even be there.
enum Writing {
  WRITTEN("written in fields of at most %d bytes".formatted(Message.FIELD)),
  UNWRITTEN("never touched: the trap");

  private final String description;

  Writing(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /// {@return how the names of its cases end}
  String suffix() {
    return name().toLowerCase(Locale.ROOT);
  }
}
