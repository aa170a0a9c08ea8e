package dev.ashlar.table;

import static dev.ashlar.table.Names.SEGMENT;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_VarHandle;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/// Writes a method of a cursor that reaches a field through a
/// [VarHandle][java.lang.invoke.VarHandle]: the branches of [FieldAccess], with the place in an
/// array or in a segment instead of a call. Alignment is checked by the segment's handle.
final class AtomicAccess {
  private final ClassDesc self;
  private final TableType<?> tables;
  private final CursorGenerator cursor;
  private final CursorMethod method;
  private final Field field;
  private final Carrier carrier;
  private int table;
  private int row;

  AtomicAccess(ClassDesc self, TableType<?> tables, CursorGenerator cursor, CursorMethod method) {
    this.self = self;
    this.tables = tables;
    this.cursor = cursor;
    this.method = method;
    this.field = method.field();
    this.carrier = field.carrier();
  }

  void write(CodeBuilder code) {
    table = code.allocateLocal(TypeKind.REFERENCE);
    row = code.allocateLocal(TypeKind.LONG);
    findPart(code);
    Label columns = unless(code, Placement.Kind.NATIVE_ROWS);
    rowField(code, false);
    code.labelBinding(columns);
    Label heap = unless(code, Placement.Kind.NATIVE_COLUMNS);
    columnElement(code);
    code.labelBinding(heap);
    Label heapRows = unless(code, Placement.Kind.HEAP_COLUMNS);
    arrayElement(code);
    code.labelBinding(heapRows);
    rowField(code, true);
  }

  private void findPart(CodeBuilder code) {
    ofCursor(code, tables.method("part", MethodType.methodType(Table.class, long.class)));
    code.astore(table);
    ofCursor(code, tables.method("rowInPart", MethodType.methodType(long.class, long.class)));
    code.lstore(row);
  }

  private void ofCursor(CodeBuilder code, MethodHandle handle) {
    cursor.loadHandle(code, handle);
    code.aload(0).getfield(self, CursorGenerator.TABLE_FIELD, TABLE);
    code.aload(0).getfield(self, CursorGenerator.PLACE, CD_long);
    CursorGenerator.invoke(code, handle);
  }

  private void ofTable(CodeBuilder code, String name, Class<?> type) {
    MethodHandle getter = tables.getter(name, type);
    cursor.loadHandle(code, getter);
    code.aload(table);
    CursorGenerator.invoke(code, getter);
  }

  private Label unless(CodeBuilder code, Placement.Kind kind) {
    Label next = code.newLabel();
    ofTable(code, "kind", int.class);
    code.loadConstant(kind.code()).if_icmpne(next);
    return next;
  }

  private void rowField(CodeBuilder code, boolean onHeap) {
    beginMemory(code, onHeap);
    code.lload(row);
    ofTable(code, "stride", long.class);
    code.lmul();
    endMemory(code);
  }

  private void columnElement(CodeBuilder code) {
    beginMemory(code, false);
    code.lload(row).loadConstant((long) carrier.byteSize()).lmul();
    endMemory(code);
  }

  private void beginMemory(CodeBuilder code, boolean onHeap) {
    begin(code, carrier.segmentElement());
    Names.segmentClass(code, onHeap);
    ofTable(code, "memory", MemorySegment.class);
    Names.cast(code);
  }

  private void endMemory(CodeBuilder code) {
    ofTable(code, FieldAccess.offset(field), long.class);
    code.ladd();
    end(code, SEGMENT, long.class, carrier.type());
  }

  private void arrayElement(CodeBuilder code) {
    begin(code, carrier.arrayElement());
    ofTable(code, FieldAccess.array(field), carrier.arrayType());
    code.lload(row).l2i();
    end(code, desc(carrier.arrayType()), int.class, carrier.arrayType().componentType());
  }

  private void begin(CodeBuilder code, VarHandle handle) {
    if (field.isEnum() && returnsValue()) {
      cursor.loadConstants(code, field);
    }
    cursor.load(code, CD_VarHandle, handle);
  }

  private boolean returnsValue() {
    return method.shape() != CursorMethod.Shape.SET
        && method.shape() != CursorMethod.Shape.COMPARE_AND_SET;
  }

  /// Goes on with a handle and its coordinates on the stack.
  private void end(CodeBuilder code, ClassDesc base, Class<?> place, Class<?> value) {
    List<ClassDesc> parameters = new ArrayList<>(List.of(base, desc(place)));
    int slot = 1;
    for (Class<?> parameter : method.method().getParameterTypes()) {
      CursorGenerator.loadValue(code, field, slot);
      if (field.isEnum()) {
        code.conversion(TypeKind.INT, TypeKind.from(value));
      }
      parameters.add(desc(value));
      slot += TypeKind.from(parameter).slotSize();
    }
    Class<?> returned =
        switch (method.shape()) {
          case SET -> void.class;
          case COMPARE_AND_SET -> boolean.class;
          default -> value;
        };
    code.invokevirtual(
        CD_VarHandle, method.mode().methodName(), MethodTypeDesc.of(desc(returned), parameters));
    if (field.isEnum() && carrier == Carrier.BYTE && returnsValue()) {
      code.loadConstant(0xFF).iand();
    }
    CursorGenerator.returnResult(code, method);
  }
}
