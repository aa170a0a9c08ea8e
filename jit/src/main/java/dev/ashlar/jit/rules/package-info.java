// SPDX-License-Identifier: Apache-2.0
/// Rules that a compilation log must satisfy, and the accepted reasons why some are broken.
///
/// ```java
/// Rules rules = Rules.parse(Files.readAllLines(Path.of("rules.txt")));
/// for (Rules.Broken broken : rules.check(CompilationLog.read(Path.of("jit.log")))) {
///   System.out.println(broken.rule());
/// }
/// ```
@NullMarked
package dev.ashlar.jit.rules;

import org.jspecify.annotations.NullMarked;
