// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

/// The checks of native memory.
///
/// @param accesses whether each access must be inside of a block that is not freed
/// @param strict whether accesses to addresses of unknown blocks are refused
/// @param written whether a read of bytes that were never written is refused
/// @param leaks whether the blocks that are not freed at exit are listed
/// @param stackInterval n, to record the allocation stack of every n-th block
public record Checks(
    boolean accesses, boolean strict, boolean written, boolean leaks, int stackInterval) {
  /// The options of the agent about native memory, as text for messages.
  public static final String OPTIONS =
      "check, check=strict, check=init, check=stacks=N (of every N-th block) and leaks";

  private static final String STACKS = "check=stacks=";

  private static volatile Checks chosen = new Checks(false, false, false, false, 1);

  /// Adds an option. Call it before the first use of [Tracker], which reads the options once.
  ///
  /// @return whether `option` is one of [#OPTIONS]
  public static boolean choose(String option) {
    Checks c = chosen;
    switch (option) {
      case "check" -> chosen = new Checks(true, c.strict, c.written, c.leaks, c.stackInterval);
      case "check=strict" -> chosen = new Checks(true, true, c.written, c.leaks, c.stackInterval);
      case "check=init" -> chosen = new Checks(true, c.strict, true, c.leaks, c.stackInterval);
      case "leaks" -> chosen = new Checks(c.accesses, c.strict, c.written, true, c.stackInterval);
      default -> {
        if (!option.startsWith(STACKS)) {
          return false;
        }
        try {
          int interval = Integer.parseInt(option.substring(STACKS.length()));
          if (interval > 0) {
            chosen = new Checks(true, c.strict, c.written, c.leaks, interval);
            return true;
          }
        } catch (NumberFormatException e) {
          // It is no option then.
        }
        return false;
      }
    }
    return true;
  }

  static Checks chosen() {
    return chosen;
  }
}
