// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.util.Iterator;

/// The superclass of what is returned by methods that must be inlined wherever they have run: by a
/// check, which returns null, or by a method of an object that is to be eliminated, which returns
/// the object.
///
/// C2 inlines a method of more than 35 bytes of bytecode only where the profile has a quarter of
/// the caller's invocations. A check of memory that a program rarely uses has not. One call that is
/// left in a loop keeps all checks in it, and an object that a call gets has to be made.
///
/// HotSpot: `is_init_with_ea` and `should_not_inline` in `bytecodeInfo.cpp` exempt methods that
/// return an `Iterator`.
public abstract class ForceInline implements Iterator<Object> {
  /// Of an object to be eliminated.
  protected ForceInline() {}

  /// Never called, like [#next].
  @Override
  public final boolean hasNext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Object next() {
    throw new UnsupportedOperationException();
  }
}
