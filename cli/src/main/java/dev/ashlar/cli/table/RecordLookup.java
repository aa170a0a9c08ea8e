// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/// Provides a lookup that can define classes beside a record. Only a class of the record's module
/// gets such a lookup, so the loader of the record defines this class once more.
public final class RecordLookup {
  private RecordLookup() {}

  public static Lookup in(Class<?> record) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(record, MethodHandles.lookup());
  }
}
