package dev.ashlar.report;

import dev.ashlar.jit.Decision;
import java.util.Locale;

/// What became of a call, as the reports tell it apart.
enum CallOutcome {
  INLINED,
  INTRINSIC,
  VIRTUAL,
  REFUSED,
  /// A call remains, but hardly anybody makes it.
  RARE,
  UNKNOWN;

  static CallOutcome of(Decision decision) {
    return switch (decision.verdict()) {
      case INLINED -> INLINED;
      case INTRINSIC -> INTRINSIC;
      case CALLED -> decision.isCold() ? RARE : REFUSED;
      case VIRTUAL -> decision.isCold() ? RARE : VIRTUAL;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /// {@return its style class}
  String tone() {
    return name().toLowerCase(Locale.ROOT);
  }
}
