// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StripedSlots;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A run of native memory that one stack at a time allocates from.
///
/// ```
///   below <- this -> above        the chain of one stack; slabs above the current one are empty
///   address .. resume             what was in use when the stack went on to the slab above
/// ```
///
/// The memory belongs to an automatic arena: the collector frees it once [StackSlabSource] has
/// dropped the slab. So no call can free it twice, too early, or never because of an error in
/// between. The linker is not loaded.
final class StackSlab extends StripedSlots.Item {
  private static final VarHandle TENANT;

  static {
    try {
      TENANT = MethodHandles.lookup().findVarHandle(StackSlab.class, "tenant", NativeStack.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /// A cache line.
  static final long ALIGNMENT = 64;

  final long address;
  final long byteSize;

  @Nullable StackSlab below;
  @Nullable StackSlab above;
  long resume;

  /// The neighbors in the list of all slabs; see [StackSlabSource].
  @Nullable StackSlab previous;

  @Nullable StackSlab next;

  /// The next one in the list of idle slabs of this size.
  @Nullable StackSlab nextIdle;

  /// Keeps the memory reachable.
  private final MemorySegment memory;

  private @Nullable NativeStack tenant;

  private StackSlab(MemorySegment memory) {
    this.memory = memory;
    this.address = memory.address();
    this.byteSize = memory.byteSize();
    // Links the call, which allocates, before anything depends on it.
    tenant(tenant());
  }

  /// @throws OutOfMemoryError if there is no memory, or `-XX:MaxDirectMemorySize` allows no more
  static StackSlab allocate(long byteSize) {
    return new StackSlab(Arena.ofAuto().allocate(byteSize, ALIGNMENT));
  }

  /// The last borrower, which may have given the slab back since.
  @Nullable NativeStack tenant() {
    return (NativeStack) TENANT.getAcquire(this);
  }

  @SuppressWarnings("ReferenceEquality") // A tenant is equal to itself only.
  void tenant(@Nullable NativeStack borrower) {
    if (tenant != borrower) {
      TENANT.setRelease(this, borrower);
    }
  }

  void forget(NativeStack borrower) {
    TENANT.compareAndSet(this, borrower, null);
  }

  long limit() {
    return address + byteSize;
  }

  @Override
  public String toString() {
    return memory.toString();
  }
}
