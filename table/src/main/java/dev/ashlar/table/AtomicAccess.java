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
/// [VarHandle][java.lang.invoke.VarHandle] of arrays, or of segments, which check everything.
final class AtomicAccess {
  private final ClassDesc self;
  private final TableType<?> tables;
  private final CursorGenerator cursor;
  private final CursorMethod method;
  private final Field field;
  private final Carrier carrier;
  private int place;
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
    place = code.allocateLocal(TypeKind.REFERENCE);
    row = code.allocateLocal(TypeKind.LONG);
    findPlace(code);
    Label heapRows = unless(code, Placement.Kind.HEAP_COLUMNS);
    arrayElement(code);
    code.labelBinding(heapRows);
    Label outside = unless(code, Placement.Kind.HEAP_ROWS);
    memory(code, true);
    code.labelBinding(outside);
    if (method.shape() != CursorMethod.Shape.GET) {
      requireWritable(code);
    }
    memory(code, false);
  }

  /// A part is a table, with a place of its own.
  private void findPlace(CodeBuilder code) {
    ofCursor(code, tables.method("partPlace", MethodType.methodType(Table.class, long.class)));
    code.astore(place);
    ofCursor(code, tables.method("partRow", MethodType.methodType(long.class, long.class)));
    code.lstore(row);
  }

  private void ofCursor(CodeBuilder code, MethodHandle handle) {
    cursor.loadHandle(code, handle);
    code.aload(0).getfield(self, CursorGenerator.TABLE_FIELD, TABLE);
    code.aload(0).getfield(self, CursorGenerator.PLACE, CD_long);
    CursorGenerator.invoke(code, handle);
  }

  private void ofPlace(CodeBuilder code, String name, Class<?> type) {
    MethodHandle getter = tables.getter(name, type);
    cursor.loadHandle(code, getter);
    code.aload(place);
    CursorGenerator.invoke(code, getter);
  }

  private Label unless(CodeBuilder code, Placement.Kind kind) {
    Label next = code.newLabel();
    ofPlace(code, "kind", int.class);
    code.loadConstant(kind.code()).if_icmpne(next);
    return next;
  }

  private void requireWritable(CodeBuilder code) {
    Label writable = code.newLabel();
    ofPlace(code, "readOnly", boolean.class);
    code.ifeq(writable);
    MethodHandle refuse = tables.method("refuse", MethodType.methodType(void.class));
    cursor.loadHandle(code, refuse);
    code.aload(place);
    CursorGenerator.invoke(code, refuse);
    code.labelBinding(writable);
  }

  private void memory(CodeBuilder code, boolean onHeap) {
    begin(code, carrier.segmentElement());
    Names.segmentClass(code, onHeap);
    ofPlace(code, "memory", MemorySegment.class);
    Names.cast(code);
    code.lload(row);
    ofPlace(code, FieldAccess.step(field), long.class);
    code.lmul();
    ofPlace(code, FieldAccess.start(field), long.class);
    code.ladd();
    end(code, SEGMENT, long.class, carrier.type());
  }

  private void arrayElement(CodeBuilder code) {
    begin(code, carrier.arrayElement());
    ofPlace(code, FieldAccess.array(field), carrier.arrayType());
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
