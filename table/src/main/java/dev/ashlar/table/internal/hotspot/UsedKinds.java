// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.hotspot;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.memory.internal.hotspot.Warmup;
import dev.ashlar.table.internal.access.FieldAccess;
import org.jspecify.annotations.Nullable;

/// The [kinds of memory][dev.ashlar.table.internal.access.Chunk#kind] that this JVM has tables of.
/// [ProfileWarmup] runs the accessors for these, before a loop is compiled. When a table of another
/// kind is made, it runs them for all kinds again, and then HotSpot discards all compiled code that
/// reaches rows.
///
/// HotSpot does not compile a branch that has never run, but puts a trap in its place. Since a
/// table's kind is the same for all rows, HotSpot hoists the trap out of the loop. If another kind
/// of table hits it there, HotSpot never again hoists anything out of that loop. Code that is
/// discarded because a call site has another target leaves no such record
/// (`Compile::too_many_traps` in HotSpot's `compile.cpp`). Only used kinds are compiled, because
/// inlining has a limit. With all kinds, six fields of a cursor are too large to be inlined into a
/// loop that moves the cursor by a method of its own.
///
/// At first, accesses are counted and check the stack, since they may have to link methods or start
/// a thread. A program with few accesses never warms up. A program with more starts the warm-up. It
/// has to wait when it has made so many accesses that HotSpot would soon compile its loops. After
/// the warm-up, compiled code is discarded, and the new code does not count.
public final class UsedKinds {
  /// The number of accesses after which the warm-up begins.
  private static final int START = 100;

  /// The number of accesses after which a program waits for its end. HotSpot compiles for good
  /// after 5000 calls at the earliest.
  private static final int HOLD = 2_000;

  /// Threads may race to count.
  private static int accesses;

  /// A bit for each kind. A thread that reads an older value asks again, under the lock.
  private static int used;

  /// The last warm-up; null before the first.
  private static @Nullable ProfileWarmup warmup;

  private UsedKinds() {}

  /// Is called before a program gets a table of this kind. If others have been warmed up already,
  /// this waits until they have been with it.
  public static void add(int kind) {
    if ((used & 1 << kind) == 0 && !ProfileWarmup.isWarmingUp()) {
      addFirst(1 << kind);
    }
  }

  private static void addFirst(int kind) {
    StackHeadroom.require();
    ProfileWarmup again = null;
    synchronized (UsedKinds.class) {
      if ((used & kind) == 0 && warmup != null && !Warmup.isOff()) {
        again = warmUp(used | kind);
      }
      used |= kind;
    }
    if (again != null) {
      again.await();
    }
  }

  /// Is called before each access.
  public static void beforeAccess() {
    if (FieldAccess.CODE.isFirst()) {
      count();
    }
  }

  private static void count() {
    StackHeadroom.require(); // Before it counts: who tries again with more stack is one access.
    accesses++;
    if (accesses >= START && !ProfileWarmup.isWarmingUp()) {
      ProfileWarmup first = first();
      if (accesses >= HOLD) {
        first.await();
      }
    }
  }

  private static synchronized ProfileWarmup first() {
    ProfileWarmup first = warmup;
    if (first == null) {
      first = Warmup.isOff() ? ProfileWarmup.none() : warmUp(used);
      warmup = first;
    } else if (first.isOver() && FieldAccess.CODE.isFirst()) {
      recompile(); // The end of the warm-up had no heap for it.
    }
    return first;
  }

  private static ProfileWarmup warmUp(int kinds) {
    ProfileWarmup all = new ProfileWarmup(kinds);
    all.start();
    warmup = all;
    return all;
  }

  static synchronized boolean isLast(ProfileWarmup one) {
    return one == warmup;
  }

  /// Ends counting, and discards all code that calls [#beforeAccess].
  static void recompile() {
    try {
      FieldAccess.CODE.discard();
    } catch (OutOfMemoryError full) {
      // The next access that is counted tries again.
    }
  }
}
