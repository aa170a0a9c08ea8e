// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.ColumnStarts;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.cursor.CursorInterface;
import dev.ashlar.table.internal.cursor.CursorMethod;
import dev.ashlar.table.internal.cursor.CursorTarget;
import dev.ashlar.table.internal.cursor.LateFields;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes a class that implements a user's cursor over tables of one kind of memory. A superclass
/// has the position. Over one chunk the class has what its accesses need, in final fields:
///
/// ```java
/// private final MemorySegment memory;
/// private final long column7;
///
/// public long price() {
///   long row = Calls.here(this);
///   return ((MemorySegment) NATIVE.cast(memory)).get(JAVA_LONG_UNALIGNED, column7 + (row << 3));
/// }
/// ```
///
/// Elsewhere each access asks the chunk.
public final class CursorGenerator extends ClassGenerator {
  private static final ClassDesc FAILURE = desc(RuntimeException.class);
  private static final ClassDesc POSITION = AccessCode.exported("Position");
  private static final MethodTypeDesc OF_TABLE = MethodTypeDesc.of(CD_void, AccessCode.TABLE);
  private static final MethodTypeDesc OF_ROWS =
      MethodTypeDesc.of(CD_void, AccessCode.TABLE, CD_Object, CD_long);

  /// The parameters of a cursor's constructor: the table, and for cursors over one chunk that chunk
  /// and how many rows of it are covered.
  static final MethodTypeDesc CREATE = OF_ROWS.changeReturnType(POSITION);

  private static final String ACCESS = "access";
  private static final String LATE = "late";
  private static final String CREATE_NAME = "create";
  private static final String MEMORY_FIELD = "memory";

  private final CursorInterface cursor;
  private final List<CursorMethod> methods;
  private final MemoryKind kind;
  private final @Nullable MethodHandle prepare;
  private final LateFields late;

  /// Has the position, see `GeneratedCode`.
  private final ClassDesc superclass;

  private final boolean isOneChunk;
  private final FieldCode fields;

  /// @param isOneChunk whether it is for tables of one chunk without deleted rows
  /// @param prepare `void (Table)`: called before a cursor is made; null if nothing is
  public CursorGenerator(
      ClassDesc self,
      Schema schema,
      CursorInterface cursor,
      List<CursorMethod> methods,
      MemoryKind kind,
      boolean isOneChunk,
      @Nullable MethodHandle prepare) {
    super(self, schema);
    this.cursor = cursor;
    this.methods = methods;
    this.kind = kind;
    this.prepare = prepare;
    this.late = LateFields.of(methods, kind, isOneChunk);
    this.isOneChunk = isOneChunk;
    this.superclass = AccessCode.exported(isOneChunk ? "OneChunk" : "Runs");
    this.fields = new FieldCode(this, kind);
  }

  /// Returns the type of the method `create` of such a class.
  public static MethodType createType(Class<?> table) {
    return MethodType.methodType(AccessCode.resolve(POSITION), table, Object.class, long.class);
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(superclass).withInterfaceSymbols(desc(cursor.type()));
    if (hasFields()) {
      if (!fields.hasArrays()) {
        type.withField(MEMORY_FIELD, FieldCode.SEGMENT, ACC_PRIVATE | ACC_FINAL);
      }
      for (Field field : columns()) {
        type.withField(name(field), columnType(field), ACC_PRIVATE | ACC_FINAL);
      }
    }
    method(type, INIT_NAME, OF_ROWS, ACC_PRIVATE);
    method(type, CREATE_NAME, CREATE, ACC_STATIC);
    method(type, "row", MethodTypeDesc.of(CD_long), ACC_PUBLIC);
    method(type, "next", MethodTypeDesc.of(CD_boolean), ACC_PUBLIC);
    for (Class<?> returned : cursor.moveToTypes()) {
      method(type, "moveTo", MethodTypeDesc.of(desc(returned), CD_long), ACC_PUBLIC);
    }
    for (Method inherited : cursor.defaultsOf(Iterator.class)) {
      MethodTypeDesc shape =
          shape(inherited.getReturnType(), List.of(inherited.getParameterTypes()));
      type.withMethodBody(
          inherited.getName(), shape, ACC_PUBLIC, code -> callDefault(code, inherited, shape));
    }
    for (int i = 0; i < methods.size(); i++) {
      Method method = methods.get(i).method();
      MethodTypeDesc shape = shape(method.getReturnType(), List.of(method.getParameterTypes()));
      method(type, method.getName(), shape, ACC_PUBLIC, ACCESS, i);
      if (late.contains(methods.get(i))) {
        method(type, lateName(i), lateShape(i), ACC_PRIVATE | ACC_STATIC, LATE, i);
      }
    }
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case ACCESS -> access(code, number);
      case LATE -> {
        code.aload(0).checkcast(self).astore(0);
        plain(code, methods.get(number));
      }
      case INIT_NAME -> constructor(code);
      case CREATE_NAME -> create(code);
      case "moveTo" -> {
        code.aload(0).lload(1);
        AccessCode.call(code, "move", CD_void, superclass, CD_long);
        code.aload(0).areturn();
      }
      case "next" -> {
        callPosition(code, "next", CD_boolean);
        code.ireturn();
      }
      default -> {
        callPosition(code, "row", CD_long);
        code.lreturn();
      }
    }
  }

  /// Calls a default method of the user's interface that the superclass has too.
  private void callDefault(CodeBuilder code, Method method, MethodTypeDesc shape) {
    code.aload(0);
    if (method.getParameterCount() > 0) {
      code.aload(1);
    }
    code.invokespecial(desc(cursor.type()), method.getName(), shape, true);
    code.return_(TypeKind.from(method.getReturnType()));
  }

  /// Whether the class has fields with the memory and the columns. A wide cursor asks the chunk:
  /// the constructor has to be small enough to be inlined.
  private boolean hasFields() {
    return isOneChunk && late.isNarrow();
  }

  /// The columns that the class has in fields.
  private List<Field> columns() {
    List<Field> columns = new ArrayList<>();
    if (kind.hasColumns()) {
      for (int index : late.fields()) {
        columns.add(schema.fields().get(index));
      }
    }
    return columns;
  }

  private static String name(Field field) {
    return "column" + field.index();
  }

  private ClassDesc columnType(Field field) {
    return fields.hasArrays() ? FieldCode.array(field) : CD_long;
  }

  private void callPosition(CodeBuilder code, String method, ClassDesc returned) {
    code.aload(0);
    AccessCode.call(code, method, returned, superclass);
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).aload(1).aload(2).lload(3).invokespecial(superclass, INIT_NAME, OF_ROWS);
    if (hasFields()) {
      int chunk = code.allocateLocal(TypeKind.REFERENCE);
      callPosition(code, "chunk", AccessCode.CHUNK);
      code.astore(chunk);
      AccessCode.ChunkPlace place = inChunk(chunk);
      if (!fields.hasArrays()) {
        code.aload(0);
        place.loadMemory(code);
        code.putfield(self, MEMORY_FIELD, FieldCode.SEGMENT);
      }
      for (Field field : columns()) {
        code.aload(0);
        place.loadColumn(code, field);
        code.putfield(self, name(field), columnType(field));
      }
    }
    code.return_();
  }

  /// Where columns begin.
  private AccessCode.ChunkPlace inChunk(int chunk) {
    return new AccessCode.ChunkPlace(kind, chunk, -1);
  }

  private void create(CodeBuilder code) {
    if (prepare != null) {
      constants.load(code, prepare);
      code.aload(0);
      Bytecode.invokeExact(code, OF_TABLE);
    }
    code.new_(self).dup().aload(0).aload(1).lload(2);
    code.invokespecial(self, INIT_NAME, OF_ROWS).areturn();
  }

  private static MethodTypeDesc shape(Class<?> returned, List<Class<?>> parameters) {
    List<ClassDesc> types = new ArrayList<>();
    for (Class<?> parameter : parameters) {
      types.add(desc(parameter));
    }
    return MethodTypeDesc.of(desc(returned), types);
  }

  private static String lateName(int method) {
    return LATE + method;
  }

  /// The type of what a method calls through a handle; its first parameter is the cursor.
  private MethodTypeDesc lateShape(int method) {
    Method user = methods.get(method).method();
    return shape(user.getReturnType(), List.of(user.getParameterTypes()))
        .insertParameterTypes(0, POSITION);
  }

  private void access(CodeBuilder code, int number) {
    CursorMethod method = methods.get(number);
    Label start = code.newBoundLabel();
    if (late.contains(method)) {
      callLate(code, number);
    } else if (method.isPlain()) {
      plain(code, method);
    } else {
      atomic(code, method);
    }
    Bytecode.catching(code, start, FAILURE);
    code.aload(0).swap();
    AccessCode.call(code, "explained", FAILURE, superclass, FAILURE);
    code.athrow();
  }

  private void callLate(CodeBuilder code, int number) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    callPosition(code, "chunk", AccessCode.CHUNK);
    code.astore(chunk);
    AccessCode.loadLate(code, chunk, self, lateName(number), lateShape(number));
    code.aload(0);
    MethodTypeDesc shape = lateShape(number);
    for (int i = 1; i < shape.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(shape.parameterType(i)), code.parameterSlot(i - 1));
    }
    Bytecode.invokeExact(code, shape);
    code.return_(TypeKind.from(shape.returnType()));
  }

  private void plain(CodeBuilder code, CursorMethod method) {
    boolean reads = method.returnsValue();
    if (!reads && !schema.isExact()) {
      Bytecode.throwIllegalArgument(code, schema.refusal());
      return;
    }
    // No switch: see ClassGenerator.
    if (method.target() instanceof CursorTarget.OfField(Field field)) {
      if (field.isEnum() && reads) {
        constants.loadEnum(code, field);
      }
      Row row = new Row(code);
      if (reads) {
        row.get(field);
        if (field.isEnum()) {
          Bytecode.invokeExact(code, MethodTypeDesc.of(CD_int, CD_int));
        }
      } else {
        row.requireWritable();
        row.set(field, null);
      }
    } else if (method.target() instanceof CursorTarget.OfText(Field field)) {
      constants.loadCodec(code, field);
      new Row(code).loadChunkRow(code);
      CodecCode.readText(code);
    } else if (method.target()
        instanceof CursorTarget.OfComponent(Class<?> record, Component component)) {
      if (reads) {
        new CursorComponents(code, new Row(code)).load(component);
      } else {
        setComponent(code, component);
      }
    }
    returnResult(code, method);
  }

  /// Writes the fields of a component, of which local 1 has the value. The accessors of a record
  /// may move the cursor, or close the table: the row is asked for after them.
  private void setComponent(CodeBuilder code, Component component) {
    StoredLocals values = StoredLocals.allocate(code, component.fields(), schema.fields().size());
    code.loadLocal(TypeKind.from(component.type()), 1);
    new CursorComponents(code, null).store(component, values.values());
    Row row = new Row(code);
    row.requireWritable();
    row.placeTexts(values);
    callPosition(code, "requireStack", CD_void);
    for (Field field : component.fields()) {
      row.set(field, values);
    }
  }

  /// The row of the cursor, in local variables of an accessor.
  private final class Row implements FieldCode.Place {
    private final CodeBuilder code;
    private final int chunk;

    /// A `long`, which has been checked.
    private final int row;

    Row(CodeBuilder code) {
      this.code = code;
      this.chunk = code.allocateLocal(TypeKind.REFERENCE);
      this.row = code.allocateLocal(TypeKind.LONG);
      callPosition(code, "chunk", AccessCode.CHUNK);
      code.astore(chunk);
      callPosition(code, "here", CD_long);
      code.lstore(row);
    }

    @Override
    public void loadColumn(CodeBuilder code, Field field) {
      if (hasFields()) {
        code.aload(0).getfield(self, name(field), columnType(field));
      } else if (!isOneChunk && fields.hasArrays()) {
        callPosition(code, "arrays", CD_Object.arrayType());
        code.loadConstant(field.index()).aaload().checkcast(FieldCode.array(field));
      } else if (!isOneChunk && field.index() < ColumnStarts.FIELDS) {
        callPosition(code, "start" + field.index(), CD_long);
      } else {
        inChunk(chunk).loadColumn(code, field);
      }
    }

    @Override
    public void loadMemory(CodeBuilder code) {
      if (hasFields()) {
        code.aload(0).getfield(self, MEMORY_FIELD, FieldCode.SEGMENT);
      } else if (!isOneChunk) {
        callPosition(code, "memory", FieldCode.SEGMENT);
      } else {
        AccessCode.loadField(code, chunk, "memory", FieldCode.SEGMENT);
      }
    }

    @Override
    public void loadRow(CodeBuilder code) {
      code.lload(row);
    }

    void requireWritable() {
      code.aload(chunk).lload(row);
      AccessCode.call(code, "requireWritable", CD_void, AccessCode.CHUNK, CD_long);
    }

    void placeTexts(StoredLocals values) {
      int at = code.allocateLocal(TypeKind.INT);
      code.lload(row).l2i().istore(at);
      values.placeTexts(constants, chunk, at);
    }

    @Override
    public void loadChunkRow(CodeBuilder code) {
      code.aload(chunk).lload(row).l2i();
    }

    void get(Field field) {
      fields.read(code, this, field);
    }

    /// Writes a field.
    ///
    /// @param values has the values to be written; null if that is local 1
    void set(Field field, @Nullable StoredLocals values) {
      fields.write(code, this, field, () -> loadStored(code, field, values));
    }
  }

  private static void loadStored(CodeBuilder code, Field field, @Nullable StoredLocals values) {
    if (values != null) {
      values.load(field);
      return;
    }
    loadValue(code, field, 1);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, TypeKind.from(field.primitive().type()));
    }
  }

  /// The components of the record in the class of a cursor.
  private final class CursorComponents extends ComponentCode {
    private final @Nullable Row row;

    /// @param row to read from; null if nothing is read
    CursorComponents(CodeBuilder code, @Nullable Row row) {
      super(code, constants);
      this.row = row;
    }

    @Override
    void loadField(Field field) {
      Objects.requireNonNull(row).get(field);
    }
  }

  private void atomic(CodeBuilder code, CursorMethod method) {
    Field field = method.target().fields().getFirst();
    if (field.isEnum() && method.returnsValue()) {
      constants.loadEnumConstants(code, field);
    }
    MethodHandle access = AtomicAccess.of(kind, field, method.mode());
    constants.load(code, access);
    callPosition(code, "chunk", AccessCode.CHUNK);
    callPosition(code, "here", CD_long);
    int slot = 1;
    for (Class<?> parameter : method.method().getParameterTypes()) {
      loadValue(code, field, slot);
      slot += TypeKind.from(parameter).slotSize();
    }
    MethodType type = access.type();
    Bytecode.invokeExact(code, shape(type.returnType(), type.parameterList()));
    returnResult(code, method);
  }

  /// Puts a parameter on the stack; of an enum, its ordinal.
  private static void loadValue(CodeBuilder code, Field field, int slot) {
    code.loadLocal(TypeKind.from(field.type()), slot);
    if (field.isEnum()) {
      Bytecode.loadOrdinal(code, field);
    }
  }

  /// Returns the value on the stack. For an enum, its constants and its ordinal are on the stack.
  private static void returnResult(CodeBuilder code, CursorMethod method) {
    switch (method.shape()) {
      case SET -> {
        if (method.method().getReturnType() == void.class) {
          code.return_();
        } else {
          code.aload(0).areturn();
        }
      }
      case COMPARE_AND_SET -> code.ireturn();
      default -> {
        Class<?> type = method.method().getReturnType();
        if (method.target() instanceof CursorTarget.OfField(Field field) && field.isEnum()) {
          code.aaload().checkcast(desc(type));
        }
        code.return_(TypeKind.from(type));
      }
    }
  }
}
