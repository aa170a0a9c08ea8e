package dev.ashlar.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A run of native memory that one stack at a time allocates from.
///
/// ```
///   below <- this -> above        the chain of one stack; slabs above the current one are empty
///   address .. resume             what was in use when the stack went on to the slab above
/// ```
final class Slab extends StripedSlots.Item {
  private static final VarHandle TENANT;

  static {
    try {
      TENANT = MethodHandles.lookup().findVarHandle(Slab.class, "tenant", SlabChain.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  final long address;
  final long byteSize;

  @Nullable Slab below;
  @Nullable Slab above;
  long resume;

  /// Where [SlabSource] keeps this slab in its list.
  int index;

  private final long block;

  private @Nullable SlabChain tenant;

  private Slab(long block, long byteSize) {
    this.block = block;
    this.address = Restricted.cacheLine(block);
    this.byteSize = byteSize;
  }

  static Slab reserve(long byteSize) {
    return new Slab(Restricted.malloc(Restricted.withCacheLine(byteSize)), byteSize);
  }

  void free() {
    Restricted.free(block);
  }

  long limit() {
    return address + byteSize;
  }

  /// Who borrowed it last; it may have given it back since.
  @Nullable SlabChain tenant() {
    return (SlabChain) TENANT.getAcquire(this);
  }

  void tenant(@Nullable SlabChain chain) {
    if (tenant != chain) {
      TENANT.setRelease(this, chain);
    }
  }

  void forget(SlabChain chain) {
    TENANT.compareAndSet(this, chain, null);
  }
}
