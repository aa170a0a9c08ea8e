// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.util.Iterator;

/// The superclass of classes with checks that must be inlined wherever they have run. Such a method
/// returns this type, and is always null.
///
/// C2 inlines a method of more than 35 bytes of bytecode only where the profile has a quarter of
/// the caller's invocations. A check of memory that a program rarely uses has not. One call that is
/// left in a loop keeps all checks in it.
///
/// HotSpot: `is_init_with_ea` and `should_not_inline` in `bytecodeInfo.cpp` exempt methods that
/// return an `Iterator`.
public abstract class ForceInline implements Iterator<Object> {
  /// Nobody makes one.
  protected ForceInline() {}
}
