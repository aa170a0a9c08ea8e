// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One compilation of one method.
///
/// @param id HotSpot's number for the compilation
/// @param level the tier: 1 to 3 for C1, 4 for C2, [#GRAAL] for a compiler behind JVMCI
/// @param osrBci bytecode index of an on-stack replacement; -1 for an ordinary compilation
/// @param queuedSeconds when it was requested, since the JVM started; NaN if the log does not say
/// @param startSeconds when it began, since the JVM started
/// @param endSeconds when it ended, since the JVM started; NaN if the log ends before
/// @param succeeded whether there is code
/// @param failure the reason why the last attempt failed; empty if there is code
/// @param bailouts the reason of each failed attempt; C2 retries with less optimization
/// @param attempts the number of attempts; only the last one is kept
/// @param codeBytes size of the nmethod
/// @param inlinedBytes size of the bytecode of the methods inlined in it
/// @param invocations calls of the method before the compilation, as HotSpot counted them; -1 if
///   unknown
/// @param backedgeCount loop iterations before the compilation, as HotSpot counted them; -1 if
///   unknown
/// @param notEntrant when and why the code was made not entrant; null while it is in use
/// @param tree its call tree; null if a later compilation of the method has replaced it
/// @param eliminations the allocations and locks that C2 removed; empty without a tree
public record Compilation(
    int id,
    Method method,
    int level,
    int osrBci,
    double queuedSeconds,
    double startSeconds,
    double endSeconds,
    boolean succeeded,
    String failure,
    List<String> bailouts,
    int attempts,
    int codeBytes,
    int inlinedBytes,
    long invocations,
    long backedgeCount,
    @Nullable NotEntrant notEntrant,
    @Nullable CallTree tree,
    List<Elimination> eliminations) {

  /// The code was made not entrant: no new call enters it.
  ///
  /// @param reason the reason in HotSpot's words
  /// @param seconds the time since the JVM started; NaN if the log does not have it
  public record NotEntrant(String reason, double seconds) {}

  /// The tier of C2 (`CompLevel_full_optimization`).
  public static final int FULL_OPTIMIZATION = 4;

  /// The tier of Graal, the compiler behind JVMCI. HotSpot gives it C2's tier. Here it has its own,
  /// because findings about C2 do not hold for Graal.
  public static final int GRAAL = 5;

  public boolean isC2() {
    return level == FULL_OPTIMIZATION;
  }

  /// {@return the compiler: `C1`, `C2` or `Graal`}
  public String compiler() {
    return level >= GRAAL ? "Graal" : isC2() ? "C2" : "C1";
  }

  public boolean isOsr() {
    return osrBci >= 0;
  }

  /// {@return the compiler and, for an OSR compilation, its entry, as `C2, OSR (line 17 @ 5)`}
  public String title(SourceLines source) {
    return compiler()
        + (level < FULL_OPTIMIZATION ? " level " + level : "")
        + (isOsr() ? ", OSR (" + source.position(method, osrBci) + ")" : "");
  }

  /// Visits each target of each call; visits nothing if the tree was dropped.
  public void forEachDecision(CallTree.DecisionVisitor visitor) {
    if (tree != null) {
      tree.forEachDecision(visitor);
    }
  }

  /// {@return this compilation by Graal} Graal logs no calls.
  public Compilation byGraal() {
    return with(method, GRAAL, queuedSeconds, notEntrant, null);
  }

  public Compilation withTree(@Nullable CallTree other) {
    return with(method, level, queuedSeconds, notEntrant, other);
  }

  public Compilation withNotEntrant(NotEntrant other) {
    return with(method, level, queuedSeconds, other, tree);
  }

  public Compilation withQueuedSeconds(double other) {
    return with(method, level, other, notEntrant, tree);
  }

  /// {@return this compilation, of another method}
  public Compilation of(Method other) {
    return with(other, level, queuedSeconds, notEntrant, tree);
  }

  private Compilation with(
      Method otherMethod,
      int otherLevel,
      double otherQueuedSeconds,
      @Nullable NotEntrant otherNotEntrant,
      @Nullable CallTree otherTree) {
    return new Compilation(
        id,
        otherMethod,
        otherLevel,
        osrBci,
        otherQueuedSeconds,
        startSeconds,
        endSeconds,
        succeeded,
        failure,
        bailouts,
        attempts,
        codeBytes,
        inlinedBytes,
        invocations,
        backedgeCount,
        otherNotEntrant,
        otherTree,
        otherTree == null ? List.of() : eliminations);
  }
}
