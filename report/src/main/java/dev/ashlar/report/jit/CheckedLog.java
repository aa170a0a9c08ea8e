// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.rules.Rules;
import java.util.List;

/// The result of checking rules against a log.
///
/// @param name the name of the log
/// @param broken the broken rules; with a baseline, only those with new reasons
/// @param accepted the broken rules whose reasons are all in the baseline
public record CheckedLog(
    String name, CompilationLog log, List<Rules.Broken> broken, List<Rules.Broken> accepted) {}
