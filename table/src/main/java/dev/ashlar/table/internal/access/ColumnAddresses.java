// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The address of the first value of each column in native memory.
///
/// The first 32 are fields and not elements of an array. To C2 each write to a `long[]` in a user's
/// loop, such as that of sums, may change the elements of all `long[]`: the loop would load the
/// addresses again for each row.
@SuppressWarnings({"UnusedVariable", "MultipleVariableDeclarations"}) // Fields are found by name.
public final class ColumnAddresses {
  private static final VarHandle[] FIELDS = fields();

  /// Without columns in native memory.
  static final ColumnAddresses NONE = new ColumnAddresses(new long[0]);

  private long a0, a1, a2, a3, a4, a5, a6, a7;
  private long a8, a9, a10, a11, a12, a13, a14, a15;
  private long a16, a17, a18, a19, a20, a21, a22, a23;
  private long a24, a25, a26, a27, a28, a29, a30, a31;

  /// All of them.
  private final long[] all;

  ColumnAddresses(long[] addresses) {
    all = addresses;
    for (int column = 0; column < Math.min(addresses.length, FIELDS.length); column++) {
      FIELDS[column].set(this, addresses[column]);
    }
  }

  private static VarHandle[] fields() {
    VarHandle[] fields = new VarHandle[32];
    try {
      for (int column = 0; column < fields.length; column++) {
        fields[column] =
            MethodHandles.lookup().findVarHandle(ColumnAddresses.class, "a" + column, long.class);
      }
      return fields;
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  /// Returns the handle that reads the address of a column.
  public static VarHandle of(int column) {
    if (column < FIELDS.length) {
      return FIELDS[column];
    }
    try {
      MethodHandle all =
          MethodHandles.lookup().findGetter(ColumnAddresses.class, "all", long[].class);
      VarHandle element = MethodHandles.arrayElementVarHandle(long[].class);
      return MethodHandles.filterCoordinates(
          MethodHandles.insertCoordinates(element, 1, column), 0, all);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }
}
