package dev.ashlar.table;

import static dev.ashlar.table.Names.SEGMENT;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.VALUE_LAYOUT;
import static dev.ashlar.table.Names.desc;
import static dev.ashlar.table.Placement.Kind.HEAP_COLUMNS;
import static dev.ashlar.table.Placement.Kind.HEAP_ROWS;
import static dev.ashlar.table.Placement.Kind.NATIVE_COLUMNS;
import static dev.ashlar.table.Placement.Kind.NATIVE_ROWS;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/// Writes the two methods of a table class that read and write one field of a row.
///
/// Each is one method with a branch for every kind of memory, and calls nothing but what the JVM
/// inlines by force: a branch in a method of its own would be inlined only where the profile says
/// that it is often taken. For the same reason, and because the code of seven fields has to stay small
/// enough to be inlined, no branch checks the row: callers give one that is there, or [#NOWHERE].
final class FieldAccess {
  static final MethodTypeDesc PART = MethodTypeDesc.of(TABLE, CD_long);
  static final MethodTypeDesc ROW_IN_PART = MethodTypeDesc.of(CD_long, CD_long);

  /// A row that is outside of every memory, whatever is added to it and whatever it is multiplied by;
  /// as an array's index it is -1.
  static final long NOWHERE = -(1L << 50) - 1;

  private static final int ROW = 1;
  private static final int VALUE = 3;

  private final ClassDesc self;
  private final Field field;
  private final Carrier carrier;
  private final ClassDesc type;
  private final TypeKind kind;

  FieldAccess(ClassDesc self, Field field) {
    this.self = self;
    this.field = field;
    this.carrier = field.carrier();
    this.type = desc(carrier.type());
    this.kind = TypeKind.from(carrier.type());
  }

  static String offset(Field field) {
    return "offset" + field.index();
  }

  static String array(Field field) {
    return "array" + field.index();
  }

  static MethodTypeDesc getter(Field field) {
    return MethodTypeDesc.of(desc(field.valueType()), CD_long);
  }

  static MethodTypeDesc setter(Field field) {
    return MethodTypeDesc.of(CD_void, CD_long, desc(field.valueType()));
  }

  void get(CodeBuilder code) {
    MethodTypeDesc get = MethodTypeDesc.of(type, carrier.layoutType(), CD_long);
    branches(
        code,
        () -> {
          code.invokeinterface(SEGMENT, "get", get);
          returnValue(code);
        },
        () -> {
          code.arrayLoad(kind);
          returnValue(code);
        },
        () -> {
          code.invokevirtual(self, field.name(), getter(field));
          code.return_(TypeKind.from(field.valueType()));
        });
  }

  /// An ordinal has no sign; chars have none either.
  private void returnValue(CodeBuilder code) {
    if (field.isEnum() && carrier == Carrier.BYTE) {
      code.loadConstant(0xFF).iand();
    }
    code.return_(kind);
  }

  void set(CodeBuilder code) {
    MethodTypeDesc set = MethodTypeDesc.of(CD_void, carrier.layoutType(), CD_long, type);
    branches(
        code,
        () -> {
          loadValue(code);
          code.invokeinterface(SEGMENT, "set", set).return_();
        },
        () -> {
          loadValue(code);
          code.arrayStore(kind).return_();
        },
        () -> {
          code.loadLocal(TypeKind.from(field.valueType()), VALUE);
          code.invokevirtual(self, field.name(), setter(field)).return_();
        });
  }

  private void loadValue(CodeBuilder code) {
    code.loadLocal(TypeKind.from(field.valueType()), VALUE);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, kind);
    }
  }

  /// @param memory goes on with a segment, a layout and an offset on the stack
  /// @param array goes on with an array and an index
  /// @param part goes on with another table of this class and its row
  private void branches(CodeBuilder code, Runnable memory, Runnable array, Runnable part) {
    Label columns = unless(code, NATIVE_ROWS);
    rowField(code, false);
    memory.run();
    code.labelBinding(columns);
    Label heap = unless(code, NATIVE_COLUMNS);
    columnElement(code);
    memory.run();
    code.labelBinding(heap);
    Label heapRows = unless(code, HEAP_COLUMNS);
    code.aload(0).getfield(self, array(field), desc(carrier.arrayType())).lload(ROW).l2i();
    array.run();
    code.labelBinding(heapRows);
    Label parts = unless(code, HEAP_ROWS);
    rowField(code, true);
    memory.run();
    code.labelBinding(parts);
    code.aload(0).lload(ROW).invokevirtual(self, "part", PART).checkcast(self);
    code.aload(0).lload(ROW).invokevirtual(self, "rowInPart", ROW_IN_PART);
    part.run();
  }

  private Label unless(CodeBuilder code, Placement.Kind kind) {
    Label next = code.newLabel();
    code.aload(0).getfield(self, "kind", CD_int);
    if (kind.code() == 0) {
      code.ifne(next);
    } else {
      code.loadConstant(kind.code()).if_icmpne(next);
    }
    return next;
  }

  private void rowField(CodeBuilder code, boolean onHeap) {
    loadMemory(code, onHeap);
    code.lload(ROW).aload(0).getfield(self, "stride", CD_long).lmul();
    addOffset(code);
  }

  private void columnElement(CodeBuilder code) {
    loadMemory(code, false);
    code.lload(ROW);
    if (carrier.byteSize() > 1) {
      code.loadConstant((long) carrier.byteSize()).lmul();
    }
    addOffset(code);
  }

  private void loadMemory(CodeBuilder code, boolean onHeap) {
    Names.segmentClass(code, onHeap);
    code.aload(0).getfield(self, "memory", SEGMENT);
    Names.cast(code);
    code.getstatic(VALUE_LAYOUT, carrier.unalignedLayout(), carrier.layoutType());
  }

  private void addOffset(CodeBuilder code) {
    code.aload(0).getfield(self, offset(field), CD_long).ladd();
  }
}
