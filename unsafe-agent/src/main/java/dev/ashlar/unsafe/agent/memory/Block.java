// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A range of native memory that is allocated and freed as a whole: a block of Unsafe between two
/// red zones, or the memory of a direct buffer.
///
/// ```
/// first       start                end               last
/// | red zone  | byteSize bytes     | red zone        | a byte for each that was written, if asked
/// ```
final class Block {
  @SuppressWarnings("restricted")
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final int ALIGNMENT = 16;
  private static final int LEAST_ZONE = 32;
  private static final int MOST_ZONE = 1024;

  private static final VarHandle FREED;

  static {
    try {
      FREED = MethodHandles.lookup().findVarHandle(Block.class, "freed", Stack.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// A weak reference to the buffer that owns a block, with a reference to the block.
  static final class Owner extends WeakReference<ByteBuffer> {
    final Block block;

    private Owner(ByteBuffer buffer, Block block, ReferenceQueue<ByteBuffer> queue) {
      super(buffer, queue);
      this.block = block;
    }
  }

  /// The first byte of the memory, including the red zone.
  final long first;

  final long start;
  final long byteSize;

  /// The address after the last byte of the memory, a multiple of 16. It excludes the marks of
  /// written bytes.
  final long last;

  final Stack allocated;
  private final @Nullable Owner owner;

  /// Where it was freed; null while it lives.
  private volatile @Nullable Stack freed;

  Block(long first, long byteSize) {
    this.first = first;
    this.byteSize = byteSize;
    start = first + zone(byteSize);
    last = start + rounded(byteSize) + zone(byteSize);
    allocated = Stack.sampled();
    owner = null;
  }

  /// Creates the block of a direct buffer's memory, which lives as long as the buffer does.
  Block(long address, ByteBuffer buffer, ReferenceQueue<ByteBuffer> queue) {
    first = address;
    start = address;
    byteSize = buffer.capacity();
    last = rounded(address + byteSize);
    allocated = Stack.sampled();
    owner = new Owner(buffer, this, queue);
  }

  private static long rounded(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  private static long zone(long bytes) {
    return Math.clamp(bytes / 8, LEAST_ZONE, MOST_ZONE) & -ALIGNMENT;
  }

  /// {@return the number of bytes to allocate for a block of Unsafe}
  ///
  /// @param bytes the size of the block
  /// @param written whether the block has a mark for each written byte
  static long memorySize(long bytes, boolean written) {
    return rounded(bytes) * (written ? 2 : 1) + 2 * zone(bytes);
  }

  /// {@return whether this block contains the bytes at `[address, address + bytes)` and is not
  /// freed}
  boolean holds(long address, long bytes) {
    long position = address - start;
    return position >= 0 && position <= byteSize - bytes && freed() == null;
  }

  boolean isOfBuffer() {
    return owner != null;
  }

  /// {@return the stack of the call that freed it; null if it is not freed}
  @Nullable Stack freed() {
    return freed;
  }

  /// {@return whether this call freed it; false if it was freed before}
  boolean free(Stack stack) {
    return FREED.compareAndSet(this, null, stack);
  }
}
