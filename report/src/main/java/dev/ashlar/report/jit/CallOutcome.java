// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.compilation.Decision;
import java.util.Locale;

/// The outcomes of a call, as reports group them.
enum CallOutcome {
  INLINED,
  INTRINSIC,
  VIRTUAL,
  REFUSED,
  /// A call that is cold in the profile.
  COLD,
  UNKNOWN;

  static CallOutcome of(Decision decision) {
    return switch (decision.verdict()) {
      case INLINED -> INLINED;
      case INTRINSIC -> INTRINSIC;
      case CALLED -> decision.isCold() ? COLD : REFUSED;
      case VIRTUAL -> decision.isCold() ? COLD : VIRTUAL;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /// {@return its style class}
  String tone() {
    return name().toLowerCase(Locale.ROOT);
  }
}
