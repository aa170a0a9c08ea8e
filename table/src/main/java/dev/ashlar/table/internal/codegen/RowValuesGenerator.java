// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.RowValues;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// Writes the [RowValues] of a record of many fields, for one kind of memory.
///
/// C2 inlines nothing after 18,000 nodes, so all parts but the first are inlined late (see
/// `InlineLate`). Arrays take few nodes.
public final class RowValuesGenerator extends ClassGenerator {
  private static final String CREATE = "create";
  private static final MethodTypeDesc CREATE_TYPE = MethodTypeDesc.of(exported());

  private static final MethodTypeDesc MAKE = MethodTypeDesc.of(RECORD);

  /// The type of methods that override those of [RowValues].
  private static final MethodTypeDesc OF_PART =
      MethodTypeDesc.of(desc(RowValues.class), AccessCode.CHUNK, CD_long);

  private static final MethodTypeDesc TAKE = MethodTypeDesc.of(desc(RowValues.class), RECORD);

  /// The type of methods that are called through a handle: the JVM refuses types with classes that
  /// are not exported.
  private static final MethodTypeDesc LATE =
      MethodTypeDesc.of(exported(), CD_Object, CD_Object, CD_long);

  /// The local variables of the methods.
  private static final int VALUES = 0;

  private static final int CHUNK = 1;
  private static final int RECORD_LOCAL = 1;
  private static final int ROW = 2;

  /// Rows of more fields have a class of values: reading five takes 3,000 bytes of machine code,
  /// and more than 2,500 are not inlined (`InlineSmallCode`). Arrays take less.
  private static final int FEW_FIELDS = 3;

  private static final int FEW_COLUMNS = 4;

  /// The number of fields of each part.
  private static final int FIELDS_OF_PART = 3;

  /// The number of fields of a part if there are more than [#FEW_PARTS] parts: each part costs
  /// nodes, of which there are 40,000 (`LiveNodeCountInliningCutoff`).
  private static final int FIELDS_OF_WIDE_PART = 6;

  private static final int FEW_PARTS = 8;

  /// The number of components of each part of a record but the last one.
  private static final int COMPONENTS_OF_PART = 30;

  private final FieldCode access;
  private final AccessCode.ChunkPlace place;
  private final List<Field> runs = new ArrayList<>();
  private final List<Field> plain = new ArrayList<>();
  private final int partSize;

  public RowValuesGenerator(ClassDesc self, Schema schema, MemoryKind kind) {
    super(self, schema);
    this.access = new FieldCode(this, kind);
    this.place = new AccessCode.ChunkPlace(kind, CHUNK, ROW);
    for (Field field : schema.usedFields()) {
      (field.isRun() ? runs : plain).add(field);
    }
    int size = Math.ceilDiv(plain.size(), FEW_PARTS);
    this.partSize =
        Math.max(
            Math.clamp(size, FIELDS_OF_PART, FIELDS_OF_WIDE_PART),
            Math.ceilDiv(plain.size(), RowValues.PARTS));
  }

  /// Whether rows have a class of values. Otherwise the class of tables reads and writes all fields
  /// on its own.
  public static boolean isNeeded(Schema schema, MemoryKind kind) {
    int few = kind == MemoryKind.HEAP_COLUMNS ? FEW_COLUMNS : FEW_FIELDS;
    // The constructor of a record inside is called when all fields have been read.
    return schema.fields().size() > few || schema.records().size() > 1;
  }

  private static ClassDesc exported() {
    return AccessCode.exported("Values");
  }

  /// Returns a new object of that class.
  static void create(CodeBuilder code, Constants constants, Lookup values) {
    MethodType type = MethodType.methodType(AccessCode.resolve(exported()));
    constants.load(code, Lookups.findStatic(values, values.lookupClass(), CREATE, type));
    Bytecode.invokeExact(code, CREATE_TYPE);
    code.areturn();
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(exported());
    for (Field field : schema.fields()) {
      type.withField(name(field), ComponentCode.kind(field).upperBound(), ACC_PRIVATE);
      if (field.refersToText()) {
        type.withField(placeName(field), CD_long, ACC_PRIVATE);
      }
    }
    method(type, INIT_NAME, MTD_void, ACC_PRIVATE);
    method(type, CREATE, CREATE_TYPE, ACC_STATIC);
    method(type, "make", MAKE, ACC_PROTECTED);
    writeParts(type, "read");
    if (schema.isExact()) {
      writeParts(type, "write");
      if (schema.hasTexts() || schema.hasCodes()) {
        method(type, "placeTexts", OF_PART, ACC_PUBLIC);
      }
      for (int part = 0; part < takenParts(); part++) {
        method(type, "take" + part, TAKE, ACC_PROTECTED, "take", part);
      }
    }
  }

  private void writeParts(ClassBuilder type, String verb) {
    for (int part = 0; part < parts(); part++) {
      boolean late = part > 0 && !access.hasArrays();
      method(type, verb + part, OF_PART, ACC_PROTECTED, late ? "call" + verb : verb, part);
      if (late) {
        method(type, late(verb, part), LATE, ACC_PRIVATE | ACC_STATIC, "late" + verb, part);
      }
    }
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME -> constructor(code);
      case CREATE -> code.new_(self).dup().invokespecial(self, INIT_NAME, MTD_void).areturn();
      case "make" -> {
        new Components(code).make(schema.type(), schema.components());
        code.areturn();
      }
      case "take" -> take(code, number);
      case "placeTexts" -> placeTexts(code);
      case "callread", "callwrite" -> callLate(code, method.substring("call".length()), number);
      case "lateread", "latewrite" -> {
        code.aload(VALUES).checkcast(self).astore(VALUES).aload(CHUNK);
        AccessCode.call(code, "toChunk", AccessCode.CHUNK, CD_Object);
        code.astore(CHUNK);
        part(code, method.equals("lateread"), number);
      }
      default -> part(code, method.equals("read"), number);
    }
  }

  private int parts() {
    return Math.max(1, Math.ceilDiv(plain.size(), partSize));
  }

  private List<Field> fields(int part) {
    int first = part * partSize;
    return plain.subList(first, Math.min(first + partSize, plain.size()));
  }

  private int takenParts() {
    int parts = Math.ceilDiv(schema.components().size(), COMPONENTS_OF_PART);
    return Math.min(parts, RowValues.TAKEN_PARTS);
  }

  private List<Component> components(int part) {
    List<Component> all = schema.components();
    int first = part * COMPONENTS_OF_PART;
    boolean isLast = part == takenParts() - 1;
    return all.subList(first, isLast ? all.size() : first + COMPONENTS_OF_PART);
  }

  /// The name of the method that a part calls through a method handle.
  private static String late(String verb, int part) {
    return verb + "Late" + part;
  }

  private static String name(Field field) {
    return "value" + field.index();
  }

  private static String placeName(Field field) {
    return "place" + field.index();
  }

  private void constructor(CodeBuilder code) {
    code.aload(VALUES).loadConstant(parts());
    code.invokespecial(exported(), INIT_NAME, MethodTypeDesc.of(CD_void, CD_int)).return_();
  }

  private void callLate(CodeBuilder code, String verb, int part) {
    AccessCode.loadLate(code, CHUNK, self, late(verb, part), LATE);
    code.aload(VALUES).aload(CHUNK).lload(ROW);
    Bytecode.invokeExact(code, LATE);
    code.areturn();
  }

  private void part(CodeBuilder code, boolean reads, int part) {
    List<Field> all = new ArrayList<>(part == 0 ? runs : List.of());
    all.addAll(fields(part));
    for (Field field : all) {
      if (reads) {
        read(code, field);
      } else {
        write(code, field);
      }
    }
    code.aload(VALUES).areturn();
  }

  private void read(CodeBuilder code, Field field) {
    code.aload(VALUES);
    access.read(code, place, field);
    code.putfield(self, name(field), ComponentCode.kind(field).upperBound());
  }

  private void write(CodeBuilder code, Field field) {
    access.write(
        code,
        place,
        field,
        () -> {
          loadValue(code, field);
          if (field.isEnum()) {
            code.conversion(TypeKind.INT, TypeKind.from(field.primitive().type()));
          } else if (field.refersToText()) {
            code.aload(VALUES).getfield(self, placeName(field), CD_long);
          }
        });
  }

  private void loadValue(CodeBuilder code, Field field) {
    code.aload(VALUES);
    code.getfield(self, name(field), ComponentCode.kind(field).upperBound());
  }

  private void placeTexts(CodeBuilder code) {
    for (Field field : schema.fields()) {
      if (field.refersToText()) {
        code.aload(VALUES);
        constants.loadCodec(code, field);
        place.loadChunkRow(code);
        loadValue(code, field);
        CodecCode.place(code);
        code.putfield(self, placeName(field), CD_long);
      }
    }
    code.aload(VALUES).areturn();
  }

  private void take(CodeBuilder code, int part) {
    code.aload(RECORD_LOCAL).checkcast(desc(schema.type())).astore(RECORD_LOCAL);
    Components values = new Components(code);
    for (Component component : components(part)) {
      if (component.isField() && component.type().isPrimitive()) {
        Field field = component.fields().getFirst();
        code.aload(VALUES).aload(RECORD_LOCAL);
        ComponentCode.callAccessor(code, component);
        code.putfield(self, name(field), ComponentCode.kind(field).upperBound());
        continue;
      }
      List<Field> fields = component.fields();
      StoredLocals locals = StoredLocals.allocate(code, fields, schema.fields().size());
      code.aload(RECORD_LOCAL);
      values.takeApart(component, locals.values());
      for (Field field : fields) {
        TypeKind type = ComponentCode.kind(field);
        code.aload(VALUES).loadLocal(type, locals.values()[field.index()]);
        code.putfield(self, name(field), type.upperBound());
      }
    }
    code.aload(VALUES).areturn();
  }

  /// The components of the record, whose values this object has.
  private final class Components extends ComponentCode {
    Components(CodeBuilder code) {
      super(code, constants);
    }

    @Override
    void loadField(Field field) {
      loadValue(code, field);
    }
  }
}
