package dev.ashlar.table;

import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/// Writes the access to all fields of a row that has been checked, for one kind of memory after the
/// other. Fields that go one by one through [Access] bring all kinds along; of a record that would
/// be more code than HotSpot inlines, and the record would be allocated. Here the kind is asked
/// once, by code of the record's own, of which HotSpot compiles what has run.
final class RowAccess {
  private static final ClassDesc SEGMENT = desc(MemorySegment.class);
  private static final ClassDesc VALUE_LAYOUT = desc(ValueLayout.class);
  private static final MethodTypeDesc TO_FLOAT = MethodTypeDesc.of(CD_float, CD_int);
  private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(CD_double, CD_long);
  private static final MethodTypeDesc FROM_DOUBLE = MethodTypeDesc.of(CD_long, CD_double);
  private static final int ROW = 1;
  static final int PLACEMENT = 3;

  /// The local of a record that is written.
  static final int RECORD = 4;

  private final CodeBuilder code;
  private final Schema schema;
  private final int kind;

  /// The locals of what the placement has.
  private final int base;

  private final int starts;

  /// Goes on in a method of a row, a placement that has been checked, and maybe a record.
  RowAccess(CodeBuilder code, Schema schema, int kind) {
    this.code = code;
    this.schema = schema;
    this.kind = kind;
    this.base =
        switch (kind) {
          case Placement.HEAP_COLUMNS -> of(RowConstants.ARRAYS, CD_Object.arrayType());
          case Placement.HEAP_ROWS -> of(RowConstants.WORDS, CD_long.arrayType());
          default -> of(RowConstants.ADDRESS, CD_long);
        };
    boolean columns = kind == Placement.DIRECT_COLUMNS;
    this.starts = columns ? of(RowConstants.STARTS, CD_long.arrayType()) : -1;
    if (kind <= Placement.DIRECT_ALIGNED_ROWS) {
      code.lload(base).lload(ROW).loadConstant(layout().stride(schema)).lmul().ladd();
      code.lstore(base);
    }
  }

  private Layout layout() {
    return kind == Placement.DIRECT_ROWS ? Layout.ROWS : Layout.ALIGNED_ROWS;
  }

  /// Puts what the placement has into a new local.
  private int of(int constant, ClassDesc type) {
    int local = code.allocateLocal(TypeKind.from(type));
    RowConstants.invoke(code, constant, PLACEMENT, type);
    code.storeLocal(TypeKind.from(type), local);
    return local;
  }

  /// Keeps the memory until here.
  void fence() {
    code.aload(PLACEMENT);
    code.invokestatic(
        desc(Reference.class), "reachabilityFence", MethodTypeDesc.of(CD_void, CD_Object));
  }

  /// Puts the value of a field on the stack; of an enum, what it is stored as.
  void load(Field field) {
    switch (kind) {
      case Placement.HEAP_COLUMNS -> {
        element(field);
        code.arrayLoad(kind(field));
        if (field.carrier() == Carrier.BOOLEAN) {
          isNotZero();
        }
      }
      case Placement.HEAP_ROWS -> loadWord(field);
      default -> {
        direct(field);
        code.loadConstant(Access.REACH).land();
        ClassDesc layout = field.carrier().layoutType();
        ClassDesc type = desc(field.carrier().type());
        code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(type, layout, CD_long));
      }
    }
  }

  /// Replaces an int by 1, unless it is 0: without a branch, and whatever is below it on the stack.
  private void isNotZero() {
    code.dup().ineg().ior().loadConstant(Integer.SIZE - 1).iushr();
  }

  /// Writes a field.
  ///
  /// @param value the local that has it
  void store(Field field, int value) {
    switch (kind) {
      case Placement.HEAP_COLUMNS -> {
        element(field);
        loadValue(field, value);
        code.arrayStore(kind(field));
      }
      case Placement.HEAP_ROWS -> storeWord(field, value);
      default -> {
        direct(field);
        storeSegment(field, value);
      }
    }
  }

  /// Goes on with a segment, a layout and an offset on the stack.
  private void storeSegment(Field field, int value) {
    loadValue(field, value);
    ClassDesc layout = field.carrier().layoutType();
    ClassDesc type = desc(field.carrier().type());
    code.invokeinterface(SEGMENT, "set", MethodTypeDesc.of(CD_void, layout, CD_long, type));
  }

  private void loadValue(Field field, int value) {
    code.loadLocal(TypeKind.from(field.valueType()), value);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, kind(field));
    }
  }

  private static TypeKind kind(Field field) {
    return TypeKind.from(field.carrier().type());
  }

  /// Puts all of memory, a layout and an address on the stack.
  private void direct(Field field) {
    Names.constant(code, SEGMENT, RowConstants.EVERYTHING);
    loadLayout(field);
    code.lload(base);
    if (starts < 0) {
      code.loadConstant(layout().offsets(schema, 0)[field.index()]).ladd();
    } else {
      code.aload(starts).loadConstant(field.index()).laload().ladd().lload(ROW);
      code.loadConstant(Integer.numberOfTrailingZeros(field.carrier().byteSize())).lshl().ladd();
    }
  }

  private void loadLayout(Field field) {
    code.getstatic(VALUE_LAYOUT, field.carrier().unalignedLayout(), field.carrier().layoutType());
  }

  private void element(Field field) {
    code.aload(base).loadConstant(field.index()).aaload();
    code.checkcast(desc(field.carrier().arrayType())).lload(ROW).l2i();
  }

  private void word(FieldOffsets offsets) {
    code.aload(base).lload(ROW).l2i().loadConstant(offsets.wordStride()).imul();
    code.loadConstant(offsets.wordOffset()).iadd();
  }

  private static boolean isWhole(Field field) {
    return field.carrier().byteSize() == Long.BYTES;
  }

  private void loadWord(Field field) {
    FieldOffsets offsets = FieldOffsets.of(schema, field);
    word(offsets);
    code.laload();
    if (field.carrier() == Carrier.DOUBLE) {
      code.invokestatic(desc(Double.class), "longBitsToDouble", TO_DOUBLE);
    }
    if (isWhole(field)) {
      return;
    }
    code.loadConstant(offsets.shift()).lushr().l2i();
    switch (field.carrier()) {
      case FLOAT -> code.invokestatic(desc(Float.class), "intBitsToFloat", TO_FLOAT);
      case BOOLEAN -> {
        code.i2b();
        isNotZero();
      }
      case BYTE, SHORT, CHAR -> code.conversion(TypeKind.INT, kind(field));
      default -> {}
    }
  }

  /// What is not a whole word is not written as one: that would write its neighbours too.
  private void storeWord(Field field, int value) {
    FieldOffsets offsets = FieldOffsets.of(schema, field);
    if (!isWhole(field)) {
      RowConstants.invoke(code, RowConstants.HEAP_MEMORY, PLACEMENT, SEGMENT);
      loadLayout(field);
      code.lload(ROW).loadConstant(offsets.alignedStride()).lmul();
      code.loadConstant(offsets.alignedOffset()).ladd();
      storeSegment(field, value);
      return;
    }
    word(offsets);
    loadValue(field, value);
    if (field.carrier() == Carrier.DOUBLE) {
      code.invokestatic(desc(Double.class), "doubleToRawLongBits", FROM_DOUBLE);
    }
    code.lastore();
  }
}
