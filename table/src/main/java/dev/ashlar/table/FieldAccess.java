package dev.ashlar.table;

import static dev.ashlar.table.Names.SEGMENT;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.VALUE_LAYOUT;
import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
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
/// Each is one method with a branch for every kind of memory, whose strides are constants, and calls
/// nothing but what is always inlined: a branch in a method of its own would be inlined only where
/// the profile says that it is often taken, and a call that is left in a loop slows all of it down.
/// The slow kinds have such a method all the same; theirs is the loop that pays.
///
/// The row is one of the table's, or [#NOWHERE]. The branches for native memory check it once more:
/// against the memory that they are about to touch, since a table may have grown in the meantime.
final class FieldAccess {
  /// A row that is outside of every memory, whatever is added to it and whatever it is multiplied by;
  /// as an array's index it is -1.
  static final long NOWHERE = -(1L << 50) - 1;

  static final MethodTypeDesc PART = MethodTypeDesc.of(TABLE, CD_long);
  static final MethodTypeDesc ROW_IN_PART = MethodTypeDesc.of(CD_long, CD_long);
  static final MethodTypeDesc CHECK = MethodTypeDesc.of(CD_void, CD_long);

  private static final MethodTypeDesc FENCE = MethodTypeDesc.of(CD_void, CD_Object);
  static final MethodTypeDesc CLOSED =
      MethodTypeDesc.of(desc(IllegalStateException.class));
  private static final int ROW = 1;
  private static final int VALUE = 3;

  private final ClassDesc self;
  private final Schema schema;
  private final Field field;
  private final Carrier carrier;
  private final ClassDesc type;
  private final TypeKind kind;

  FieldAccess(ClassDesc self, Schema schema, Field field) {
    this.self = self;
    this.schema = schema;
    this.field = field;
    this.carrier = field.carrier();
    this.type = desc(carrier.type());
    this.kind = TypeKind.from(carrier.type());
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

  static String slow(Field field) {
    return field.name() + "$slow";
  }

  static MethodTypeDesc getter(Field field) {
    return MethodTypeDesc.of(desc(field.valueType()), CD_long);
  }

  static MethodTypeDesc setter(Field field) {
    return MethodTypeDesc.of(CD_void, CD_long, desc(field.valueType()));
  }

  void get(CodeBuilder code) {
    MethodTypeDesc get = MethodTypeDesc.of(type, carrier.layoutType(), CD_long);
    fast(code, () -> code.invokeinterface(SEGMENT, "get", get), () -> code.arrayLoad(kind), kind);
    code.aload(0).lload(ROW).invokevirtual(self, slow(field), getter(field));
    code.return_(TypeKind.from(field.valueType()));
  }

  void getSlowly(CodeBuilder code) {
    MethodTypeDesc get = MethodTypeDesc.of(type, carrier.layoutType(), CD_long);
    slow(
        code,
        () -> {
          code.invokevirtual(self, field.name(), getter(field));
          code.return_(TypeKind.from(field.valueType()));
        },
        () -> {
          code.invokeinterface(SEGMENT, "get", get);
          end(code, kind);
        });
  }

  void set(CodeBuilder code) {
    MethodTypeDesc set = MethodTypeDesc.of(CD_void, carrier.layoutType(), CD_long, type);
    fast(
        code,
        () -> {
          loadValue(code);
          code.invokeinterface(SEGMENT, "set", set);
        },
        () -> {
          loadValue(code);
          code.arrayStore(kind);
        },
        TypeKind.VOID);
    code.aload(0).lload(ROW).loadLocal(TypeKind.from(field.valueType()), VALUE);
    code.invokevirtual(self, slow(field), setter(field)).return_();
  }

  void setSlowly(CodeBuilder code) {
    MethodTypeDesc set = MethodTypeDesc.of(CD_void, carrier.layoutType(), CD_long, type);
    slow(
        code,
        () -> {
          code.loadLocal(TypeKind.from(field.valueType()), VALUE);
          code.invokevirtual(self, field.name(), setter(field)).return_();
        },
        () -> {
          loadValue(code);
          code.invokeinterface(SEGMENT, "set", set).return_();
        });
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

  /// @param memory goes on with a segment, a layout and an offset on the stack
  /// @param array goes on with an array and an index
  /// @param result what both leave there
  private void fast(CodeBuilder code, Runnable memory, Runnable array, TypeKind result) {
    int place = loadPlace(code);
    int chosen = code.allocateLocal(TypeKind.INT);
    code.aload(place).getfield(self, "kind", CD_int).istore(chosen);
    for (Kind direct : new Kind[] {Kind.DIRECT_ROWS, Kind.DIRECT_ALIGNED_ROWS}) {
      Layout layout = direct == Kind.DIRECT_ROWS ? Layout.ROWS : Layout.ALIGNED_ROWS;
      Label next = unless(code, chosen, direct);
      direct(code, place);
      code.lload(ROW).loadConstant(layout.stride(schema)).lmul().ladd();
      code.loadConstant(layout.offsets(schema, 0)[field.index()]).ladd();
      memory.run();
      endDirect(code, place, result);
      code.labelBinding(next);
    }
    Label heapColumns = unless(code, chosen, Kind.DIRECT_COLUMNS);
    direct(code, place);
    code.aload(place).getfield(self, start(field), CD_long).ladd();
    code.lload(ROW).loadConstant((long) carrier.byteSize()).lmul().ladd();
    memory.run();
    endDirect(code, place, result);
    code.labelBinding(heapColumns);
    Label heapRows = unless(code, chosen, Kind.HEAP_COLUMNS);
    code.aload(place).getfield(self, array(field), desc(carrier.arrayType())).lload(ROW).l2i();
    array.run();
    end(code, result);
    code.labelBinding(heapRows);
    Label slow = unless(code, chosen, Kind.HEAP_ROWS);
    loadMemory(code, place, true);
    Layout layout = Layout.ALIGNED_ROWS;
    code.lload(ROW).loadConstant(layout.stride(schema)).lmul();
    code.loadConstant(layout.offsets(schema, 0)[field.index()]).ladd();
    memory.run();
    end(code, result);
    code.labelBinding(slow);
  }

  /// Puts the table's place, an object of this class too, into a new local.
  private int loadPlace(CodeBuilder code) {
    int place = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).getfield(self, "place", TABLE).checkcast(self).astore(place);
    return place;
  }

  private Label unless(CodeBuilder code, int chosen, Kind branch) {
    Label next = code.newLabel();
    code.iload(chosen);
    if (branch.code() == 0) {
      code.ifne(next);
    } else {
      code.loadConstant(branch.code()).if_icmpne(next);
    }
    return next;
  }

  /// Puts all of memory, a layout and the address of the place on the stack.
  private void direct(CodeBuilder code, int place) {
    code.aload(place).lload(ROW).invokevirtual(self, "check", CHECK);
    Names.constant(code, SEGMENT, Names.EVERYTHING);
    loadLayout(code);
    code.aload(place).getfield(self, "address", CD_long);
  }

  /// Memory could be collected while it is being read, were it not for its place.
  private void endDirect(CodeBuilder code, int place, TypeKind result) {
    code.aload(place).invokestatic(desc(Reference.class), "reachabilityFence", FENCE);
    end(code, result);
  }

  private void loadMemory(CodeBuilder code, int place, boolean onHeap) {
    Names.segmentClass(code, onHeap);
    code.aload(place).getfield(self, "memory", SEGMENT);
    Names.cast(code);
    loadLayout(code);
  }

  private void loadLayout(CodeBuilder code) {
    code.getstatic(VALUE_LAYOUT, carrier.unalignedLayout(), carrier.layoutType());
  }

  /// @param part goes on with another table of this class and its row on the stack
  /// @param memory goes on with a segment, a layout and an offset
  private void slow(CodeBuilder code, Runnable part, Runnable memory) {
    int place = loadPlace(code);
    Label whole = code.newLabel();
    Label open = code.newLabel();
    code.aload(place).getfield(self, "parts", TABLE.arrayType()).ifnull(whole);
    code.aload(place).lload(ROW).invokevirtual(self, "part", PART).checkcast(self);
    code.aload(place).lload(ROW).invokevirtual(self, "rowInPart", ROW_IN_PART);
    part.run();
    code.labelBinding(whole);
    code.aload(place).getfield(self, "memory", SEGMENT).ifnonnull(open);
    code.aload(0).invokevirtual(self, "closed", CLOSED).athrow();
    code.labelBinding(open);
    loadMemory(code, place, false);
    code.lload(ROW).aload(place).getfield(self, step(field), CD_long).lmul();
    code.aload(place).getfield(self, start(field), CD_long).ladd();
    memory.run();
  }
}
