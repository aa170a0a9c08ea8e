package dev.ashlar.table;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteOrder;

/// Writes the access to a field of an aligned row in a `long[]`: much less code than that of a
/// segment, of which seven fields would be too much to be inlined. A part of a word is read by
/// shifting; it is never written so, since that would write its neighbours too.
final class HeapWord {
  private static final MethodTypeDesc TO_FLOAT = MethodTypeDesc.of(CD_float, CD_int);
  private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(CD_double, CD_long);
  private static final MethodTypeDesc FROM_DOUBLE = MethodTypeDesc.of(CD_long, CD_double);

  private final ClassDesc self;
  private final Carrier carrier;
  private final long stride;
  private final long offset;

  HeapWord(ClassDesc self, Schema schema, Field field) {
    this.self = self;
    this.carrier = field.carrier();
    this.stride = Layout.ALIGNED_ROWS.stride(schema);
    this.offset = Layout.ALIGNED_ROWS.offsets(schema, 0)[field.index()];
  }

  /// Whether the field is all of its word.
  boolean isWhole() {
    return carrier.byteSize() == Long.BYTES;
  }

  private void element(CodeBuilder code, int place, int row) {
    code.aload(place).getfield(self, "words", CD_long.arrayType());
    code.lload(row).l2i().loadConstant((int) (stride / Long.BYTES)).imul();
    code.loadConstant((int) (offset / Long.BYTES)).iadd();
  }

  /// Puts the value on the stack.
  void get(CodeBuilder code, int place, int row) {
    element(code, place, row);
    code.laload();
    if (carrier == Carrier.DOUBLE) {
      code.invokestatic(Names.desc(Double.class), "longBitsToDouble", TO_DOUBLE);
    }
    if (isWhole()) {
      return;
    }
    if (shift() != 0) {
      code.loadConstant(shift()).lushr();
    }
    code.l2i();
    switch (carrier) {
      case FLOAT -> code.invokestatic(Names.desc(Float.class), "intBitsToFloat", TO_FLOAT);
      case BOOLEAN -> code.i2b();
      case BYTE, SHORT, CHAR -> code.conversion(TypeKind.INT, TypeKind.from(carrier.type()));
      default -> {}
    }
  }

  private int shift() {
    int before = (int) (offset % Long.BYTES) * Byte.SIZE;
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? before
        : Long.SIZE - carrier.byteSize() * Byte.SIZE - before;
  }

  /// Writes a local to the word.
  void set(CodeBuilder code, int place, int row, int value) {
    element(code, place, row);
    code.loadLocal(TypeKind.from(carrier.type()), value);
    if (carrier == Carrier.DOUBLE) {
      code.invokestatic(Names.desc(Double.class), "doubleToRawLongBits", FROM_DOUBLE);
    }
    code.lastore();
  }
}
