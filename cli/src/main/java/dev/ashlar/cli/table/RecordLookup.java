// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/// A class that the loader of a record defines once more, as only a class of its module gets a
/// lookup that may define classes there.
public final class RecordLookup {
  private RecordLookup() {}

  public static Lookup in(Class<?> record) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(record, MethodHandles.lookup());
  }
}
