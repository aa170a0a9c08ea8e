// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/// Links the calls of rewritten classes. It is public so that it can be reached by reflection from
/// classes of all loaders and modules.
public final class Linkage {
  private Linkage() {}

  /// Links a call.
  ///
  /// @param caller the class that contains the call
  /// @param name the method of Unsafe
  /// @param type the type of the method, with Unsafe as the first parameter, which is ignored. For
  ///   a redirected method of reflection, its type with its owner. Without parameters, `name` is a
  ///   system property
  public static CallSite link(Lookup caller, String name, MethodType type) {
    return Replacements.link(caller, name, type);
  }
}
