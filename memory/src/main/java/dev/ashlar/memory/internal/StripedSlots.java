// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A few items that any thread can take and give back without a lock. An item stays in its slot,
/// which is idle or lent. So taking is an exchange of one int and giving is a store: neither moves
/// a reference, which would cost the collector's barriers.
///
/// Threads start at different stripes of slots. There are more stripes than processors, so that
/// threads seldom meet. An item that a thread finds in another stripe moves to its own.
public class StripedSlots<T extends StripedSlots.Item> {
  /// An item of such slots.
  public abstract static class Item {
    private static final int NO_SLOT = -1;

    int slot = NO_SLOT;
  }

  private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);

  private static final int EMPTY = 0;
  private static final int IDLE = 1;
  private static final int LENT = 2;

  /// Two cache lines of ints, so that stripes share none.
  private static final int STRIDE = 32;

  private static final int STRIPES_PER_PROCESSOR = 4;
  private static final int MAX_STRIPES = 128;

  private final int[] states;
  private final int slotsPerStripe;

  /// Element `i` is written by the thread that has set state `i` to LENT, and read by the next
  /// thread that does.
  private final @Nullable Object[] items;

  /// @param slotsPerStripe at most 32
  public StripedSlots(int slotsPerStripe) {
    int wanted = STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    int stripes = Integer.highestOneBit(2 * Math.min(wanted, MAX_STRIPES) - 1);
    this.states = new int[stripes * STRIDE];
    this.items = new Object[stripes * STRIDE];
    this.slotsPerStripe = slotsPerStripe;
    // Links the calls, which allocates, before anything depends on it.
    set(claim(EMPTY, 0), EMPTY);
  }

  /// Lends an idle item.
  @SuppressWarnings("unchecked") // give takes nothing else
  public @Nullable T take() {
    int slot = claim(IDLE, 0);
    return slot >= 0 ? (T) items[slot] : takeElsewhere();
  }

  private @Nullable T takeElsewhere() {
    for (int away = STRIDE; away < states.length; away += STRIDE) {
      int slot = claim(IDLE, away);
      if (slot >= 0) {
        T item = item(slot);
        remove(item);
        return item;
      }
    }
    return null;
  }

  /// Takes back an item that was lent, or takes a new one. Returns false if it has no slot and none
  /// is free. A full fence follows, so that the caller can check next whether a thread waits.
  public boolean give(T item) {
    boolean given = giveQuietly(item);
    VarHandle.fullFence();
    return given;
  }

  /// Same as [#give], without a full fence, which costs as much as an exchange. For callers that do
  /// not check next whether a thread waits for the item.
  public boolean giveQuietly(T item) {
    int slot = item.slot;
    if (slot == Item.NO_SLOT) {
      slot = claim(EMPTY, 0);
      if (slot < 0) {
        return false;
      }
      items[slot] = item;
      item.slot = slot;
    }
    set(slot, IDLE);
    return true;
  }

  /// Frees the slot of an item that is lent.
  public void remove(T item) {
    int slot = item.slot;
    if (slot != Item.NO_SLOT) {
      item.slot = Item.NO_SLOT;
      items[slot] = null;
      set(slot, EMPTY);
    }
  }

  private void set(int slot, int state) {
    STATE.setRelease(states, slot, state);
  }

  /// Sets a slot that is in `state` to LENT, in the stripe at distance `away` from this thread's.
  /// Returns -1 if there is none.
  private int claim(int state, int away) {
    int home = (int) Thread.currentThread().threadId() * STRIDE;
    int first = (home + away) & (states.length - 1);
    for (int slot = first; slot < first + slotsPerStripe; slot++) {
      if (states[slot] == state && STATE.compareAndSet(states, slot, state, LENT)) {
        return slot;
      }
    }
    return -1;
  }

  @SuppressWarnings("unchecked") // give takes nothing else
  private T item(int slot) {
    return (T) Objects.requireNonNull(items[slot]);
  }
}
