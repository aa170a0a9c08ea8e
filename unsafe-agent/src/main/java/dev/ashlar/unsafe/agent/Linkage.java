// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/// Links the calls of rewritten classes. It is public so that classes of all loaders and modules
/// reach it by reflection.
public final class Linkage {
  private Linkage() {}

  /// Links a call.
  ///
  /// @param caller the class that calls
  /// @param name the method of Unsafe
  /// @param type its type, with Unsafe as the first parameter, which is ignored; or a redirected
  ///   method of reflection with its owner; without parameters, the name of a system property
  public static CallSite link(Lookup caller, String name, MethodType type) {
    return Replacements.link(caller, name, type);
  }
}
