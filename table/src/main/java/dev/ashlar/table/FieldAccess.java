package dev.ashlar.table;

import static dev.ashlar.table.Names.SCOPE;
import static dev.ashlar.table.Names.SEGMENT;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.THREAD;
import static dev.ashlar.table.Names.VALUE_LAYOUT;
import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.Placement.Kind;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.ref.Reference;

/// Writes the methods of a table class that read and write one field of a row.
///
/// Each is one method with a branch for every kind of memory, whose strides are constants where
/// they can be, and calls nothing but what the JVM inlines by force: a branch in a method of its
/// own would be inlined only where the profile says that it is often taken, and a call that is left
/// in a loop slows down all kinds. Only tables of several parts pay that price.
///
/// The row is one of the table's, or [#NOWHERE]. Native memory that is reached directly is checked
/// once more, row, thread, lifetime and permission: against the place that is about to be touched,
/// since the table may have another one by now. The JDK checks all else.
final class FieldAccess {
  /// A row that is outside of every memory, whatever is added to it and whatever it is multiplied
  /// by; as an array's index it is -1.
  static final long NOWHERE = -(1L << 50) - 1;

  static final MethodTypeDesc PART = MethodTypeDesc.of(TABLE, CD_long);
  static final MethodTypeDesc ROW_IN_PART = MethodTypeDesc.of(CD_long, CD_long);
  static final MethodTypeDesc REFUSE = MethodTypeDesc.of(CD_void);

  private static final MethodTypeDesc FENCE = MethodTypeDesc.of(CD_void, CD_Object);
  private static final int ROW = 1;
  private static final int VALUE = 3;

  private final ClassDesc self;
  private final Schema schema;
  private final Field field;
  private final Carrier carrier;
  private final ClassDesc type;
  private final TypeKind kind;
  private final HeapWord word;

  FieldAccess(ClassDesc self, Schema schema, Field field) {
    this.self = self;
    this.schema = schema;
    this.field = field;
    this.carrier = field.carrier();
    this.type = desc(carrier.type());
    this.kind = TypeKind.from(carrier.type());
    this.word = new HeapWord(self, schema, field);
  }

  static String start(Field field) {
    return "start" + field.index();
  }

  static String step(Field field) {
    return "step" + field.index();
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
    Runnable memory = () -> code.invokeinterface(SEGMENT, "get", get);
    int place = loadPlace(code);
    direct(code, place, false, memory, kind);
    heapColumn(code, place, () -> code.arrayLoad(kind), kind);
    Label next = unless(code, place, Kind.HEAP_ROWS);
    word.get(code, place, ROW);
    end(code, kind);
    code.labelBinding(next);
    checked(code, place, false, memory, kind);
    code.aload(place).lload(ROW).invokevirtual(self, "part", PART).checkcast(self);
    code.aload(place).lload(ROW).invokevirtual(self, "rowInPart", ROW_IN_PART);
    code.invokevirtual(self, field.name(), getter(field));
    code.return_(TypeKind.from(field.valueType()));
  }

  void set(CodeBuilder code) {
    MethodTypeDesc set = MethodTypeDesc.of(CD_void, carrier.layoutType(), CD_long, type);
    Runnable memory =
        () -> {
          loadValue(code);
          code.invokeinterface(SEGMENT, "set", set);
        };
    Runnable array =
        () -> {
          loadValue(code);
          code.arrayStore(kind);
        };
    int place = loadPlace(code);
    direct(code, place, true, memory, TypeKind.VOID);
    heapColumn(code, place, array, TypeKind.VOID);
    Label next = unless(code, place, Kind.HEAP_ROWS);
    if (word.isWhole()) {
      word.set(code, place, ROW, VALUE);
    } else {
      memory(code, place, true);
      memory.run();
    }
    code.return_().labelBinding(next);
    checked(code, place, true, memory, TypeKind.VOID);
    code.aload(place).lload(ROW).invokevirtual(self, "part", PART).checkcast(self);
    code.aload(place).lload(ROW).invokevirtual(self, "rowInPart", ROW_IN_PART);
    code.loadLocal(TypeKind.from(field.valueType()), VALUE);
    code.invokevirtual(self, field.name(), setter(field)).return_();
  }

  private void loadValue(CodeBuilder code) {
    code.loadLocal(TypeKind.from(field.valueType()), VALUE);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, kind);
    }
  }

  /// Returns what is on the stack. An ordinal has no sign; chars have none either.
  private void end(CodeBuilder code, TypeKind result) {
    if (result == TypeKind.BYTE && field.isEnum()) {
      code.loadConstant(0xFF).iand();
    }
    code.return_(result);
  }

  /// Puts the table's place, an object of this class too, into a new local.
  private int loadPlace(CodeBuilder code) {
    int place = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).getfield(self, "place", TABLE).checkcast(self).astore(place);
    return place;
  }

  private Label unless(CodeBuilder code, int place, Kind branch) {
    Label next = code.newLabel();
    code.aload(place).getfield(self, "kind", CD_int);
    if (branch.code() == 0) {
      code.ifne(next);
    } else {
      code.loadConstant(branch.code()).if_icmpne(next);
    }
    return next;
  }

  /// Memory could be collected while it is being read, were it not for its place.
  private void direct(
      CodeBuilder code, int place, boolean write, Runnable memory, TypeKind result) {
    Label next = code.newLabel();
    code.aload(place).getfield(self, "kind", CD_int);
    code.loadConstant(Kind.DIRECT_COLUMNS.code()).if_icmpgt(next);
    check(code, place, write);
    Names.constant(code, SEGMENT, Names.EVERYTHING);
    loadLayout(code);
    code.aload(place).getfield(self, "address", CD_long);
    loadDirectOffset(code, place);
    code.ladd();
    memory.run();
    code.aload(place).invokestatic(desc(Reference.class), "reachabilityFence", FENCE);
    end(code, result);
    code.labelBinding(next);
  }

  /// No branch joins another here: C2 takes one invariant branch after the other out of a loop, but
  /// only three deep, and the kinds need them all. So the thread's number is compared under a mask,
  /// which is 0 if any thread will do.
  private void check(CodeBuilder code, int place, boolean write) {
    Label refused = code.newLabel();
    Label alive = code.newLabel();
    code.lload(ROW).aload(place).getfield(self, "rows", CD_long);
    Names.checkIndex(code);
    code.pop2();
    code.aload(place).getfield(self, "owner", CD_long);
    code.invokestatic(THREAD, "currentThread", MethodTypeDesc.of(THREAD));
    code.invokevirtual(THREAD, "threadId", MethodTypeDesc.of(CD_long)).lxor();
    code.aload(place).getfield(self, "ownerMask", CD_long).land();
    code.lconst_0().lcmp().ifne(refused);
    if (write) {
      code.aload(place).getfield(self, "readOnly", CD_boolean).ifne(refused);
    }
    code.aload(place).getfield(self, "scope", SCOPE);
    code.invokeinterface(SCOPE, "isAlive", MethodTypeDesc.of(CD_boolean)).ifne(alive);
    code.labelBinding(refused).aload(place).invokevirtual(self, "refuse", REFUSE);
    code.labelBinding(alive);
  }

  private void loadDirectOffset(CodeBuilder code, int place) {
    Label end = code.newLabel();
    Label aligned = unless(code, place, Kind.DIRECT_ROWS);
    rowOffset(code, Layout.ROWS);
    code.goto_(end).labelBinding(aligned);
    Label columns = unless(code, place, Kind.DIRECT_ALIGNED_ROWS);
    rowOffset(code, Layout.ALIGNED_ROWS);
    code.goto_(end).labelBinding(columns);
    code.lload(ROW).loadConstant((long) carrier.byteSize()).lmul();
    code.aload(place).getfield(self, start(field), CD_long).ladd();
    code.labelBinding(end);
  }

  private void rowOffset(CodeBuilder code, Layout layout) {
    code.lload(ROW).loadConstant(layout.stride(schema)).lmul();
    code.loadConstant(layout.offsets(schema, 0)[field.index()]).ladd();
  }

  private void heapColumn(CodeBuilder code, int place, Runnable array, TypeKind result) {
    Label next = unless(code, place, Kind.HEAP_COLUMNS);
    code.aload(place).getfield(self, array(field), desc(carrier.arrayType())).lload(ROW).l2i();
    array.run();
    end(code, result);
    code.labelBinding(next);
  }

  private void checked(
      CodeBuilder code, int place, boolean write, Runnable memory, TypeKind result) {
    Label next = unless(code, place, Kind.CHECKED);
    if (write) {
      Label writable = code.newLabel();
      code.aload(place).getfield(self, "readOnly", CD_boolean).ifeq(writable);
      code.aload(place).invokevirtual(self, "refuse", REFUSE).labelBinding(writable);
    }
    memory(code, place, false);
    memory.run();
    end(code, result);
    code.labelBinding(next);
  }

  /// Puts the table's memory, a layout and an offset on the stack.
  private void memory(CodeBuilder code, int place, boolean onHeap) {
    Names.segmentClass(code, onHeap);
    code.aload(place).getfield(self, "memory", SEGMENT);
    Names.cast(code);
    loadLayout(code);
    code.lload(ROW).aload(place).getfield(self, step(field), CD_long).lmul();
    code.aload(place).getfield(self, start(field), CD_long).ladd();
  }

  private void loadLayout(CodeBuilder code) {
    code.getstatic(VALUE_LAYOUT, carrier.unalignedLayout(), carrier.layoutType());
  }
}
