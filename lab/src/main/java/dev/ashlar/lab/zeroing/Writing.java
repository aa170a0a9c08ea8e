package dev.ashlar.lab.zeroing;

import java.util.Locale;

/// Whether memory is written once it is allocated.
enum Writing {
  WRITTEN(
      "all of it written, field by field (at most %d bytes each) as a serializer does"
          .formatted(Message.PIECE)),
  UNWRITTEN("and never touched: the trap, since nobody allocates memory to leave it alone");

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
