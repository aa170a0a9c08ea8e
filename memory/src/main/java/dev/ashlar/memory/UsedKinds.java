// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.CompiledCode;
import dev.ashlar.memory.internal.StackHeadroom;
import org.jspecify.annotations.Nullable;

/// The kinds of memory that this JVM has made [Bytes] of: [Region#ARRAY], [Region#SLICE],
/// [Region#NATIVE]. When a second or third one is added, [ProfileWarmup] runs the accessors for all
/// of them, and then HotSpot discards all compiled code that accesses `Bytes`.
///
/// C2 compiles only the kinds that an accessor has met, with an uncommon trap in the place of the
/// others, and hoists the test for the kind out of the loop as a loop predicate. If the trap is hit
/// there, HotSpot makes no loop predicate for that loop again (`Compile::too_many_traps` in
/// HotSpot's `compile.cpp`), and the checks of each access stay in it: four times the time. Code
/// that is discarded because a call site has another target leaves no such record.
final class UsedKinds {
  private static final CompiledCode CODE = new CompiledCode();

  /// A bit for each kind. A thread that reads an older value asks again, under the lock.
  private static int used;

  /// The last one that was asked for; null before.
  static @Nullable ProfileWarmup warmup;

  private UsedKinds() {}

  /// Makes compiled code that calls this one of those that [#recompile] discards.
  static void depend() {
    var _ = CODE.getTarget();
  }

  /// Is called before a program gets `Bytes` of this kind.
  static void add(int kind) {
    if ((used & 1 << kind) == 0) {
      addFirst(kind);
    }
  }

  private static void addFirst(int kind) {
    boolean isNative = kind == Region.NATIVE;
    if (used != 0 || isNative) {
      StackHeadroom.require(); // The warm-up starts a thread.
    }
    int before;
    int after;
    synchronized (UsedKinds.class) {
      before = used;
      after = before | 1 << kind;
      used = after;
    }
    if (before != after && (before != 0 || isNative)) {
      warmup = ProfileWarmup.ofKinds(after, isNative);
      warmup.require();
    }
  }

  /// Whether there have been `Bytes` of this kind.
  static boolean isUsed(int kind) {
    return has(used, kind);
  }

  /// Whether `kinds` has the bit of `kind`.
  static boolean has(int kinds, int kind) {
    return (kinds & 1 << kind) != 0;
  }

  /// Discards all code that calls [#depend].
  static void recompile() {
    CODE.discard();
  }
}
