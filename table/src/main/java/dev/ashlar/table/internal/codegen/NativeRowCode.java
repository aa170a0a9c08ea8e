// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static dev.ashlar.table.internal.codegen.RowReaderGenerator.CHUNK;
import static dev.ashlar.table.internal.codegen.RowReaderGenerator.ROW;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Writes the body of methods that read fields of a row in native memory. The layouts share the
/// accesses, which are most of the compiled code.
enum NativeRowCode {
  /// By the address. The caller has checked the memory.
  DIRECT("rowKind", 0, "addresses"),

  /// Through one segment for all fields, so that the JDK's checks of thread and lifetime have much
  /// in common. With a buffer for each column, a field took 680 bytes of machine code.
  CHECKED("kind", Chunk.CHECKED, "starts");

  /// Where the row is, unless it is one of columns: two locals.
  private static final int BASE = 3;

  private static final int SEGMENT = 5;
  private static final ClassDesc SEGMENT_TYPE = desc(MemorySegment.class);

  private final String kind;
  private final int first;
  private final String starts;

  /// @param kind the field of [Chunk] with the kind, of which `first` is the first one here
  /// @param starts the field of [Chunk] with where columns start
  NativeRowCode(String kind, int first, String starts) {
    this.kind = kind;
    this.first = first;
    this.starts = starts;
  }

  /// Returns the parameters of a method: the chunk, the row in it, the row's place, and the segment
  /// that has the row.
  MethodTypeDesc shape() {
    ClassDesc reader = AccessCode.READER;
    return this == DIRECT
        ? MethodTypeDesc.of(reader, AccessCode.CHUNK, CD_int, CD_long)
        : MethodTypeDesc.of(reader, AccessCode.CHUNK, CD_int, CD_long, SEGMENT_TYPE);
  }

  /// Puts where each field is into a local of its own.
  int[] locate(CodeBuilder code, Schema schema, List<Field> fields) {
    int[] places = new int[fields.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = code.allocateLocal(TypeKind.LONG);
    }
    Label rows = code.newLabel();
    Label packed = code.newLabel();
    Label known = code.newLabel();
    ifNot(code, Chunk.COLUMNS, rows);
    for (int i = 0; i < places.length; i++) {
      locateInColumn(code, fields.get(i));
      code.lstore(places[i]);
    }
    code.goto_(known).labelBinding(rows);
    ifNot(code, Chunk.ALIGNED_ROWS, packed);
    locateInRow(code, schema, fields, places, Layout.ALIGNED_ROWS);
    code.goto_(known).labelBinding(packed);
    locateInRow(code, schema, fields, places, Layout.ROWS);
    code.labelBinding(known);
    return places;
  }

  private void ifNot(CodeBuilder code, int layout, Label other) {
    AccessCode.loadField(code, CHUNK, kind, CD_int);
    code.loadConstant(first + layout).if_icmpne(other);
  }

  private static void locateInRow(
      CodeBuilder code, Schema schema, List<Field> fields, int[] places, Layout layout) {
    long[] offsets = layout.offsets(schema, 0);
    for (int i = 0; i < places.length; i++) {
      code.lload(BASE).loadConstant(offsets[fields.get(i).index()]).ladd().lstore(places[i]);
    }
  }

  private void locateInColumn(CodeBuilder code, Field field) {
    AccessCode.loadField(code, CHUNK, starts, CD_long.arrayType());
    code.loadConstant(field.index()).laload().iload(ROW).i2l();
    code.loadConstant(Integer.numberOfTrailingZeros(field.primitive().byteSize())).lshl().ladd();
  }

  /// Puts the value at a place on the stack.
  void get(CodeBuilder code, Constants constants, PrimitiveType primitive, int place) {
    if (this == DIRECT) {
      constants.loadMemory(code);
      code.lload(place);
      AccessCode.mask(code);
    } else {
      code.aload(SEGMENT).lload(place);
    }
    AccessCode.getFromSegment(code, primitive);
  }
}
