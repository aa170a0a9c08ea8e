// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/// Discards compiled code, before a program does something that the code was not compiled for. If
/// the code found out itself, by an uncommon trap in front of a loop, HotSpot would hoist nothing
/// out of that loop any more (`Compile::too_many_traps` in `compile.cpp`).
///
/// It is the code that reads the target of this call site, by `var _ = CODE.getTarget()`, where
/// `CODE` is a static final field. That does nothing: C2 takes the target of a call site for a
/// constant, and HotSpot remembers the code for which it did (`assert_call_site_target_value` in
/// `dependencies.cpp`). Invoking the target instead has the same effect, for about 50 nodes of C2's
/// graph.
public final class Recompile extends MutableCallSite {
  /// Compiled code that there is none of yet.
  public Recompile() {
    super(target());
  }

  /// Discards the code.
  public void discard() {
    setTarget(target());
  }

  /// A new object each time: HotSpot keeps the code if the target is the same.
  private static MethodHandle target() {
    return MethodHandles.constant(Object.class, new Object());
  }
}
