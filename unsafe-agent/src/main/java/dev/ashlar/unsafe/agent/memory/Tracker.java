// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.NativeAccessException;
import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.ReferenceQueue;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tracks blocks of native memory from allocation to free, and checks the accesses to them.
/// Thread-safe.
///
/// An address of no known block may belong to a mapped file, to the foreign memory API or to native
/// code. Accesses to it are allowed and counted, unless the checks are strict.
public final class Tracker {
  private static final Checks CHOSEN = Checks.chosen();

  public static final boolean CHECKS = CHOSEN.accesses();

  /// Whether the blocks that are not freed at exit are listed.
  public static final boolean LEAKS = CHOSEN.leaks();

  public static final boolean ACTIVE = CHECKS || LEAKS;

  private static final boolean WRITTEN = CHOSEN.written();

  /// More than there are addresses: allocating it fails.
  private static final long MOST_BYTES = 1L << 47;

  private static final LongAdder UNKNOWN_ACCESSES = new LongAdder();
  private static final LongAdder UNTRACKED_BLOCKS = new LongAdder();

  private static volatile Consumer<RefusedAccessException> listener = _ -> {};

  private Tracker() {}

  /// Sets the listener, which receives each refusal before it is thrown.
  public static void listen(Consumer<RefusedAccessException> refusals) {
    listener = refusals;
  }

  private static NativeAccessException refused(NativeAccessException refusal) {
    listener.accept(refusal);
    return refusal;
  }

  /// {@return the number of accesses and frees of addresses that belong to no known block}
  public static long unknownAccesses() {
    return UNKNOWN_ACCESSES.sum();
  }

  /// {@return the number of blocks that are not tracked because the heap was full}
  public static long untrackedBlocks() {
    return UNTRACKED_BLOCKS.sum();
  }

  /// The blocks that were allocated at one stack and not freed.
  ///
  /// @param stack the stack of the allocation, innermost first; empty if it was not recorded
  public record Leak(List<StackTraceElement> stack, long bytes, long count) {}

  /// {@return the blocks that are not freed, by stack; the stack with the most bytes comes first}
  public static List<Leak> leaks() {
    Map<Stack, long[]> sums = new HashMap<>();
    Pages.forEach(block -> {
      if (!block.isOfBuffer() && block.freed() == null) {
        long[] sum = sums.computeIfAbsent(block.allocated, _ -> new long[2]);
        sum[0] += block.byteSize;
        sum[1]++;
      }
    });
    return sums.entrySet().stream()
        .map(e -> new Leak(e.getKey().elements(), e.getValue()[0], e.getValue()[1]))
        .sorted(Comparator.comparingLong(Leak::bytes).reversed())
        .toList();
  }

  /// Allocates a tracked block, with the contract of [NativeMemory#allocate].
  public static long allocate(long bytes) {
    if (bytes <= 0 || bytes > MOST_BYTES) {
      return NativeMemory.allocate(bytes);
    }
    long size = Block.memorySize(bytes, WRITTEN);
    long memory;
    try {
      memory = NativeMemory.allocate(size);
    } catch (OutOfMemoryError e) {
      Quarantine.clear();
      memory = NativeMemory.allocate(size);
    }
    Block block = null;
    try {
      block = new Block(memory, bytes);
      Pages.add(block);
      if (WRITTEN) {
        marks(block, block.start, bytes).fill((byte) 0);
      }
      return block.start;
    } catch (OutOfMemoryError | StackOverflowError e) {
      if (block != null) {
        Pages.remove(block);
      }
      NativeMemory.free(memory);
      if (e instanceof StackOverflowError || CHOSEN.strict()) {
        throw e;
      }
      UNTRACKED_BLOCKS.increment();
      return NativeMemory.allocate(bytes);
    }
  }

  /// Reallocates a block as [NativeMemory#reallocate] does. A tracked block always moves.
  ///
  /// @throws NativeAccessException if `address` is not the start of a block, or if the block is
  ///   freed
  public static long reallocate(long address, long bytes) {
    if (address == 0) {
      return allocate(bytes);
    }
    Block old = toFree("reallocateMemory", address);
    if (old == null) {
      return NativeMemory.reallocate(address, bytes);
    }
    long moved = allocate(bytes);
    if (moved != 0) {
      long kept = Math.min(bytes, old.byteSize);
      MemorySegment.copy(Block.ALL, address, Block.ALL, moved, kept);
      copied(address, moved, kept);
    }
    free(address);
    return moved;
  }

  /// Frees a block as [NativeMemory#free] does. A tracked block keeps its memory in [Quarantine]
  /// for a while.
  ///
  /// @throws NativeAccessException if `address` is not the start of a block, or if the block is
  ///   freed
  public static void free(long address) {
    if (address == 0) {
      return;
    }
    Block block = toFree("freeMemory", address);
    if (block == null) {
      NativeMemory.free(address);
    } else if (block.free(Stack.ofSame(block.allocated))) {
      Quarantine.add(block, () -> NativeMemory.free(block.first));
    } else {
      throw refused(Fault.ofFree(block, "freeMemory", address));
    }
  }

  /// {@return the living block of an address, or null if nothing is known of it}
  private static @Nullable Block toFree(String name, long address) {
    Block block = Pages.at(address);
    if (block == null) {
      unknown(name, 1, address);
    } else if (block.start != address || block.isOfBuffer() || block.freed() != null) {
      throw refused(Fault.ofFree(block, name, address));
    }
    return block;
  }

  /// {@return whether an address belongs to a block that is not freed}
  public static boolean isKnown(long address) {
    Block block = Pages.at(address);
    return block != null && block.holds(address, 0);
  }

  /// Tracks the memory of a direct buffer, until it is collected or freed.
  ///
  /// @param buffer the buffer; it must own its memory
  public static synchronized void learn(ByteBuffer buffer) {
    long address = MemorySegment.ofBuffer(buffer.duplicate().clear()).address();
    if (!isKnown(address)) {
      Pages.add(new Block(address, buffer, Collected.QUEUE));
    }
  }

  /// Frees the memory of a buffer. Memory that is not tracked is freed at once. Tracked memory
  /// stays in [Quarantine] for a while.
  ///
  /// @param clean returns the memory to the JDK; it may be called twice
  public static void free(ByteBuffer buffer, Runnable clean) {
    Block block = Pages.at(MemorySegment.ofBuffer(buffer.duplicate().clear()).address());
    if (block == null || !block.isOfBuffer() || block.freed() != null) {
      clean.run();
    } else if (block.free(Stack.ofSame(block.allocated))) {
      // The action keeps the buffer, so that the JDK does not free it.
      Quarantine.add(block, clean);
    }
  }

  /// A thread that finds collected buffers, so that accesses need not look for them.
  private static final class Collected {
    static final ReferenceQueue<ByteBuffer> QUEUE = new ReferenceQueue<>();

    static {
      Thread thread = new Thread(Collected::await, "ashlar-unsafe-agent-buffers");
      thread.setDaemon(true);
      thread.start();
    }

    private Collected() {}

    private static void await() {
      while (true) {
        try {
          Block block = ((Block.Owner) QUEUE.remove()).block;
          // The JDK frees the memory, and who has it next may be unknown here.
          if (block.free(Stack.COLLECTED) && !CHOSEN.strict()) {
            Pages.remove(block);
          }
        } catch (InterruptedException e) {
          // Nobody asks this thread to end.
        }
      }
    }
  }

  /// {@return a handle of type `(long)long` that checks the address of an access and returns it}
  public static MethodHandle check(String name, int bytes, boolean writes) {
    String check = !WRITTEN ? "check" : writes ? "checkWrite" : "checkRead";
    try {
      MethodHandle found =
          MethodHandles.lookup()
              .findStatic(
                  Tracker.class,
                  check,
                  methodType(long.class, String.class, int.class, long.class));
      return MethodHandles.insertArguments(found, 0, name, bytes);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static long check(String name, int bytes, long address) {
    Block block = Pages.recent(address);
    return block != null && block.holds(address, bytes) ? address : slow(name, bytes, address);
  }

  static long checkWrite(String name, int bytes, long address) {
    check(name, bytes, address);
    written(address, bytes);
    return address;
  }

  static long checkRead(String name, int bytes, long address) {
    check(name, bytes, address);
    checkWritten(name, address, bytes);
    return address;
  }

  private static long slow(String name, int bytes, long address) {
    checkRun(name, address, bytes);
    return address;
  }

  /// Checks the bytes at `[address, address + bytes)` before an access.
  ///
  /// @throws NativeAccessException if the access is refused
  public static void checkRun(String name, long address, long bytes) {
    if (!CHECKS || bytes == 0) {
      return;
    }
    Block block = Pages.at(address);
    if (block == null && address >= 0) {
      block = Pages.first(address, bytes);
    }
    if (block == null) {
      unknown(name, bytes, address);
    } else if (block.holds(address, bytes)) {
      Pages.found(address, block);
    } else {
      throw refused(Fault.of(block, name, bytes, address));
    }
  }

  private static void unknown(String name, long bytes, long address) {
    // Nothing is ever mapped at the first page.
    if (CHOSEN.strict() || address >>> 12 == 0 || address < 0 || address + bytes < 0) {
      throw refused(Fault.ofUnknown(name, bytes, address));
    }
    UNKNOWN_ACCESSES.increment();
  }

  /// Checks that the bytes at `[address, address + bytes)` were written, if that check is enabled.
  ///
  /// @throws NativeAccessException if one of them was not
  public static void checkWritten(String name, long address, long bytes) {
    Block block = WRITTEN ? Pages.at(address) : null;
    if (block != null && !block.isOfBuffer()) {
      long marks = address - block.start + block.last;
      for (long i = 0; i < bytes; i++) {
        if (Block.ALL.get(ValueLayout.JAVA_BYTE, marks + i) == 0) {
          throw refused(Fault.ofUnwritten(block, name, bytes, address + i));
        }
      }
    }
  }

  /// Marks the bytes at `[address, address + bytes)` as written, if that check is enabled.
  public static void written(long address, long bytes) {
    Block block = WRITTEN ? Pages.at(address) : null;
    if (block != null && !block.isOfBuffer()) {
      marks(block, address, bytes).fill((byte) 1);
    }
  }

  private static MemorySegment marks(Block block, long address, long bytes) {
    return Block.ALL.asSlice(address - block.start + block.last, bytes);
  }

  /// Copies the marks of written bytes from one range to another, if that check is enabled.
  public static void copied(long from, long to, long bytes) {
    Block source = WRITTEN && bytes > 0 ? Pages.at(from) : null;
    Block target = source == null || source.isOfBuffer() ? null : Pages.at(to);
    if (source == null || source.isOfBuffer()) {
      written(to, bytes);
    } else if (target != null && !target.isOfBuffer()) {
      marks(target, to, bytes).copyFrom(marks(source, from, bytes));
    }
  }
}
