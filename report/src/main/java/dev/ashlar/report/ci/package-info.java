/// The formats that build servers read: JUnit, and SARIF 2.1.0. Code hosts and editors show SARIF
/// at the lines of the source.
///
/// ```java
/// SarifReport report = new SarifReport("ashlar jit check", "0.1.0");
/// report.addRule(new SarifReport.Rule("virtual-call", "no virtual call", "Use one type."));
/// report.addResult(
///     new SarifReport.Result(
///         "virtual-call",
///         SarifReport.Level.ERROR,
///         "Encoder::encode calls Shape::area",
///         SarifReport.Location.of(Path.of("rules.txt"), 3),
///         Optional.empty(),
///         Map.of("log", "jit.log")));
/// report.write(Path.of("check.sarif"));
/// ```
@NullMarked
package dev.ashlar.report.ci;

import org.jspecify.annotations.NullMarked;
