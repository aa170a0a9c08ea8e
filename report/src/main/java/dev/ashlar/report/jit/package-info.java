// SPDX-License-Identifier: Apache-2.0
/// Reports on compilation logs and checked rules: as text, JSON, SARIF, JUnit, and pages.
@NullMarked
package dev.ashlar.report.jit;

import org.jspecify.annotations.NullMarked;
