// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.ForceInline;
import java.lang.ref.Reference;

/// Reads a row, and holds its values until the record is made.
///
/// C2 does not inline a method that was compiled into more than 2,500 bytes (`InlineSmallCode`),
/// and reading a record of many fields takes more. So no method that is compiled on its own reads
/// all fields. Each of the methods here reads a part of the fields. [#read] calls them for readers
/// of many classes, so on its own it does not inline them. Where [#read] is inlined and the class
/// is known, they are inlined too. `RowReaderRehearsal` makes the profile of [#read] have other
/// classes.
///
/// A rare kind of table is read by a rare call. If this call were not inlined, the reader, which is
/// passed to it, would have to be allocated. So readers are [ForceInline], and all methods that
/// read a part return the reader.
///
/// A reader belongs to one call of [#read].
public abstract class RowReader extends ForceInline {
  /// How many parts a row has at most.
  public static final int PARTS = 16;

  /// How many there are. Not final, which would be a memory barrier.
  private int parts;

  /// Called by generated classes.
  ///
  /// @param parts how many there are, from 1 to [#PARTS]; later ones are not read
  protected RowReader(int parts) {
    this.parts = parts;
  }

  /// Returns the record in a row. It calls all parts itself: with one method more in between, some
  /// were too deep to be inlined (`MaxInlineLevel`).
  ///
  /// @param reader is new
  @SuppressWarnings("ReachabilityFenceUsage") // What has thrown needs the memory no more.
  public static Record read(RowReader reader, Chunk chunk, int row) {
    reader.read0(chunk, row);
    if (reader.parts > 1) {
      reader.read1(chunk, row);
    }
    if (reader.parts > 2) {
      reader.read2(chunk, row);
      reader.read3(chunk, row);
    }
    if (reader.parts > 4) {
      reader.read4(chunk, row);
      reader.read5(chunk, row);
      reader.read6(chunk, row);
      reader.read7(chunk, row);
    }
    if (reader.parts > 8) {
      reader.read8(chunk, row);
      reader.read9(chunk, row);
      reader.read10(chunk, row);
      reader.read11(chunk, row);
      reader.read12(chunk, row);
      reader.read13(chunk, row);
      reader.read14(chunk, row);
      reader.read15(chunk, row);
    }
    Reference.reachabilityFence(chunk);
    return reader.make();
  }

  /// Makes the JDK link the methods that read a row of the chunk's kind. No record is made: that is
  /// the user's code.
  public static void link(RowReader reader, Chunk chunk) {
    //@ for  part
    //@      0..15
    reader.read$part(chunk, 0);
    //@ end
  }

  /// Returns the record with the values that have been read.
  protected abstract Record make();

  /// Reads a part of the fields, which may have none. The first part checks native memory for all.
  protected RowReader read0(Chunk chunk, int row) {
    return this;
  }

  //@ for  part
  //@      1..15
  /// Reads a further part of the fields.
  protected RowReader read$part(Chunk chunk, int row) {
    return this;
  }

  //@ end
}
