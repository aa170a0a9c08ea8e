// SPDX-License-Identifier: Apache-2.0
/// Reports on the uses of `sun.misc.Unsafe` that a scan found or a run executed: as text, JSON,
/// SARIF, JUnit, and pages.
@NullMarked
package dev.ashlar.report.unsafe;

import org.jspecify.annotations.NullMarked;
