// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

/// Finds the arrays of columns on the heap, for code that reads all fields of a row.
///
/// HotSpot puts an uncommon trap behind a check that has never failed. A trap has to save all
/// values that were read before. So for a dozen fields the traps are most of the code, and methods
/// of more than 2,500 bytes are not inlined (`InlineSmallCode`). The checks here have failed in
/// [#rehearse], so their failures branch to one place where nothing is saved. C2 then leaves out
/// the same checks of the JVM.
public final class ColumnArrays {
  /// Initialized with this class, which a read may need where hardly any stack is left.
  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no stack trace, and no table throws it.
  private static final IndexOutOfBoundsException OUTSIDE = new Outside();

  private static final class Outside extends IndexOutOfBoundsException {
    private static final long serialVersionUID = 1;

    Outside() {
      super("A column on the heap has fewer rows than its table");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private ColumnArrays() {}

  /// Has all checks fail, and each time pass as well.
  public static void rehearse() {
    //@ for numbers
    $type[][] arraysOf$Name = {new $type[1], null};
    for (int index = 0; index < arraysOf$Name.length; index++) {
      try {
        of$Name(arraysOf$Name, 0, 0);
        of$Name(arraysOf$Name, index, 1);
      } catch (IndexOutOfBoundsException expected) {
        rehearseRequire(arraysOf$Name, index);
      }
    }
    //@ end
  }

  private static void rehearseRequire(Object[] arrays, int index) {
    try {
      require(arrays, index);
    } catch (IndexOutOfBoundsException expected) {
      require(arrays, 0);
    }
  }

  /// Checks that there is an array at an index. From here on C2 knows that `arrays` have elements
  /// at lower ones.
  public static void require(Object[] arrays, int index) {
    if (arrays[index] == null) {
      throw OUTSIDE;
    }
  }

  //@ for numbers
  /// Returns the array of a field, which has the row.
  public static $type[] of$Name($type[][] arrays, int index, int row) {
    $type[] array = arrays[index];
    if (array == null || Integer.compareUnsigned(row, array.length) >= 0) {
      throw OUTSIDE;
    }
    return array;
  }

  //@ end
}
