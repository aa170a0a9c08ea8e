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
      case CALLED -> isRare(decision.reason()) ? RARE : REFUSED;
      case VIRTUAL -> isRare(decision.reason()) ? RARE : VIRTUAL;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /// {@return its style class}
  String tone() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static boolean isRare(String reason) {
    return switch (reason) {
      case "call site not reached",
          "never executed",
          "too cold to inline",
          "low call site frequency",
          "executed < MinInliningThreshold times" ->
          true;
      default -> false;
    };
  }
}
