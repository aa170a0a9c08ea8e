// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The condition for direct access to memory: the calling thread is the memory's owner, if it has
/// one, and its scope is alive. Memory that no thread can free has a scope that never ends. Both
/// scopes have the class of confined scopes, so that `isAlive` is not a virtual call.
///
/// All chunks of a table have the same ownership. A cursor has it too, so that a loop checks it
/// once, although the chunk changes.
public final class Ownership {
  /// The ownership of memory that is never reached directly: no thread has the id 0.
  static final Ownership NONE = new Ownership(0, -1, MemorySegment.NULL.scope());

  /// The id of the only thread that may reach the memory directly; looked at under [#ownerMask],
  /// which is 0 if any thread may, and else -1.
  final long owner;

  final long ownerMask;

  final MemorySegment.Scope scope;

  /// @param permit of a caller that gives it to no chunk but those of such memory
  /// @param owner the only thread that may reach the memory; null if any may
  public Ownership(Permit permit, @Nullable Thread owner, MemorySegment.Scope scope) {
    this(owner == null ? 0 : owner.threadId(), owner == null ? 0 : -1, scope);
    Objects.requireNonNull(permit);
  }

  private Ownership(long owner, long ownerMask, MemorySegment.Scope scope) {
    this.owner = owner;
    this.ownerMask = ownerMask;
    this.scope = scope;
  }

  /// Whether another one depends on the same.
  @SuppressWarnings("ReferenceEquality")
  boolean isSame(Ownership other) {
    return owner == other.owner && ownerMask == other.ownerMask && scope == other.scope;
  }
}
