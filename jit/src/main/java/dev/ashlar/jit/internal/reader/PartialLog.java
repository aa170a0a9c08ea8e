// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Vm;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts of a compilation log that a recording or a unified log has, while they are read.
final class PartialLog {
  static final CodeCacheUse NO_CODE_CACHE =
      new CodeCacheUse(OptionalLong.empty(), 0, 0, OptionalDouble.empty(), 0);

  /// The actions of a trap that discard its code.
  private static final Set<String> DISCARDING = Set.of("reinterpret", "make_not_entrant");

  private final CompilationHistory compilations = new CompilationHistory();
  private final TrapCounts traps = new TrapCounts();
  private final Map<Long, Compilation.NotEntrant> notEntrant = new HashMap<>();
  private boolean any;

  /// Adds a compilation.
  ///
  /// @param osrBci -1 if the compilation is not OSR
  /// @param failure empty if there is code
  /// @param codeBytes 0 if unknown
  void compilation(
      int id,
      Method method,
      int level,
      int osrBci,
      double startSeconds,
      double endSeconds,
      String failure,
      int codeBytes,
      int inlinedBytes,
      @Nullable CallTree tree) {
    any = true;
    compilations.add(
        new Compilation(
            id,
            method,
            level,
            osrBci,
            Double.NaN,
            startSeconds,
            endSeconds,
            failure.isEmpty(),
            failure,
            failure.isEmpty() ? List.of() : List.of(failure),
            1,
            codeBytes,
            inlinedBytes,
            -1,
            -1,
            null,
            tree,
            List.of()));
  }

  /// Adds a trap of the code with that id.
  ///
  /// @param path from the compiled method to the method with the trap
  void trap(
      long compileId, List<Method> path, int bci, String reason, String action, double seconds) {
    any = true;
    traps.add(path, bci, reason, action, seconds);
    if (DISCARDING.contains(action)) {
      notEntrant(compileId, "uncommon trap", seconds);
    }
  }

  /// The first reason counts: it is the more exact one.
  void notEntrant(long compileId, String reason, double seconds) {
    any = true;
    notEntrant.putIfAbsent(compileId, new Compilation.NotEntrant(reason, seconds));
  }

  LogContent finish(
      Vm vm, CodeCacheUse codeCache, List<Path> parts, double endSeconds, List<String> notKnown) {
    return new LogContent(
        any || !vm.release().isEmpty(),
        vm,
        compilations.finish(notEntrant),
        traps.finish(),
        codeCache,
        List.of(),
        parts,
        endSeconds,
        notKnown);
  }
}
