// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the class of a record's tables in one kind of memory: the methods of `Table` that read or
/// write records.
///
/// Rows of few fields are read and written here. For others, [RowValuesGenerator] writes a class.
public final class TableGenerator extends ClassGenerator {
  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);
  private static final ClassDesc TABLE = AccessCode.TABLE;
  private static final ClassDesc CURSOR = ClassDesc.of(TABLE.packageName(), "Cursor");
  private static final MethodTypeDesc GET = MethodTypeDesc.of(RECORD, CD_long);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(RECORD, CD_Object, CD_long);
  private static final MethodTypeDesc SET = MethodTypeDesc.of(CD_void, CD_long, RECORD);
  private static final MethodTypeDesc OF_RECORD = MethodTypeDesc.of(CD_void, RECORD);
  private static final MethodTypeDesc VALUES = MethodTypeDesc.of(CD_Object);
  private static final MethodTypeDesc FOR_EACH =
      MethodTypeDesc.of(CD_void, CD_Object, CD_int, CD_int, desc(Consumer.class));
  private static final MethodTypeDesc ITERATOR = MethodTypeDesc.of(desc(Iterator.class));
  private static final MethodTypeDesc ITERATOR_OF = MethodTypeDesc.of(desc(Iterator.class), TABLE);
  private static final MethodTypeDesc CURSOR_OF_TYPE = MethodTypeDesc.of(CURSOR, CD_Class);
  private static final MethodTypeDesc CURSOR_OF_CHUNK =
      MethodTypeDesc.of(CURSOR, CD_Class, CursorChoiceGenerator.TABLE_CHUNK);
  private static final String CHUNK_CURSOR = "chunkCursor";
  private static final String SET_VALUES = "setValues";
  private static final String APPEND_VALUES = "appendValues";
  private static final String REQUIRE_STACK = "requireStack";

  /// Stack slots of 8 bytes: more than writing a field takes in the interpreter.
  private static final int STACK_SLOTS = 1_500;

  private static final int C1_MAX_INLINE_SIZE = 35;

  private final MemoryKind kind;
  private final FieldCode access;
  private final ClassDesc superclass;
  private final MethodTypeDesc constructor;
  private final MutableCallSite iterators;
  private final MutableCallSite cursors;
  private final @Nullable Lookup values;

  /// @param isMapped whether tables are in files
  /// @param layout the parameter of the constructor
  /// @param iterators makes an iterator, as `Iterator (Table)`
  /// @param cursors makes a cursor, as [CursorChoiceGenerator#CHOOSE]
  /// @param values the class that [RowValuesGenerator] writes; null if it is not needed
  public TableGenerator(
      ClassDesc self,
      Schema schema,
      MemoryKind kind,
      boolean isMapped,
      Class<?> layout,
      MutableCallSite iterators,
      MutableCallSite cursors,
      @Nullable Lookup values) {
    super(self, schema);
    this.kind = kind;
    this.access = new FieldCode(this, kind);
    this.superclass = AccessCode.exported(isMapped ? "FileRows" : "MemoryRows");
    this.constructor = MethodTypeDesc.of(CD_void, desc(layout));
    this.iterators = iterators;
    this.cursors = cursors;
    this.values = values;
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(superclass);
    method(type, INIT_NAME, constructor, ACC_PRIVATE);
    method(type, REQUIRE_STACK, MethodTypeDesc.of(CD_void), ACC_PUBLIC);
    if (values != null) {
      method(type, "values", VALUES, ACC_PUBLIC);
    } else {
      method(type, "get", GET, ACC_PUBLIC);
      method(type, "read", READ, ACC_PUBLIC);
      if (schema.isExact()) {
        method(type, "set", SET, ACC_PUBLIC);
        method(type, "append", OF_RECORD, ACC_PUBLIC);
        method(type, SET_VALUES, ofValues(CD_long), ACC_PRIVATE);
        method(type, APPEND_VALUES, ofValues(), ACC_PRIVATE);
        method(type, "requireComponents", OF_RECORD, ACC_PUBLIC);
      }
    }
    method(type, "forEach", FOR_EACH, ACC_PUBLIC);
    method(type, "iterator", ITERATOR, ACC_PUBLIC);
    method(type, "cursor", CURSOR_OF_TYPE, ACC_PUBLIC);
    method(type, "cursor", CURSOR_OF_CHUNK, ACC_PUBLIC, CHUNK_CURSOR, 0);
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME ->
          code.aload(0).aload(1).invokespecial(superclass, INIT_NAME, constructor).return_();
      case REQUIRE_STACK -> requireStack(code);
      case "values" -> RowValuesGenerator.create(code, constants, Objects.requireNonNull(values));
      case "get" -> get(code);
      case "read" -> read(code);
      case "set" -> set(code);
      case "append" -> append(code);
      case SET_VALUES -> setValues(code);
      case APPEND_VALUES -> appendValues(code);
      case "requireComponents" -> {
        takeApart(code, 1);
        code.return_();
      }
      case "forEach" -> forEach(code);
      case "iterator" -> {
        loadTarget(code, iterators);
        code.aload(0);
        Bytecode.invokeExact(code, ITERATOR_OF);
        code.areturn();
      }
      default -> {
        loadTarget(code, cursors);
        code.aload(0).aload(1);
        if (method.equals(CHUNK_CURSOR)) {
          code.aload(2);
          Bytecode.requireNonNull(code, "The chunk is null: take one of chunks()");
          code.checkcast(CursorChoiceGenerator.TABLE_CHUNK);
        } else {
          code.aconst_null();
        }
        Bytecode.invokeExact(code, CursorChoiceGenerator.CHOOSE);
        code.areturn();
      }
    }
  }

  /// Puts the target of a call site on the stack, which is a constant to the compiler.
  private void loadTarget(CodeBuilder code, MutableCallSite site) {
    constants.load(code, site);
    code.invokevirtual(
        desc(MutableCallSite.class), "getTarget", MethodTypeDesc.of(CD_MethodHandle));
  }

  /// Finds the chunk of a row, and puts it on the stack.
  ///
  /// @param row the local that has the row
  /// @param at the local for the row in the chunk
  private static void loadChunk(CodeBuilder code, int row, int at) {
    Label elsewhere = code.newLabel();
    Label found = code.newLabel();
    code.aload(0);
    AccessCode.call(code, "isPlain", CD_boolean, TABLE);
    code.ifeq(elsewhere).lload(row).lstore(at).aload(0);
    AccessCode.call(code, "first", AccessCode.CHUNK, TABLE);
    code.goto_(found).labelBinding(elsewhere).aload(0).lload(row);
    AccessCode.call(code, "chunk", AccessCode.CHUNK, TABLE, CD_long);
    code.dup();
    AccessCode.call(code, "first", CD_long, AccessCode.CHUNK);
    code.lload(row).dup2_x2().pop2().lsub().lstore(at).labelBinding(found);
  }

  private void get(CodeBuilder code) {
    int at = code.allocateLocal(TypeKind.LONG);
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    loadChunk(code, 1, at);
    code.astore(chunk).aload(0).aload(chunk).lload(at).invokevirtual(self, "read", READ).areturn();
  }

  /// Makes exceptions of the code from `start` on name the row in local 1 if it does not exist.
  private static void explain(CodeBuilder code, Label start) {
    Bytecode.catching(code, start, RUNTIME_EXCEPTION);
    code.aload(0).swap().lload(1);
    AccessCode.call(code, "explained", RUNTIME_EXCEPTION, TABLE, RUNTIME_EXCEPTION, CD_long);
    code.athrow();
  }

  /// Reads a row of a chunk, which is checked.
  private void read(CodeBuilder code) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    int row = code.allocateLocal(TypeKind.LONG);
    code.aload(1);
    AccessCode.call(code, "toChunk", AccessCode.CHUNK, CD_Object);
    code.astore(chunk);
    Label start = code.newBoundLabel();
    code.aload(chunk);
    checkRow(code, 2, row);
    components(code, chunk, row).make(schema.type(), schema.components());
    code.areturn();
    Bytecode.catching(code, start, RUNTIME_EXCEPTION);
    code.aload(0).swap().aload(chunk);
    AccessCode.call(code, "first", CD_long, AccessCode.CHUNK);
    code.lload(2).ladd();
    AccessCode.call(code, "explained", RUNTIME_EXCEPTION, TABLE, RUNTIME_EXCEPTION, CD_long);
    code.athrow();
  }

  private RowComponents components(CodeBuilder code, int chunk, int row) {
    return new RowComponents(code, this, kind, chunk, row);
  }

  /// Checks a row of the chunk on the stack, and puts it into a local.
  private static void checkRow(CodeBuilder code, int at, int row) {
    AccessCode.call(code, "filled", CD_long, AccessCode.CHUNK);
    code.lload(at).dup2_x2().pop2();
    Bytecode.checkIndex(code);
    code.lstore(row);
  }

  /// Reads the components of a record, and passes the values to the method that writes them: so no
  /// call gets the record, and C2 eliminates it.
  private void set(CodeBuilder code) {
    Label plain = code.newLabel();
    code.aload(0);
    AccessCode.call(code, "isIndexed", CD_boolean, TABLE);
    code.ifeq(plain).aload(0).lload(1).aload(3);
    AccessCode.call(code, "setIndexed", CD_void, TABLE, CD_long, RECORD);
    code.return_().labelBinding(plain);
    StoredLocals values = takeApart(code, 3);
    code.aload(0).lload(1);
    values.loadAll();
    code.invokevirtual(self, SET_VALUES, ofValues(CD_long)).return_();
  }

  /// The accessors of the record may have closed or grown the table.
  private void setValues(CodeBuilder code) {
    Label start = code.newBoundLabel();
    StoredLocals values = StoredLocals.ofParameters(code, schema.fields(), 1);
    int at = code.allocateLocal(TypeKind.LONG);
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    int row = code.allocateLocal(TypeKind.LONG);
    loadChunk(code, 1, at);
    code.dup().astore(chunk);
    checkRow(code, at, row);
    callRequireStack(code);
    writeRow(code, values, chunk, row);
    code.return_();
    explain(code, start);
  }

  /// Reads all components before the first field is written: one that is null, or throws, leaves
  /// the row as it was.
  private StoredLocals takeApart(CodeBuilder code, int record) {
    int value = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(record);
    Bytecode.requireNonNull(code, schema.noRecord());
    code.checkcast(desc(schema.type())).astore(value);
    StoredLocals values = StoredLocals.allocate(code, schema.fields(), schema.fields().size());
    RowComponents components = components(code, -1, -1);
    for (Component component : schema.components()) {
      code.aload(value);
      components.takeApart(component, values.values());
    }
    return values;
  }

  private void callRequireStack(CodeBuilder code) {
    code.aload(0).invokevirtual(self, REQUIRE_STACK, MethodTypeDesc.of(CD_void));
  }

  /// Writes a row. There is stack for it.
  private void writeRow(CodeBuilder code, StoredLocals values, int chunk, int row) {
    code.aload(chunk).lload(row);
    AccessCode.call(code, "requireWritable", CD_void, AccessCode.CHUNK, CD_long);
    if (schema.hasTexts() || schema.hasCodes()) {
      int at = code.allocateLocal(TypeKind.INT);
      code.lload(row).l2i().istore(at);
      values.placeTexts(constants, chunk, at);
    }
    AccessCode.ChunkPlace place = new AccessCode.ChunkPlace(kind, chunk, row);
    for (Field field : schema.fields()) {
      access.write(code, place, field, () -> values.load(field));
    }
  }

  /// As [#set].
  private void append(CodeBuilder code) {
    StoredLocals values = takeApart(code, 1);
    code.aload(0);
    values.loadAll();
    code.invokevirtual(self, APPEND_VALUES, ofValues()).return_();
  }

  /// The values of all fields, behind other parameters.
  private MethodTypeDesc ofValues(ClassDesc... first) {
    List<ClassDesc> types = new ArrayList<>(List.of(first));
    for (Field field : schema.fields()) {
      types.add(ComponentCode.kind(field).upperBound());
    }
    return MethodTypeDesc.of(CD_void, types);
  }

  /// The accessors of the record may have appended rows, and closed or grown the table.
  private void appendValues(CodeBuilder code) {
    StoredLocals values = StoredLocals.ofParameters(code, schema.fields(), 0);
    int row = code.allocateLocal(TypeKind.LONG);
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    callRequireStack(code); // Before the claim, which has to be released.
    code.aload(0);
    AccessCode.call(code, "room", CD_long, TABLE);
    code.lstore(row);
    Label claimed = code.newBoundLabel();
    code.aload(0).lload(row);
    AccessCode.call(code, "room", AccessCode.CHUNK, TABLE, CD_long);
    code.dup().astore(chunk);
    AccessCode.call(code, "first", CD_long, AccessCode.CHUNK);
    code.lload(row).dup2_x2().pop2().lsub().lstore(row);
    writeRow(code, values, chunk, row);
    Label written = code.newLabel();
    code.goto_(written);
    Bytecode.catching(code, claimed, desc(Throwable.class));
    code.aload(0);
    AccessCode.call(code, "abandon", CD_void, TABLE);
    code.athrow().labelBinding(written).aload(0);
    AccessCode.call(code, "publish", CD_void, TABLE);
    code.return_();
  }

  /// Writes `requireStack`, a method of a large frame. The JVM makes room for the frame at the call
  /// even where it is compiled, since it may have to go on in the interpreter. C1, whose code calls
  /// much that is inlined later, must not inline it: it is longer than `C1MaxInlineSize`.
  private void requireStack(CodeBuilder code) {
    Label enough = code.newLabel();
    code.aload(0).invokevirtual(TABLE, "capacity", MethodTypeDesc.of(CD_long)).lstore(STACK_SLOTS);
    code.lload(STACK_SLOTS).lconst_0().lcmp().ifge(enough);
    // Never called: where there is a call, compiled code takes the frame into account.
    callRequireStack(code);
    code.labelBinding(enough);
    Bytecode.lengthen(code, C1_MAX_INLINE_SIZE);
    code.return_();
  }

  /// Calls the action in local 4 with the rows of the chunk in local 1, from the one in local 2 to
  /// the one in local 3. They are `int`s, as the indexes of arrays are.
  private void forEach(CodeBuilder code) {
    Label test = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(test).iload(2).iload(3).if_icmpge(end);
    code.aload(4).aload(0).aload(1).iload(2).i2l().invokevirtual(self, "read", READ);
    code.invokeinterface(desc(Consumer.class), "accept", MethodTypeDesc.of(CD_void, CD_Object));
    code.iinc(2, 1).goto_(test);
    code.labelBinding(end).return_();
  }
}
