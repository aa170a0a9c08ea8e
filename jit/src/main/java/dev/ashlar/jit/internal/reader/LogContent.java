// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.compilation.Vm;
import java.nio.file.Path;
import java.util.List;

/// The content of a log.
///
/// @param recognized whether the file has any part of a log besides compilations
/// @param parts the files of compiler threads that were read too
/// @param endSeconds NaN if unknown
/// @param notKnown sentences about the parts that a file of this kind does not have; empty for a
///   compilation log
public record LogContent(
    boolean recognized,
    Vm vm,
    List<Compilation> compilations,
    List<Trap> traps,
    CodeCacheUse codeCache,
    List<ParseProblem> parseProblems,
    List<Path> parts,
    double endSeconds,
    List<String> notKnown) {}
