package dev.ashlar.table.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// When memory may be reached directly: by its thread, if it has one, and as long as its scope is
/// alive. Of memory that nobody can end, that is a scope which never ends; both have the class of
/// confined scopes, so that asking is no virtual call.
public final class Ownership {
  private static final Class<?> CONFINED_SCOPE = Arena.ofConfined().scope().getClass();

  private final long owner;

  /// 0 if any thread may.
  private final long ownerMask;

  private final MemorySegment.Scope scope;

  /// @param owner the only thread that may reach the memory; null if any may
  public Ownership(@Nullable Thread owner, MemorySegment.Scope scope) {
    this.owner = owner == null ? 0 : owner.threadId();
    this.ownerMask = owner == null ? 0 : -1;
    this.scope = scope;
  }

  /// Whether this thread may reach the memory now.
  boolean permits() {
    return ((owner ^ Thread.currentThread().threadId()) & ownerMask) == 0
        && ((MemorySegment.Scope) CONFINED_SCOPE.cast(scope)).isAlive();
  }
}
