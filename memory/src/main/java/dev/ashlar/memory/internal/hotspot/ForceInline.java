// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.util.Iterator;

/// The superclass of the return types of methods that must be inlined wherever they have run. Such
/// a method belongs to an object that is to be eliminated, and returns this object.
///
/// C2 inlines a method of more than 35 bytes of bytecode only if it is called at least a quarter as
/// often as its caller. An object that is passed to a call has to be allocated.
///
/// HotSpot: `is_init_with_ea` and `should_not_inline` in `bytecodeInfo.cpp` exempt methods that
/// return an `Iterator`.
public abstract class ForceInline implements Iterator<Object> {
  /// The constructor of an object to be eliminated.
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
