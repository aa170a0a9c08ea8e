// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

/// The superclass of classes with slow paths of hot methods. C2 never inlines their methods, except
/// into the root method of a compilation. So another method must be between a loop and a slow path.
///
/// A slow path that is inlined makes the compiled code of a hot method larger than
/// `InlineSmallCode`. Then C2 does not inline the hot method, and the object that it returns is
/// allocated.
///
/// HotSpot: `InlineTree::should_not_inline` in `bytecodeInfo.cpp` refuses methods of a `Throwable`.
public abstract class DontInline extends Error {
  private static final long serialVersionUID = 1;

  /// Nobody makes one.
  protected DontInline() {}
}
