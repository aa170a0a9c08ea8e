// SPDX-License-Identifier: Apache-2.0
/// Figures, JSON, and lines for a terminal: the formats that all reports share.
@NullMarked
package dev.ashlar.report.text;

import org.jspecify.annotations.NullMarked;
