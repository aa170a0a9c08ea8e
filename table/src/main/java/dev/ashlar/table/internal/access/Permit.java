// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;

/// Shows that a caller is a class of this library: the public methods here that lead to unchecked
/// memory take a permit, which no other class gets.
///
/// On the class path all public classes are open to a program.
public final class Permit {
  private static final String PACKAGES =
      Permit.class.getPackageName().substring(0, Permit.class.getPackageName().lastIndexOf('.'));
  private static final String LIBRARY = PACKAGES.substring(0, PACKAGES.lastIndexOf('.'));

  private Permit() {}

  /// Returns a permit.
  ///
  /// @param caller `MethodHandles.lookup()` of a class of this library
  /// @throws SecurityException if it is a lookup of another class, or has lost its access
  @SuppressWarnings("ReferenceEquality") // A class loader may say that it equals another one.
  public static Permit of(Lookup caller) {
    Class<?> type = caller.lookupClass();
    String name = type.getPackageName();
    if (!caller.hasFullPrivilegeAccess()
        || !(name.equals(LIBRARY) || name.startsWith(PACKAGES + '.'))
        || type.getClassLoader() != Permit.class.getClassLoader()
        || type.getProtectionDomain() != Permit.class.getProtectionDomain()) {
      throw new SecurityException(
          caller + " may not reach memory without checks: that is for classes of " + LIBRARY);
    }
    return new Permit();
  }

  /// All of memory, as one segment that is never closed. Who reads or writes it has checked bounds,
  /// thread and lifetime before, and keeps the memory reachable until after the access.
  ///
  /// Calls the module's only restricted method.
  public MemorySegment memory() {
    return DirectAccess.MEMORY;
  }
}
