// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/// Discards compiled code before a program does something that the code was not compiled for.
/// Otherwise the code would reach an uncommon trap in front of a loop. Then HotSpot would hoist
/// nothing out of that loop any more (`Compile::too_many_traps` in `compile.cpp`).
///
/// It discards the code that reads the target of this call site, by `var _ = CODE.getTarget()`,
/// where `CODE` is a static final field. The read itself costs nothing. C2 takes the target of a
/// call site for a constant, and HotSpot records which code depends on it
/// (`assert_call_site_target_value` in `dependencies.cpp`). Invoking the target instead has the
/// same effect, for about 50 nodes of C2's graph.
public final class Recompile extends MutableCallSite {
  private static final MethodHandle FIRST = target();

  /// Makes a call site on which no compiled code depends yet.
  public Recompile() {
    super(FIRST);
  }

  /// Whether no code has been discarded yet. This is a constant for C2: compiled code depends on it
  /// as on [#getTarget], and does not contain branches for a value that it no longer has.
  @SuppressWarnings("ReferenceEquality") // A method handle is its own identity.
  public boolean isFirst() {
    return getTarget() == FIRST;
  }

  /// Discards the code.
  public void discard() {
    setTarget(target());
    syncAll(new MutableCallSite[] {this});
  }

  /// A new object each time: HotSpot keeps the code if the target is the same.
  private static MethodHandle target() {
    return MethodHandles.constant(Object.class, new Object());
  }
}
