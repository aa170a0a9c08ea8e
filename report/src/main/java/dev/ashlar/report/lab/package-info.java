// SPDX-License-Identifier: Apache-2.0
/// Reports on a run of the lab: as text, and as one page with its charts.
@NullMarked
package dev.ashlar.report.lab;

import org.jspecify.annotations.NullMarked;
