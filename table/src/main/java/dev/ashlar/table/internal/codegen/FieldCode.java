// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes accesses to fields that are one primitive, in one kind of memory, as a person would write
/// them:
///
/// ```java
/// ((MemorySegment) NATIVE.cast(memory)).get(ValueLayout.JAVA_LONG_UNALIGNED, column + (row << 3))
/// ((MemorySegment) HEAP.cast(memory)).get(ValueLayout.JAVA_LONG_UNALIGNED, row * 24 + 8)
/// array[(int) row]
/// ```
///
/// The class of a segment is known behind the cast, so the JDK's checks are all that C2 compiles.
final class FieldCode {
  static final ClassDesc SEGMENT = desc(MemorySegment.class);

  /// Where a row is.
  interface Place {
    /// Puts the array of a column on the stack; of columns in native memory, the offset of the
    /// first value.
    void loadColumn(CodeBuilder code, Field field);

    /// Puts the segment with the rows on the stack.
    void loadMemory(CodeBuilder code);

    /// Puts the row on the stack, a `long` that has been checked.
    void loadRow(CodeBuilder code);

    /// Puts the chunk and its row on the stack, an `int`.
    void loadChunkRow(CodeBuilder code);
  }

  private final Schema schema;
  private final Constants constants;
  private final MemoryKind kind;

  FieldCode(ClassGenerator generator, MemoryKind kind) {
    this.schema = generator.schema;
    this.constants = generator.constants;
    this.kind = kind;
  }

  boolean hasArrays() {
    return kind == MemoryKind.HEAP_COLUMNS;
  }

  /// The type of an element of an array, or of what a segment has. A `boolean` is a byte.
  private static PrimitiveType stored(Field field) {
    return field.primitive() == PrimitiveType.BOOLEAN ? PrimitiveType.BYTE : field.primitive();
  }

  static ClassDesc array(Field field) {
    return desc(stored(field).type()).arrayType();
  }

  /// Reads a field of any type.
  void read(CodeBuilder code, Place place, Field field) {
    if (field.isRun()) {
      constants.loadCodec(code, field);
      place.loadChunkRow(code);
      CodecCode.read(code);
    } else {
      loadPlace(code, place, field);
      get(code, field);
    }
  }

  /// Writes a field of any type.
  ///
  /// @param loadStored puts on the stack what is stored
  void write(CodeBuilder code, Place place, Field field, Runnable loadStored) {
    if (field.isRun()) {
      constants.loadCodec(code, field);
      place.loadChunkRow(code);
      loadStored.run();
      CodecCode.write(code, field);
    } else {
      loadPlace(code, place, field);
      loadStored.run();
      set(code, field);
    }
  }

  /// Puts on the stack what comes below the value of an access.
  private void loadPlace(CodeBuilder code, Place place, Field field) {
    if (hasArrays()) {
      place.loadColumn(code, field);
      place.loadRow(code);
      code.l2i();
      return;
    }
    constants.load(code, kind.isNative() ? SegmentAccess.NATIVE : SegmentAccess.HEAP);
    place.loadMemory(code);
    code.invokevirtual(CD_Class, "cast", MethodTypeDesc.of(CD_Object, CD_Object));
    code.checkcast(SEGMENT);
    code.getstatic(desc(ValueLayout.class), layoutName(field), layoutType(field));
    loadOffset(code, place, field);
  }

  private void loadOffset(CodeBuilder code, Place place, Field field) {
    if (kind == MemoryKind.COLUMNS) {
      place.loadColumn(code, field);
      place.loadRow(code);
      code.loadConstant(Integer.numberOfTrailingZeros(stored(field).byteSize())).lshl().ladd();
    } else {
      Layout rows = kind == MemoryKind.ROWS ? Layout.ROWS : Layout.ALIGNED_ROWS;
      place.loadRow(code);
      code.loadConstant(rows.stride(schema)).lmul();
      code.loadConstant(rows.offsets(schema, 0)[field.index()]).ladd();
    }
  }

  private static String layoutName(Field field) {
    PrimitiveType stored = stored(field);
    return "JAVA_" + stored + (stored == PrimitiveType.BYTE ? "" : "_UNALIGNED");
  }

  private static ClassDesc layoutType(Field field) {
    return desc(ValueLayout.class).nested("Of" + stored(field).suffix());
  }

  /// Replaces the place by the value.
  private void get(CodeBuilder code, Field field) {
    ClassDesc type = desc(stored(field).type());
    if (hasArrays()) {
      code.arrayLoad(TypeKind.from(type));
    } else {
      code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(type, layoutType(field), CD_long));
    }
    toBoolean(code, field);
  }

  /// Replaces a byte by a `boolean`, without a branch: each but 0 is `true`.
  private static void toBoolean(CodeBuilder code, Field field) {
    if (field.primitive() == PrimitiveType.BOOLEAN) {
      code.dup().ineg().ior().loadConstant(31).iushr();
    }
  }

  /// Writes the value on the stack. A `boolean` is 0 or 1 already.
  private void set(CodeBuilder code, Field field) {
    ClassDesc type = desc(stored(field).type());
    if (type.equals(CD_byte)) {
      code.i2b();
    }
    if (hasArrays()) {
      code.arrayStore(TypeKind.from(type));
    } else {
      code.invokeinterface(
          SEGMENT, "set", MethodTypeDesc.of(CD_void, layoutType(field), CD_long, type));
    }
  }
}
