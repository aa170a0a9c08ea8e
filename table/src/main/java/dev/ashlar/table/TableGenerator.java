package dev.ashlar.table;

import static dev.ashlar.table.Names.RECORD;
import static dev.ashlar.table.Names.SCOPE;
import static dev.ashlar.table.Names.SEGMENT;
import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
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
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// Writes the class of a record's tables. It has
///
/// - two methods for each component, named as it is, that read and write it ([FieldAccess]),
/// - the methods of [Table] that meet records one by one, and their loops,
/// - `copyFields`, for tables that do not share a layout,
/// - fields that say where memory is, set by `place`.
///
/// A table does not use those fields itself. It has a `place`, another object of the class, whose
/// fields never change: when a table grows it gets another place, so that no thread ever sees the
/// size of one memory together with the address of another. (A class of its own would be cleaner,
/// but hidden classes cannot name each other.)
///
/// One class for all layouts and storages: the calls in a user's loop then have one receiver,
/// whatever tables went through it before.
final class TableGenerator {
  /// The parameters of `place`.
  static final MethodTypeDesc PLACE =
      MethodTypeDesc.of(
          CD_void,
          CD_int,
          CD_long,
          SEGMENT,
          CD_long.arrayType(),
          CD_long.arrayType(),
          CD_long,
          CD_long,
          CD_long.arrayType(),
          CD_Object.arrayType(),
          TABLE.arrayType(),
          CD_long);

  /// The parameters of `copyFields`, which are those of [Table#copyTo].
  static final MethodTypeDesc COPY = MethodTypeDesc.of(CD_void, CD_long, TABLE, CD_long, CD_long);

  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);
  private static final MethodTypeDesc TRACED =
      MethodTypeDesc.of(RUNTIME_EXCEPTION, RUNTIME_EXCEPTION, CD_String, CD_String);
  private static final MethodTypeDesc READ_ONLY =
      MethodTypeDesc.of(desc(UnsupportedOperationException.class));
  private static final MethodTypeDesc CLOSED = MethodTypeDesc.of(desc(IllegalStateException.class));
  private static final MethodTypeDesc CONSTRUCTOR =
      MethodTypeDesc.of(CD_void, desc(TableLayout.class));
  private static final MethodTypeDesc LOAD = MethodTypeDesc.of(RECORD, CD_long);
  private static final MethodTypeDesc STORE = MethodTypeDesc.of(CD_void, CD_long, RECORD);
  private static final MethodTypeDesc SIZE = MethodTypeDesc.of(CD_long);

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

  /// Where the constants of an enum are in the class data; [#classData] puts them there.
  private static int constants(Field field) {
    return Names.EVERYTHING + 1 + field.index();
  }

  static List<Object> classData(Schema schema) {
    List<Object> data = new ArrayList<>(Names.SEGMENT_CLASSES);
    data.add(NativeAccess.everything());
    schema.fields().forEach(field -> data.add(field.constants().toArray()));
    return List.copyOf(data);
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.withSuperclass(TABLE);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    fields(type);
    method(type, INIT_NAME, CONSTRUCTOR, ACC_PRIVATE, this::constructor);
    method(type, "place", PLACE, ACC_PRIVATE, this::place);
    method(type, "refuse", FieldAccess.REFUSE, ACC_PRIVATE, this::refuse);
    method(type, "part", FieldAccess.PART, ACC_PRIVATE, this::part);
    method(type, "rowInPart", FieldAccess.ROW_IN_PART, ACC_PRIVATE, this::rowInPart);
    method(type, "partPlace", FieldAccess.PART, ACC_PRIVATE, this::partPlace);
    method(type, "partRow", FieldAccess.ROW_IN_PART, ACC_PRIVATE, this::partRow);
    for (Field field : schema.fields()) {
      FieldAccess access = new FieldAccess(self, schema, field);
      accessor(type, field, FieldAccess.getter(field), access::get);
      accessor(type, field, FieldAccess.setter(field), access::set);
      method(type, copy(field), COPY, ACC_PRIVATE, code -> copy(code, field));
    }
    method(type, "copyFields", COPY, ACC_PRIVATE, this::copyFields);
    method(type, "load", LOAD, ACC_PRIVATE, this::load);
    method(type, "store", STORE, ACC_PRIVATE, this::store);
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
                          handler.ldc(schema.type().getName()).ldc(field.name());
                          handler.invokestatic(TABLE, "traced", TRACED).athrow();
                        })));
  }

  private void fields(ClassBuilder type) {
    type.withField("place", TABLE, ACC_PRIVATE);
    type.withField("kind", CD_int, ACC_PRIVATE);
    type.withField("rows", CD_long, ACC_PRIVATE);
    type.withField("memory", SEGMENT, ACC_PRIVATE);
    type.withField("address", CD_long, ACC_PRIVATE);
    type.withField("readOnly", CD_boolean, ACC_PRIVATE);
    type.withField("scope", SCOPE, ACC_PRIVATE);
    type.withField("owner", CD_long, ACC_PRIVATE);
    type.withField("ownerMask", CD_long, ACC_PRIVATE);
    type.withField("words", CD_long.arrayType(), ACC_PRIVATE);
    type.withField("parts", TABLE.arrayType(), ACC_PRIVATE);
    type.withField("partRows", CD_long, ACC_PRIVATE);
    for (Field field : schema.fields()) {
      type.withField(FieldAccess.start(field), CD_long, ACC_PRIVATE);
      type.withField(FieldAccess.step(field), CD_long, ACC_PRIVATE);
      type.withField(FieldAccess.array(field), arrayType(field), ACC_PRIVATE);
    }
  }

  private static ClassDesc arrayType(Field field) {
    return desc(field.carrier().arrayType());
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).aload(1).invokespecial(TABLE, INIT_NAME, CONSTRUCTOR).return_();
  }

  private void place(CodeBuilder code) {
    code.aload(0).iload(1).putfield(self, "kind", CD_int);
    code.aload(0).lload(2).putfield(self, "rows", CD_long);
    code.aload(0).aload(4).putfield(self, "memory", SEGMENT);
    code.aload(0).lload(7).putfield(self, "owner", CD_long);
    code.aload(0).lload(9).putfield(self, "ownerMask", CD_long);
    code.aload(0).aload(11).putfield(self, "words", CD_long.arrayType());
    code.aload(0).aload(13).putfield(self, "parts", TABLE.arrayType());
    code.aload(0).lload(14).putfield(self, "partRows", CD_long);
    Label noMemory = code.newLabel();
    code.aload(4).ifnull(noMemory);
    code.aload(0).aload(4).invokeinterface(SEGMENT, "address", SIZE);
    code.putfield(self, "address", CD_long);
    code.aload(0).aload(4).invokeinterface(SEGMENT, "isReadOnly", MethodTypeDesc.of(CD_boolean));
    code.putfield(self, "readOnly", CD_boolean);
    code.aload(0).aload(4).invokeinterface(SEGMENT, "scope", MethodTypeDesc.of(SCOPE));
    code.putfield(self, "scope", SCOPE);
    code.labelBinding(noMemory);
    ifPresent(code, 5, field -> code.laload().putfield(self, FieldAccess.start(field), CD_long));
    ifPresent(code, 6, field -> code.laload().putfield(self, FieldAccess.step(field), CD_long));
    ifPresent(
        code,
        12,
        field ->
            code.aaload()
                .checkcast(arrayType(field))
                .putfield(self, FieldAccess.array(field), arrayType(field)));
    code.return_();
  }

  /// @param put goes on with this table, the array in `local` and the field's index on the stack
  private void ifPresent(CodeBuilder code, int local, Consumer<Field> put) {
    Label absent = code.newLabel();
    code.aload(local).ifnull(absent);
    for (Field field : schema.fields()) {
      code.aload(0).aload(local).loadConstant(field.index());
      put.accept(field);
    }
    code.labelBinding(absent);
  }

  /// Throws what memory throws in the wrong thread, or after its end: it says so best itself. If it
  /// says nothing, it is read-only.
  private void refuse(CodeBuilder code) {
    code.aload(0).getfield(self, "memory", SEGMENT);
    code.getstatic(Names.VALUE_LAYOUT, "JAVA_BYTE", Carrier.BYTE.layoutType()).lconst_0();
    code.invokeinterface(
        SEGMENT, "get", MethodTypeDesc.of(CD_byte, Carrier.BYTE.layoutType(), CD_long));
    code.pop().invokestatic(TABLE, "readOnly", READ_ONLY).athrow();
  }

  /// Returns the part of a row. What has none is closed, being none of the kinds that are asked
  /// before.
  private void part(CodeBuilder code) {
    Label whole = code.newLabel();
    code.aload(0).getfield(self, "kind", CD_int);
    code.loadConstant(Placement.Kind.PARTS.code()).if_icmpne(whole);
    code.aload(0).getfield(self, "parts", TABLE.arrayType());
    code.lload(1).aload(0).getfield(self, "rows", CD_long);
    Names.checkIndex(code);
    code.aload(0).getfield(self, "partRows", CD_long).ldiv().l2i().aaload().areturn();
    code.labelBinding(whole).invokestatic(TABLE, "closed", CLOSED).athrow();
  }

  private void rowInPart(CodeBuilder code) {
    Label whole = code.newLabel();
    code.aload(0).getfield(self, "parts", TABLE.arrayType()).ifnull(whole);
    code.lload(1).aload(0).getfield(self, "partRows", CD_long).lrem().lreturn();
    code.labelBinding(whole).lload(1).lreturn();
  }

  /// For cursors: the place of a row, in its part if there are any.
  private void partPlace(CodeBuilder code) {
    Label whole = code.newLabel();
    int place = loadPlace(code);
    code.aload(place).getfield(self, "kind", CD_int);
    code.loadConstant(Placement.Kind.PARTS.code()).if_icmplt(whole);
    code.aload(place).lload(1).invokevirtual(self, "part", FieldAccess.PART).checkcast(self);
    code.getfield(self, "place", TABLE).areturn();
    code.labelBinding(whole).aload(place).areturn();
  }

  private void partRow(CodeBuilder code) {
    int place = loadPlace(code);
    code.aload(place).lload(1);
    code.invokevirtual(self, "rowInPart", FieldAccess.ROW_IN_PART).lreturn();
  }

  private int loadPlace(CodeBuilder code) {
    int place = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).getfield(self, "place", TABLE).checkcast(self).astore(place);
    return place;
  }

  private void load(CodeBuilder code) {
    code.new_(record).dup();
    for (Field field : schema.fields()) {
      if (field.isEnum()) {
        Names.constant(code, CD_Object.arrayType(), constants(field));
      }
      code.aload(0).lload(1).invokevirtual(self, field.name(), FieldAccess.getter(field));
      if (field.isEnum()) {
        code.aaload().checkcast(desc(field.type()));
      }
    }
    List<ClassDesc> types = schema.fields().stream().map(field -> desc(field.type())).toList();
    code.invokespecial(record, INIT_NAME, MethodTypeDesc.of(CD_void, types)).areturn();
  }

  /// All components are read before the first field is written: one that is null, or throws, leaves
  /// the row as it was.
  private void store(CodeBuilder code) {
    int value = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(3).checkcast(record).astore(value);
    int[] locals = new int[schema.fields().size()];
    for (Field field : schema.fields()) {
      TypeKind kind = TypeKind.from(field.valueType());
      code.aload(value);
      code.invokevirtual(record, field.name(), MethodTypeDesc.of(desc(field.type())));
      if (field.isEnum()) {
        code.invokevirtual(ConstantDescs.CD_Enum, "ordinal", MethodTypeDesc.of(CD_int));
      }
      locals[field.index()] = code.allocateLocal(kind);
      code.storeLocal(kind, locals[field.index()]);
    }
    for (Field field : schema.fields()) {
      code.aload(0).lload(1);
      code.loadLocal(TypeKind.from(field.valueType()), locals[field.index()]);
      code.invokevirtual(self, field.name(), FieldAccess.setter(field));
    }
    code.return_();
  }

  private void get(CodeBuilder code) {
    checkRow(code);
    code.aload(0).lload(1).invokevirtual(self, "load", LOAD).areturn();
  }

  private void set(CodeBuilder code) {
    checkRow(code);
    code.aload(0).lload(1).aload(3).invokevirtual(self, "store", STORE).return_();
  }

  private void checkRow(CodeBuilder code) {
    code.lload(1).aload(0).invokevirtual(self, "size", SIZE);
    Names.checkIndex(code);
    code.pop2();
  }

  private void append(CodeBuilder code) {
    Label room = code.newLabel();
    int row = size(code);
    code.lload(row).aload(0).invokevirtual(self, "capacity", SIZE).lcmp().iflt(room);
    code.aload(0).invokevirtual(self, "grow", MethodTypeDesc.of(CD_void));
    code.labelBinding(room);
    code.aload(0).lload(row).aload(1).invokevirtual(self, "store", STORE);
    code.aload(0).lload(row).lconst_1().ladd();
    code.invokevirtual(self, "publish", MethodTypeDesc.of(CD_void, CD_long)).return_();
  }

  /// Puts the number of rows into a new local.
  private int size(CodeBuilder code) {
    int size = code.allocateLocal(TypeKind.LONG);
    code.aload(0).invokevirtual(self, "size", SIZE).lstore(size);
    return size;
  }

  private void fill(CodeBuilder code) {
    loop(
        code,
        size(code),
        row -> code.aload(0).lload(row).aload(1).invokevirtual(self, "store", STORE));
    code.return_();
  }

  private void forEach(CodeBuilder code) {
    loop(
        code,
        size(code),
        row -> {
          code.aload(1).aload(0).lload(row).invokevirtual(self, "load", LOAD);
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
          code.invokevirtual(self, field.name(), FieldAccess.getter(field));
          code.invokevirtual(self, field.name(), FieldAccess.setter(field));
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
