// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/// Links the calls of rewritten classes, and the methods of Unsafe itself. It is public because
/// classes of all loaders and modules reach it by reflection.
public final class Linkage {
  private Linkage() {}

  /// Links a call.
  ///
  /// @param caller the lookup of the class that contains the call
  /// @param name the method of Unsafe; a redirected method of reflection; or a system property, if
  ///   `type` has no parameters
  /// @param type the type of the method, with its owner as the first parameter. If the owner is
  ///   Unsafe, that argument is ignored
  public static CallSite link(Lookup caller, String name, MethodType type) {
    return Replacements.link(caller, name, type);
  }

  /// Finds the replacement of a method of Unsafe, for calls that reach Unsafe itself.
  ///
  /// @param type the type of the method, with Unsafe as the first parameter
  public static MethodHandle handle(String name, MethodType type) {
    return Replacements.delegate(name, type);
  }
}
