// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

/// The superclass of classes with slow paths of hot methods. C2 never inlines their methods, except
/// into the method that it is compiling. So there has to be another method between a loop and
/// these.
///
/// Inlined, a slow path makes a hot method bigger than `InlineSmallCode` when it is compiled on its
/// own. Then C2 does not inline the hot method, and what it returns is allocated.
///
/// HotSpot: `InlineTree::should_not_inline` in `bytecodeInfo.cpp` refuses methods of a `Throwable`.
public abstract class DontInline extends Error {
  private static final long serialVersionUID = 1;

  /// Nobody makes one.
  protected DontInline() {}
}
