package dev.ashlar.jit;

import org.jspecify.annotations.Nullable;

/// One compilation of one method.
///
/// @param id HotSpot's number of the compilation
/// @param level 1 to 3 for C1, 4 for C2
/// @param osrBci where a running loop enters the code; -1 if callers enter it
/// @param startSeconds since the JVM started
/// @param endSeconds likewise; NaN if the log ends before the compilation does
/// @param succeeded whether there is code
/// @param failure the last reason of a compilation without code; empty if there is code
/// @param attempts more than one if C2 began anew with less optimisation; the last one counts
/// @param codeBytes size of the code
/// @param inlinedBytes bytecode of the methods inlined in it
/// @param invocations how often the method was called before, as far as HotSpot counted
/// @param loops how often its loops went round before, likewise
/// @param discarded that and why HotSpot threw the code away; null while it is in use
/// @param tree its calls; null if a later compilation of the method has replaced it
public record Task(
    int id,
    Method method,
    int level,
    int osrBci,
    double startSeconds,
    double endSeconds,
    boolean succeeded,
    String failure,
    int attempts,
    int codeBytes,
    int inlinedBytes,
    long invocations,
    long loops,
    @Nullable Discard discarded,
    @Nullable CallTree tree) {

  /// The end of some code.
  ///
  /// @param reason in HotSpot's words
  /// @param seconds since the JVM started; NaN if the log does not say
  public record Discard(String reason, double seconds) {}

  /// The level of C2, which optimises fully.
  public static final int FULL = 4;

  public boolean isC2() {
    return level == FULL;
  }

  public boolean isOsr() {
    return osrBci >= 0;
  }

  /// {@return the compiler, and where the code is entered, as `C2, entered in the loop line 17 @
  /// 5`}
  public String title(SourceLines source) {
    return (isC2() ? "C2" : "C1 level " + level)
        + (isOsr() ? ", entered in the loop " + source.position(method, osrBci) : "");
  }

  /// Shows each target of each call to `visitor`; none if the tree was replaced.
  void forEachDecision(CallTree.DecisionVisitor visitor) {
    if (tree != null) {
      tree.forEachDecision(visitor);
    }
  }

  Task withTree(@Nullable CallTree other) {
    return with(discarded, other);
  }

  Task withDiscarded(Discard discard) {
    return with(discard, tree);
  }

  private Task with(@Nullable Discard otherDiscarded, @Nullable CallTree otherTree) {
    return new Task(
        id,
        method,
        level,
        osrBci,
        startSeconds,
        endSeconds,
        succeeded,
        failure,
        attempts,
        codeBytes,
        inlinedBytes,
        invocations,
        loops,
        otherDiscarded,
        otherTree);
  }
}
