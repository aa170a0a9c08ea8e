/// Statistics over forks: intervals, verdicts, and the rule that ends a measurement.
///
/// The unit is the fork. Every contender has one fork in each round, and [Comparison] uses the
/// logarithms of the ratios within rounds:
///
/// ```java
/// StoppingRule rule = new StoppingRule(3, 5, 8, 12);
/// Comparison comparison = Comparison.of(ours, theirs, rule);
/// while (comparison.isOpen()) {
///   // one more round, then again
/// }
/// System.out.println(comparison.verdict() + ", " + comparison.ratio());
/// ```
@NullMarked
package dev.ashlar.lab.statistics;

import org.jspecify.annotations.NullMarked;
