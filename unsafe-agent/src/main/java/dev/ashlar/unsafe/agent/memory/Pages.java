// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds the block of an address without a lock. A look-up makes three reads: of a region of 1 GiB,
/// of a page of 4 KiB, and of a granule of 16 bytes. A page inside of one block has one entry; any
/// other page has 256. Each entry belongs to one block, because `malloc` aligns to 16.
///
/// A thread that gets an address from another thread also sees the entries of the address here.
/// before.
@SuppressWarnings("ReferenceEquality") // Regions and pages are compared by identity.
final class Pages {
  private static final int ADDRESS_BITS = 48;
  private static final int REGION_BITS = 30;
  private static final int PAGE_BITS = 12;
  private static final int GRANULE_BITS = 4;
  private static final int REGION_MASK = (1 << (ADDRESS_BITS - REGION_BITS)) - 1;
  private static final int PAGE_MASK = (1 << (REGION_BITS - PAGE_BITS)) - 1;
  private static final int GRANULES = 1 << (PAGE_BITS - GRANULE_BITS);

  /// The blocks found last, by a hash of the address.
  private static final @Nullable Block[] RECENT = new Block[1024];

  private static final int RECENT_BITS = 7;

  private static final @Nullable Block[] NO_PAGE = new Block[1];
  private static final @Nullable Block[][] NO_REGION = region();
  private static final @Nullable Block[][][] REGIONS = new Block[REGION_MASK + 1][][];

  private static final VarHandle REGION =
      MethodHandles.arrayElementVarHandle(Block[][][].class).withInvokeExactBehavior();
  private static final VarHandle PAGE =
      MethodHandles.arrayElementVarHandle(Block[][].class).withInvokeExactBehavior();
  private static final VarHandle GRANULE =
      MethodHandles.arrayElementVarHandle(Block[].class).withInvokeExactBehavior();

  static {
    Arrays.fill(REGIONS, NO_REGION);
  }

  private Pages() {}

  private static @Nullable Block[][] region() {
    @Nullable Block[][] region = new Block[PAGE_MASK + 1][];
    Arrays.fill(region, NO_PAGE);
    return region;
  }

  /// {@return the block in the entry of an address, which may not contain it; null if there is
  /// none}
  private static @Nullable Block near(long address) {
    @Nullable Block[] page =
        REGIONS[(int) (address >>> REGION_BITS) & REGION_MASK][pageIndex(address)];
    return page[granule(address) & (page.length - 1)];
  }

  /// {@return the block found last for an address with the same hash; it may not contain `address`}
  static @Nullable Block recent(long address) {
    return RECENT[(int) (address >>> RECENT_BITS) & (RECENT.length - 1)];
  }

  /// Sets the block that [#recent] returns for an address.
  static void found(long address, Block block) {
    RECENT[(int) (address >>> RECENT_BITS) & (RECENT.length - 1)] = block;
  }

  private static int pageIndex(long address) {
    return (int) (address >>> PAGE_BITS) & PAGE_MASK;
  }

  private static int granule(long address) {
    return (int) (address >>> GRANULE_BITS);
  }

  /// {@return the block that contains an address, in its red zones too; null if there is none}
  static @Nullable Block at(long address) {
    VarHandle.acquireFence();
    return address >>> ADDRESS_BITS == 0 ? near(address) : null;
  }

  /// {@return the first block that has one of the bytes at `[address, address + bytes)`; null if
  /// there is none}
  static @Nullable Block first(long address, long bytes) {
    long end = Math.min(address + bytes, 1L << ADDRESS_BITS);
    for (long at = address; at < end; ) {
      @Nullable Block[] page = REGIONS[(int) (at >>> REGION_BITS) & REGION_MASK][pageIndex(at)];
      Block block = page[granule(at) & (page.length - 1)];
      if (block != null) {
        return block;
      }
      int bits = page.length == 1 ? PAGE_BITS : GRANULE_BITS;
      at = ((at >>> bits) + 1) << bits;
    }
    return null;
  }

  static void add(Block block) {
    @Nullable Block[] whole = {block};
    for (long page = block.first >>> PAGE_BITS; page << PAGE_BITS < block.last; page++) {
      long from = page << PAGE_BITS;
      @Nullable Block[][] region = ownRegion(from);
      if (isWhole(block, from)) {
        PAGE.setRelease(region, pageIndex(from), whole);
      } else {
        @Nullable Block[] granules = granules(region, pageIndex(from));
        for (int i = firstGranule(block, from); i < lastGranule(block, from); i++) {
          GRANULE.setRelease(granules, i, block);
        }
      }
    }
  }

  /// Removes the entries of a block, except those that a later block has replaced.
  static void remove(Block block) {
    for (long page = block.first >>> PAGE_BITS; page << PAGE_BITS < block.last; page++) {
      long from = page << PAGE_BITS;
      @Nullable Block[][] region = REGIONS[(int) (from >>> REGION_BITS)];
      @Nullable Block[] entries = (Block[]) PAGE.getAcquire(region, pageIndex(from));
      if (entries.length > 1) {
        for (int i = firstGranule(block, from); i < lastGranule(block, from); i++) {
          GRANULE.compareAndSet(entries, i, block, (Block) null);
        }
      } else if (entries[0] == block) {
        PAGE.compareAndSet(region, pageIndex(from), entries, NO_PAGE);
      }
    }
  }

  private static boolean isWhole(Block block, long page) {
    return block.first <= page && page + (1 << PAGE_BITS) <= block.last;
  }

  private static int firstGranule(Block block, long page) {
    return (int) (Math.max(block.first - page, 0) >>> GRANULE_BITS);
  }

  private static int lastGranule(Block block, long page) {
    return (int) (Math.min(block.last - page, 1 << PAGE_BITS) >>> GRANULE_BITS);
  }

  private static @Nullable Block[][] ownRegion(long address) {
    int index = (int) (address >>> REGION_BITS);
    if (REGIONS[index] == NO_REGION) {
      REGION.compareAndSet(REGIONS, index, NO_REGION, region());
    }
    return (Block[][]) REGION.getAcquire(REGIONS, index);
  }

  private static @Nullable Block[] granules(@Nullable Block[][] region, int index) {
    while (true) {
      @Nullable Block[] entries = (Block[]) PAGE.getAcquire(region, index);
      if (entries.length > 1) {
        return entries;
      }
      // A block that had the whole page is dead, or this one could not be in it.
      PAGE.compareAndSet(region, index, entries, new Block[GRANULES]);
    }
  }

  static void forEach(Consumer<Block> action) {
    Block last = null;
    for (@Nullable Block[][] region : REGIONS) {
      if (region != NO_REGION) {
        for (@Nullable Block[] page : region) {
          for (Block block : page) {
            if (block != null && block != last) {
              action.accept(block);
              last = block;
            }
          }
        }
      }
    }
  }
}
