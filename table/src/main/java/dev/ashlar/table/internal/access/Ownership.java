// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// When memory may be reached directly: by its thread, if it has one, and as long as its scope is
/// alive. Of memory that nobody can end, that is a scope which never ends; both have the class of
/// confined scopes, so that asking is no virtual call.
///
/// @param owner the only thread that may reach the memory; null if any may
public record Ownership(@Nullable Thread owner, MemorySegment.Scope scope) {
  /// Of the owner; 0 if there is none.
  long ownerId() {
    return owner == null ? 0 : owner.threadId();
  }
}
