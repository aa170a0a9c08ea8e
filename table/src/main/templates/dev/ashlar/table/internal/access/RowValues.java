// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.ForceInline;

/// The values of a row of many fields, on their way between memory and a record. An object belongs
/// to one call of [#read] or [#write].
///
/// C2 does not inline a method that was compiled into more than 2,500 bytes (`InlineSmallCode`),
/// and reading a record of many fields takes more. So no method that is compiled on its own reads
/// all fields. Each of the methods here reads or writes a part of the fields. [#read] and [#write]
/// call them for objects of many classes, so on their own they do not inline them. Where they are
/// inlined and the class is known, the parts are inlined too. `RowRehearsal` makes their profiles
/// have other classes.
///
/// An object that is passed to a call has to be allocated. So this is [ForceInline], and all methods
/// return the object.
public abstract class RowValues extends ForceInline {
  /// How many parts a row has at most.
  public static final int PARTS = 16;

  /// How many parts a record has at most.
  public static final int TAKEN_PARTS = 4;

  /// How many there are. Not final, which would be a memory barrier.
  private int parts;

  /// Called by generated classes.
  ///
  /// @param parts how many there are, from 1 to [#PARTS]; later ones are not reached
  protected RowValues(int parts) {
    this.parts = parts;
  }

  //@ for  verb   result     does                                            end
  //@      read   Record     Returns the record in a row                     return values.make()
  //@      write  RowValues  Writes the values into a row, and returns them  return values
  /// $does, which has been checked. It calls all parts itself: with one method more in between, some
  /// were too deep to be inlined (`MaxInlineLevel`).
  ///
  /// @param values is new, or [has taken][#take] a record
  public static $result $verb(RowValues values, Chunk chunk, long row) {
    values.$verb0(chunk, row);
    if (values.parts > 1) {
      values.$verb1(chunk, row);
    }
    if (values.parts > 2) {
      values.$verb2(chunk, row);
      values.$verb3(chunk, row);
    }
    if (values.parts > 4) {
      values.$verb4(chunk, row);
      values.$verb5(chunk, row);
      values.$verb6(chunk, row);
      values.$verb7(chunk, row);
    }
    if (values.parts > 8) {
      values.$verb8(chunk, row);
      values.$verb9(chunk, row);
      values.$verb10(chunk, row);
      values.$verb11(chunk, row);
      values.$verb12(chunk, row);
      values.$verb13(chunk, row);
      values.$verb14(chunk, row);
      values.$verb15(chunk, row);
    }
    $end;
  }

  //@ end
  /// Takes the components of a record. All that can be refused is refused here.
  ///
  /// @param values is new
  public static void take(RowValues values, Record record) {
    values.take0(record);
    values.take1(record);
    values.take2(record);
    values.take3(record);
  }

  /// Returns the record with the values that have been read.
  protected abstract Record make();

  /// Puts texts where the table has them. That may fail, so it is done before the first field is
  /// written.
  public RowValues placeTexts(Chunk chunk, long row) {
    return this;
  }

  //@ for  part
  //@      0..15
  /// Reads a part of the fields, which may have none.
  protected RowValues read$part(Chunk chunk, long row) {
    return this;
  }

  /// Writes a part of the fields.
  protected RowValues write$part(Chunk chunk, long row) {
    return this;
  }

  //@ end
  //@ for  part
  //@      0..3
  /// Takes a part of the components.
  protected RowValues take$part(Record record) {
    return this;
  }

  //@ end
}
