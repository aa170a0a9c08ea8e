package dev.ashlar.memory;

/// Lets the calling thread pass to native memory: it has not ended, and does not belong to another
/// thread, as far as this is found out here and not by the JDK. Otherwise throws [RefusedAccess].
///
/// A constructor, because C2 inlines one wherever it was executed, and anything else only where the
/// profile says that it is often called (`is_init_with_ea` and `should_not_inline` in HotSpot's
/// `bytecodeInfo.cpp`). So native memory is fast in a program that rarely uses it. The object
/// itself is eliminated.
///
/// All native memory is asked the same, without a branch and of scopes of one class. What is asked
/// of some memory only, or of a scope whose class varies, stays in a loop that meets several kinds.
final class Guard {
  /// @throws Refused if the memory is closed, released or another thread's
  Guard(Region region) {
    if (!region.open.isAlive()
        || (region.generation.difference(region.lent)
                | ((region.owner ^ Thread.currentThread().threadId()) & region.confined))
            != 0) {
      throw Region.REFUSED;
    }
  }
}
