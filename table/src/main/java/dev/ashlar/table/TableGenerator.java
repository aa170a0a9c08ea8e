package dev.ashlar.table;

import static dev.ashlar.table.Names.RECORD;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes the class of a record's tables. It has
///
/// - two methods for each component, named as it is, that read and write it through [Access],
/// - the methods of [Table] that meet records one by one, and their loops,
/// - `copyFields`, for tables that do not share a layout.
///
/// One class for all layouts and storages: the calls in a user's loop then have one receiver,
/// whatever tables went through it before.
final class TableGenerator {
  /// The parameters of `copyFields`, which are those of [Table#copyTo].
  static final MethodTypeDesc COPY = MethodTypeDesc.of(CD_void, CD_long, TABLE, CD_long, CD_long);

  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);
  private static final MethodTypeDesc TRACED =
      MethodTypeDesc.of(RUNTIME_EXCEPTION, RUNTIME_EXCEPTION, TABLE, CD_long, CD_String);
  private static final MethodTypeDesc EXPLAINED =
      MethodTypeDesc.of(RUNTIME_EXCEPTION, RUNTIME_EXCEPTION, TABLE, CD_long);
  private static final MethodTypeDesc CONSTRUCTOR =
      MethodTypeDesc.of(CD_void, desc(TableLayout.class));
  private static final MethodTypeDesc LOAD = MethodTypeDesc.of(RECORD, CD_long);
  private static final MethodTypeDesc LOAD_PLACED = MethodTypeDesc.of(RECORD, CD_long, CD_Object);
  private static final MethodTypeDesc STORE_PLACED =
      MethodTypeDesc.of(CD_void, CD_long, CD_Object, RECORD);
  private static final MethodTypeDesc STORE = MethodTypeDesc.of(CD_void, CD_long, RECORD);
  private static final MethodTypeDesc SIZE = MethodTypeDesc.of(CD_long);

  private static final String REQUIRE_STACK = "requireStack";

  /// Of 8 bytes each: more than what it takes to write a field, in the interpreter.
  private static final int STACK_SLOTS = 1_500;

  private static final int C1_MAX_INLINE_SIZE = 35;

  /// Stands for the row behind the last one, which is not known before the accessors have run.
  private static final long APPENDED = -1;

  /// What the class data has of each field, in this order, behind [RowConstants].
  private static final int GETTER = 0;

  private static final int SETTER = 1;

  private static final int OFFSETS = 2;

  /// The constants of an enum.
  private static final int VALUES = 3;

  /// [Field#ordinals], of an enum.
  private static final int ORDINALS = 4;

  private static final int PER_FIELD = 5;

  /// C1 puts what is inlined for each field into blocks behind those of the field before, and goes
  /// down all of them by recursion. With a hundred fields in a method its stack ends, and the JVM
  /// with it; these need less than half of it. A record of more goes field by field, by calls.
  private static final int MAX_FIELDS_AT_ONCE = 40;

  private final ClassDesc self;
  private final ClassDesc record;
  private final Schema schema;

  private TableGenerator(ClassDesc self, Schema schema) {
    this.self = self;
    this.record = desc(schema.type());
    this.schema = schema;
  }

  static byte[] classFile(ClassDesc self, Schema schema) {
    TableGenerator generator = new TableGenerator(self, schema);
    return ClassFile.of().build(self, generator::write);
  }

  static List<Object> classData(Schema schema) {
    List<Object> data = RowConstants.list();
    for (Field field : schema.fields()) {
      data.add(Access.getter(field.carrier()));
      data.add(Access.setter(field.carrier()));
      data.add(FieldOffsets.of(schema, field));
      data.add(field.constants().toArray());
      data.add(field.isEnum() ? field.ordinals() : field);
    }
    return List.copyOf(data);
  }

  private static int index(Field field, int constant) {
    return RowConstants.count() + PER_FIELD * field.index() + constant;
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.withSuperclass(TABLE);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    method(type, INIT_NAME, CONSTRUCTOR, ACC_PRIVATE, this::constructor);
    for (Field field : schema.fields()) {
      accessor(type, field, getter(field), code -> read(code, field));
      accessor(type, field, setter(field), code -> write(code, field));
      method(type, copy(field), COPY, ACC_PRIVATE, code -> copy(code, field));
    }
    method(type, "link", MethodTypeDesc.of(CD_void), ACC_PRIVATE, this::link);
    method(type, "copyFields", COPY, ACC_PRIVATE, this::copyFields);
    rowAccess(type);
    requireStack(type);
    method(type, "store", STORE, ACC_PRIVATE, this::store);
    method(type, "add", STORE, ACC_PRIVATE, this::add);
    MethodTypeDesc ofRecord = MethodTypeDesc.of(CD_void, RECORD);
    method(type, "requireComponents", ofRecord, ACC_PRIVATE, this::requireComponents);
    method(type, "get", LOAD, ACC_PUBLIC, this::get);
    method(type, "set", STORE, ACC_PUBLIC, this::set);
    method(type, "append", MethodTypeDesc.of(CD_void, RECORD), ACC_PUBLIC, this::append);
    method(type, "fill", MethodTypeDesc.of(CD_void, RECORD), ACC_PUBLIC, this::fill);
    method(
        type,
        "forEach",
        MethodTypeDesc.of(CD_void, desc(Consumer.class)),
        ACC_PUBLIC,
        this::forEach);
  }

  private static void method(
      ClassBuilder type, String name, MethodTypeDesc shape, int flags, Consumer<CodeBuilder> code) {
    type.withMethodBody(name, shape, flags, code);
  }

  /// The JVM leaves frames of hidden classes out of stack traces, so the field is added to the
  /// trace of what its accessor throws.
  private void accessor(
      ClassBuilder type, Field field, MethodTypeDesc shape, Consumer<CodeBuilder> access) {
    method(
        type,
        field.name(),
        shape,
        ACC_PRIVATE,
        code ->
            code.trying(
                access::accept,
                catches ->
                    catches.catching(
                        RUNTIME_EXCEPTION,
                        handler -> {
                          handler.aload(0).lload(1).ldc(field.name());
                          handler.invokestatic(TABLE, "traced", TRACED).athrow();
                        })));
  }

  private static MethodTypeDesc getter(Field field) {
    return MethodTypeDesc.of(desc(field.valueType()), CD_long);
  }

  private static MethodTypeDesc setter(Field field) {
    return MethodTypeDesc.of(CD_void, CD_long, desc(field.valueType()));
  }

  private static void read(CodeBuilder code, Field field) {
    loadValue(
        code,
        field,
        () -> {
          loadAccess(code, field, GETTER);
          Names.invokeExact(
              code, MethodTypeDesc.of(desc(field.carrier().type()), CD_Object, TABLE, CD_long));
        });
    code.return_(TypeKind.from(field.valueType()));
  }

  /// Puts the value of a field on the stack; of an enum, its ordinal.
  ///
  /// @param loadStored puts what it is stored as on the stack
  private static void loadValue(CodeBuilder code, Field field, Runnable loadStored) {
    if (field.isEnum()) {
      Names.constant(code, CD_MethodHandle, index(field, ORDINALS));
    }
    loadStored.run();
    if (field.isEnum()) {
      Names.invokeExact(code, MethodTypeDesc.of(CD_int, CD_int));
    }
  }

  private static void write(CodeBuilder code, Field field) {
    loadAccess(code, field, SETTER);
    code.loadLocal(TypeKind.from(field.valueType()), 3);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, TypeKind.from(field.carrier().type()));
    }
    Names.invokeExact(
        code, MethodTypeDesc.of(CD_void, CD_Object, TABLE, CD_long, desc(field.carrier().type())));
    code.return_();
  }

  /// Puts an access to a field and its first arguments on the stack.
  private static void loadAccess(CodeBuilder code, Field field, int access) {
    Names.constant(code, CD_MethodHandle, index(field, access));
    Names.constant(code, CD_Object, index(field, OFFSETS));
    code.aload(0).lload(1);
  }

  /// Reads and writes the first field of each kind in the first row, so that what the JDK needs to
  /// link accesses is there.
  private void link(CodeBuilder code) {
    code.lconst_0().lstore(1);
    RowConstants.loadPlacement(code, RowConstants.READABLE);
    code.astore(3);
    RowConstants.invoke(code, RowConstants.KIND, 3, CD_int);
    code.pop();
    Set<Class<?>> carriers = new HashSet<>();
    for (Field field : schema.fields()) {
      if (carriers.add(field.carrier().type())) {
        code.aload(0).lload(1).aload(0).lload(1);
        code.invokevirtual(self, field.name(), getter(field));
        code.invokevirtual(self, field.name(), setter(field));
      }
    }
    code.return_();
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).aload(1).invokespecial(TABLE, INIT_NAME, CONSTRUCTOR).return_();
  }

  /// A method for each kind that is reached at once, small enough to be inlined, and one for the
  /// others.
  private void rowAccess(ClassBuilder type) {
    for (int kind = 0; kind < kindsAtOnce(); kind++) {
      int each = kind;
      method(type, "load" + kind, LOAD_PLACED, ACC_PRIVATE, code -> load(code, each));
      method(type, "store" + kind, STORE_PLACED, ACC_PRIVATE, code -> store(code, each));
    }
    method(type, "loadElsewhere", LOAD_PLACED, ACC_PRIVATE, this::loadElsewhere);
    method(type, "storeElsewhere", STORE_PLACED, ACC_PRIVATE, this::storeElsewhere);
  }

  /// The number of kinds of memory of which a method reaches all fields.
  private int kindsAtOnce() {
    return schema.fields().size() > MAX_FIELDS_AT_ONCE ? 0 : Placement.HEAP_ROWS + 1;
  }

  private void load(CodeBuilder code, int kind) {
    RowAccess access = new RowAccess(code, schema, kind);
    makeRecord(code, field -> loadValue(code, field, () -> access.load(field)));
    access.fence();
    code.areturn();
  }

  private void loadElsewhere(CodeBuilder code) {
    makeRecord(
        code, field -> code.aload(0).lload(1).invokevirtual(self, field.name(), getter(field)));
    code.areturn();
  }

  /// Leaves a record on the stack.
  ///
  /// @param load puts the value of a field on the stack
  private void makeRecord(CodeBuilder code, Consumer<Field> load) {
    code.new_(record).dup();
    for (Field field : schema.fields()) {
      if (field.isEnum()) {
        Names.constant(code, CD_Object.arrayType(), index(field, VALUES));
      }
      load.accept(field);
      if (field.isEnum()) {
        code.aaload().checkcast(desc(field.type()));
      }
    }
    List<ClassDesc> types = schema.fields().stream().map(field -> desc(field.type())).toList();
    code.invokespecial(record, INIT_NAME, MethodTypeDesc.of(CD_void, types));
  }

  private void store(CodeBuilder code, int kind) {
    int asked = code.allocateLocal(TypeKind.LONG);
    code.lload(1).lstore(asked);
    int[] values = takeApart(code, RowAccess.RECORD);
    chooseRow(code);
    Label elsewhere = code.newLabel();
    RowConstants.loadPlacement(code, RowConstants.WRITABLE);
    code.aload(RowAccess.PLACEMENT).if_acmpne(elsewhere);
    requireStack(code);
    RowAccess access = new RowAccess(code, schema, kind);
    for (Field field : schema.fields()) {
      access.store(field, values[field.index()]);
    }
    access.fence();
    code.return_().labelBinding(elsewhere);
    code.aload(0).lload(asked).aload(RowAccess.PLACEMENT).aload(RowAccess.RECORD);
    code.invokevirtual(self, "storeElsewhere", STORE_PLACED).return_();
  }

  private void storeElsewhere(CodeBuilder code) {
    int[] values = takeApart(code, RowAccess.RECORD);
    chooseRow(code);
    requireStack(code);
    for (Field field : schema.fields()) {
      code.aload(0).lload(1);
      code.loadLocal(TypeKind.from(field.valueType()), values[field.index()]);
      code.invokevirtual(self, field.name(), setter(field));
    }
    code.return_();
  }

  /// Decides on the row in local 1 if it is [#APPENDED]. Accessors may have appended rows.
  private void chooseRow(CodeBuilder code) {
    Label chosen = code.newLabel();
    code.lload(1).lconst_0().lcmp().ifge(chosen);
    code.aload(0).invokevirtual(self, "room", SIZE).lstore(1);
    code.labelBinding(chosen);
  }

  /// Reads all components before the first field is written: one that is null, or throws, leaves
  /// the row as it was. They are the user's code, which may have closed or grown the table: what
  /// was checked before has to be checked again.
  private int[] takeApart(CodeBuilder code, int local) {
    int value = code.allocateLocal(TypeKind.REFERENCE);
    loadRecord(code, local);
    code.checkcast(record).astore(value);
    int[] values = new int[schema.fields().size()];
    for (Field field : schema.fields()) {
      TypeKind kind = TypeKind.from(field.valueType());
      code.aload(value);
      code.invokevirtual(record, field.name(), MethodTypeDesc.of(desc(field.type())));
      if (field.isEnum()) {
        Names.loadOrdinal(code, field);
      }
      values[field.index()] = code.allocateLocal(kind);
      code.storeLocal(kind, values[field.index()]);
    }
    return values;
  }

  private void get(CodeBuilder code) {
    explaining(
        code,
        body -> {
          int placement = loadPlacement(body, RowConstants.READABLE);
          byKind(body, placement, "load", LOAD_PLACED, CodeBuilder::areturn, () -> {});
        });
  }

  private void set(CodeBuilder code) {
    explaining(
        code,
        body -> {
          checkRow(body);
          body.aload(0).lload(1).aload(3).invokevirtual(self, "store", STORE).return_();
        });
  }

  /// Has a row in local 1 that is not there named by what is thrown.
  private static void explaining(CodeBuilder code, Consumer<CodeBuilder> access) {
    code.trying(
        access::accept,
        catches ->
            catches.catching(
                RUNTIME_EXCEPTION,
                handler -> {
                  handler.aload(0).lload(1);
                  handler.invokestatic(TABLE, "explained", EXPLAINED).athrow();
                }));
  }

  /// Puts a record on the stack, which is not null.
  private void loadRecord(CodeBuilder code, int local) {
    code.aload(local);
    Names.requireNonNull(
        code,
        "null is no "
            + schema.type().getName()
            + ": a row of a table has a value of each component");
  }

  /// Writes a row that need not be one of the table's yet.
  private void store(CodeBuilder code) {
    int placement = loadPlacement(code, RowConstants.WRITABLE);
    byKind(code, placement, "store", STORE_PLACED, CodeBuilder::return_, () -> code.aload(3));
  }

  /// Writes a row behind the last one; the row in local 1 is that one now.
  private void add(CodeBuilder code) {
    int placement = loadPlacement(code, RowConstants.WRITABLE);
    code.loadConstant(APPENDED).lstore(1);
    byKind(code, placement, "store", STORE_PLACED, CodeBuilder::return_, () -> code.aload(3));
  }

  /// Throws what writing the record would throw.
  private void requireComponents(CodeBuilder code) {
    takeApart(code, 1);
    code.return_();
  }

  /// Puts the placement of the table, checked for the row in local 1, into a new local.
  private static int loadPlacement(CodeBuilder code, int checked) {
    int placement = code.allocateLocal(TypeKind.REFERENCE);
    RowConstants.loadPlacement(code, checked);
    code.astore(placement);
    return placement;
  }

  private void byKind(
      CodeBuilder code,
      int placement,
      String name,
      MethodTypeDesc shape,
      Consumer<CodeBuilder> end,
      Runnable loadRecord) {
    List<Label> kinds = Stream.generate(code::newLabel).limit(kindsAtOnce()).toList();
    Label elsewhere = code.newLabel();
    RowConstants.invoke(code, RowConstants.KIND, placement, CD_int);
    code.lookupswitch(
        elsewhere,
        IntStream.range(0, kinds.size())
            .mapToObj(kind -> SwitchCase.of(kind, kinds.get(kind)))
            .toList());
    for (int kind = 0; kind < kinds.size(); kind++) {
      code.labelBinding(kinds.get(kind)).aload(0).lload(1).aload(placement);
      loadRecord.run();
      end.accept(code.invokevirtual(self, name + kind, shape));
    }
    code.labelBinding(elsewhere).aload(0).lload(1).aload(placement);
    loadRecord.run();
    end.accept(code.invokevirtual(self, name + "Elsewhere", shape));
  }

  private void checkRow(CodeBuilder code) {
    code.lload(1).aload(0).invokevirtual(self, "size", SIZE);
    Names.checkIndex(code);
    code.pop2();
  }

  private void append(CodeBuilder code) {
    loadRecord(code, 1);
    code.pop();
    code.aload(0).aload(0).invokevirtual(self, "room", SIZE);
    code.aload(1).invokevirtual(self, "add", STORE);
    code.aload(0).lload(size(code)).lconst_1().ladd();
    code.invokevirtual(self, "publish", MethodTypeDesc.of(CD_void, CD_long)).return_();
  }

  /// Puts the number of rows into a new local.
  private int size(CodeBuilder code) {
    int size = code.allocateLocal(TypeKind.LONG);
    code.aload(0).invokevirtual(self, "size", SIZE).lstore(size);
    return size;
  }

  private void fill(CodeBuilder code) {
    loadRecord(code, 1);
    code.pop();
    Label rows = code.newLabel();
    Label end = code.newLabel();
    code.lload(size(code)).lconst_0().lcmp().ifne(rows);
    code.aload(0).aload(1);
    code.invokevirtual(self, "requireComponents", MethodTypeDesc.of(CD_void, RECORD));
    code.lload(size(code)).lconst_0().lcmp().ifeq(end);
    code.labelBinding(rows);
    requireStack(code);
    code.aload(0).lconst_0().aload(1).invokevirtual(self, "store", STORE);
    code.aload(0).invokevirtual(TABLE, "spread", MethodTypeDesc.of(CD_void));
    code.labelBinding(end).return_();
  }

  private void requireStack(CodeBuilder code) {
    code.aload(0).invokevirtual(self, REQUIRE_STACK, MethodTypeDesc.of(CD_void));
  }

  /// Writes [Table#requireStack]: a method of a large frame, which the JVM makes room for at the
  /// call even where it is compiled, since it may have to go on in the interpreter. C1, whose code
  /// calls much that C2's does not, must not inline it: it is longer than `C1MaxInlineSize`.
  private void requireStack(ClassBuilder type) {
    method(
        type,
        REQUIRE_STACK,
        MethodTypeDesc.of(CD_void),
        ACC_PROTECTED,
        code -> {
          Label enough = code.newLabel();
          code.aload(0).invokevirtual(self, "capacity", SIZE).lstore(STACK_SLOTS);
          code.lload(STACK_SLOTS).lconst_0().lcmp().ifge(enough);
          // Never called: where there is a call, compiled code takes the frame into account.
          requireStack(code);
          code.labelBinding(enough);
          for (int i = 0; i < C1_MAX_INLINE_SIZE; i++) {
            code.nop();
          }
          code.return_();
        });
  }

  private void forEach(CodeBuilder code) {
    code.aload(1);
    Names.requireNonNull(code, "The action is null: it is called with each row");
    code.pop();
    loop(
        code,
        size(code),
        row -> {
          code.aload(1).aload(0).lload(row).invokevirtual(self, "get", LOAD);
          code.invokeinterface(
              desc(Consumer.class), "accept", MethodTypeDesc.of(CD_void, CD_Object));
        });
    code.return_();
  }

  private static String copy(Field field) {
    return "copy" + field.index();
  }

  private void copyFields(CodeBuilder code) {
    for (Field field : schema.fields()) {
      code.aload(0).lload(1).aload(3).lload(4).lload(6).invokevirtual(self, copy(field), COPY);
    }
    code.return_();
  }

  private void copy(CodeBuilder code, Field field) {
    int target = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(3).checkcast(self).astore(target);
    loop(
        code,
        6,
        i -> {
          code.aload(target).lload(4).lload(i).ladd();
          code.aload(0).lload(1).lload(i).ladd();
          code.invokevirtual(self, field.name(), getter(field));
          code.invokevirtual(self, field.name(), setter(field));
        });
    code.return_();
  }

  /// Counts a new local from 0 to the `long` in the local `limit`.
  private static void loop(CodeBuilder code, int limit, IntConsumer body) {
    int i = code.allocateLocal(TypeKind.LONG);
    Label test = code.newLabel();
    Label end = code.newLabel();
    code.lconst_0().lstore(i);
    code.labelBinding(test).lload(i).lload(limit).lcmp().ifge(end);
    body.accept(i);
    code.lload(i).lconst_1().ladd().lstore(i).goto_(test);
    code.labelBinding(end);
  }
}
