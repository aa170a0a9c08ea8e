// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.annotation.Decimal;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/// The answer to a [Query].
sealed interface Answer {
  /// {@return whether both answers are the same, except for the rounding of averages}
  boolean agreesWith(Answer other);

  /// The answer to [Query#Q1], by return flag and line status.
  record PricingSummary(List<PricingLine> lines) implements Answer {
    public PricingSummary {
      lines = List.copyOf(lines);
    }

    @Override
    public boolean agreesWith(Answer other) {
      return other instanceof PricingSummary(List<PricingLine> others)
          && lines.size() == others.size()
          && IntStream.range(0, lines.size()).allMatch(i -> lines.get(i).agreesWith(others.get(i)));
    }
  }

  /// The answer to [Query#Q6].
  record Revenue(@Decimal(precision = 38, scale = 4) BigDecimal revenue) implements Answer {
    @Override
    public boolean agreesWith(Answer other) {
      return equals(other);
    }
  }
}
