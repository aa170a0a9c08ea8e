// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/// Writes the class of a record's tables: the methods of `Table` that read or write records one by
/// one, and their loops.
///
/// There is one class for all layouts and storages, so that the calls in a user's loop have one
/// receiver, whatever tables the loop has processed before. Rows are read by the class that
/// [RowReaderGenerator] writes, and written by the code that [RowWriterCode] writes.
public final class TableGenerator extends ClassGenerator {
  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);
  private static final MethodTypeDesc EXPLAINED =
      MethodTypeDesc.of(RUNTIME_EXCEPTION, RUNTIME_EXCEPTION, CD_long);
  private static final MethodTypeDesc LOAD = MethodTypeDesc.of(RECORD, CD_long);
  private static final MethodTypeDesc STORE = MethodTypeDesc.of(CD_void, CD_long, RECORD);
  private static final MethodTypeDesc SIZE = MethodTypeDesc.of(CD_long);

  private static final MethodTypeDesc SET_INDEXED =
      MethodTypeDesc.of(CD_void, CD_long, desc(Record.class));
  private static final MethodTypeDesc FILL_ROWS = MethodTypeDesc.of(CD_void, desc(Record.class));
  private static final MethodTypeDesc FOR_EACH = MethodTypeDesc.of(CD_void, desc(Consumer.class));
  private static final MethodTypeDesc FOR_EACH_FROM =
      MethodTypeDesc.of(CD_void, CD_long, CD_long, desc(Consumer.class));
  private static final MethodTypeDesc ITERATOR = MethodTypeDesc.of(desc(Iterator.class));
  private static final MethodTypeDesc LINK =
      MethodTypeDesc.of(CD_void, CD_Object, desc(MemorySegment.class));

  private static final String REQUIRE_STACK = "requireStack";

  /// Stack slots of 8 bytes: more than writing a field takes in the interpreter.
  private static final int STACK_SLOTS = 1_500;

  private static final int C1_MAX_INLINE_SIZE = 35;

  private final RowWriterCode writer;

  private final ClassDesc superclass;
  private final MethodTypeDesc constructor;
  private final MutableCallSite iterators;
  private final MethodHandle reader;

  /// @param superclass what the class extends, whose constructor takes a `layout`
  /// @param iterators makes an iterator, as `Iterator (superclass, long size)`
  /// @param reader the class that [RowReaderGenerator] writes
  public TableGenerator(
      ClassDesc self,
      Schema schema,
      Class<?> superclass,
      Class<?> layout,
      MutableCallSite iterators,
      Lookup reader) {
    super(self, schema);
    this.writer = new RowWriterCode(this);
    this.superclass = desc(superclass);
    this.constructor = MethodTypeDesc.of(CD_void, desc(layout));
    this.iterators = iterators;
    this.reader = RowReaderGenerator.constructor(reader);
  }

  /// The types of fields that are written by [DeferredCode].
  static List<PrimitiveType> primitives(Schema schema) {
    List<PrimitiveType> primitives = new ArrayList<>();
    List<Field> fields = schema.fields();
    for (Field field : fields.subList(RowCode.atOnce(schema), fields.size())) {
      if (!field.isRun() && !primitives.contains(field.primitive())) {
        primitives.add(field.primitive());
      }
    }
    return primitives;
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(superclass);
    method(type, INIT_NAME, constructor, ACC_PRIVATE);
    if (LinkCode.isNeeded(schema)) {
      method(type, "link", LINK, ACC_PROTECTED);
    }
    method(type, REQUIRE_STACK, MethodTypeDesc.of(CD_void), ACC_PROTECTED);
    for (DeferredCode place : DeferredCode.values()) {
      for (PrimitiveType primitive : primitives(schema)) {
        place.write(type, primitive, constants);
      }
    }
    writer.write(type);
    MethodTypeDesc ofRecord = MethodTypeDesc.of(CD_void, RECORD);
    method(type, "requireComponents", ofRecord, ACC_PRIVATE);
    method(type, "reader", MethodTypeDesc.of(CD_Object), ACC_PROTECTED);
    if (RowReaderGenerator.isOnePart(schema)) {
      method(type, "get", LOAD, ACC_PUBLIC);
      method(type, "read", LOAD, ACC_PROTECTED);
    }
    method(type, "set", STORE, ACC_PUBLIC);
    method(type, "append", ofRecord, ACC_PUBLIC);
    method(type, "fill", ofRecord, ACC_PUBLIC);
    method(type, "forEach", FOR_EACH, ACC_PUBLIC);
    method(type, "forEach", FOR_EACH_FROM, ACC_PROTECTED, "forEachFrom", 0);
    method(type, "iterator", ITERATOR, ACC_PUBLIC);
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME -> constructor(code);
      case "link" -> new LinkCode(this).write(code);
      case REQUIRE_STACK -> requireStack(code);
      case "write" -> writer.write(code);
      case "writeKind" -> writer.write(code, number);
      case "requireComponents" -> requireComponents(code);
      case "reader" -> reader(code);
      case "get" -> get(code, "chunk");
      case "read" -> get(code, "storedChunk");
      case "set" -> set(code);
      case "append" -> append(code);
      case "fill" -> fill(code);
      case "forEach" -> forEach(code);
      case "forEachFrom" -> forEachFrom(code);
      case "iterator" -> iterator(code);
      default -> throw new AssertionError(method);
    }
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).aload(1).invokespecial(superclass, INIT_NAME, constructor).return_();
  }

  private void reader(CodeBuilder code) {
    loadReader(code);
    code.areturn();
  }

  private void loadReader(CodeBuilder code) {
    constants.load(code, reader);
    Bytecode.invokeExact(code, RowReaderGenerator.CONSTRUCTOR);
  }

  private void get(CodeBuilder code, String lookUp) {
    Label start = code.newBoundLabel();
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).lload(1);
    AccessCode.loadChunk(code, self, lookUp, chunk);
    int row = AccessCode.storeRowIn(code, chunk, 1);
    loadReader(code);
    code.aload(chunk).iload(row);
    AccessCode.call(code, "readRow", RECORD, desc(RowReader.class), AccessCode.CHUNK, CD_int);
    code.areturn();
    explain(code, start);
  }

  private void set(CodeBuilder code) {
    Label start = code.newBoundLabel();
    Label plain = unless(code, "isIndexed");
    code.aload(0).lload(1).aload(3);
    code.invokevirtual(self, "setIndexed", SET_INDEXED).return_();
    // There is no such row, and none to append: this throws.
    Label isRow = code.newLabel();
    code.labelBinding(plain).lload(1).lconst_0().lcmp().ifge(isRow);
    code.aload(0).lload(1);
    AccessCode.loadChunk(code, self, "chunk", code.allocateLocal(TypeKind.REFERENCE));
    code.labelBinding(isRow);
    writer.callAt(code, 3, 1);
    code.return_();
    explain(code, start);
  }

  /// A table with indexes or deleted rows does this in a way of its own: what comes next, which
  /// does not fall through. Returns where code goes on for others.
  private Label unless(CodeBuilder code, String condition) {
    Label plain = code.newLabel();
    code.aload(0).invokevirtual(self, condition, MethodTypeDesc.of(CD_boolean)).ifeq(plain);
    return plain;
  }

  /// Makes exceptions of the code from `start` on name the row in local 1 if it does not exist.
  private void explain(CodeBuilder code, Label start) {
    Bytecode.catching(code, start, RUNTIME_EXCEPTION);
    code.aload(0).swap().lload(1);
    code.invokevirtual(self, "explained", EXPLAINED).athrow();
  }

  private void requireComponents(CodeBuilder code) {
    writer.require(code, 1);
    code.return_();
  }

  private void append(CodeBuilder code) {
    writer.call(code, 1, RowWriterCode.APPENDED);
    code.aload(0).invokevirtual(self, "publish", MethodTypeDesc.of(CD_void)).return_();
  }

  /// Puts the number of rows into a new local.
  private int size(CodeBuilder code) {
    int size = code.allocateLocal(TypeKind.LONG);
    code.aload(0).invokevirtual(self, "size", SIZE).lstore(size);
    return size;
  }

  private void fill(CodeBuilder code) {
    Label plain = unless(code, "isFilledByRow");
    code.aload(0).aload(1).invokevirtual(self, "fillRows", FILL_ROWS).return_();
    code.labelBinding(plain);
    writer.loadRecord(code, 1);
    code.pop();
    Label rows = code.newLabel();
    Label end = code.newLabel();
    code.lload(size(code)).lconst_0().lcmp().ifne(rows);
    code.aload(0).aload(1);
    code.invokevirtual(self, "requireComponents", MethodTypeDesc.of(CD_void, RECORD));
    code.lload(size(code)).lconst_0().lcmp().ifeq(end);
    code.labelBinding(rows);
    writer.call(code, 1, 0);
    requireStack(code, self);
    code.aload(0).invokevirtual(self, "spread", MethodTypeDesc.of(CD_void));
    code.labelBinding(end).return_();
  }

  /// Calls `Table.requireStack`.
  static void requireStack(CodeBuilder code, ClassDesc self) {
    code.aload(0).invokevirtual(self, REQUIRE_STACK, MethodTypeDesc.of(CD_void));
  }

  /// Writes `Table.requireStack`, a method of a large frame. The JVM makes room for the frame at
  /// the call even where it is compiled, since it may have to go on in the interpreter. C1, whose
  /// code calls much that is inlined later, must not inline it: it is longer than
  /// `C1MaxInlineSize`.
  private void requireStack(CodeBuilder code) {
    Label enough = code.newLabel();
    code.aload(0).invokevirtual(self, "capacity", SIZE).lstore(STACK_SLOTS);
    code.lload(STACK_SLOTS).lconst_0().lcmp().ifge(enough);
    // Never called: where there is a call, compiled code takes the frame into account.
    requireStack(code, self);
    code.labelBinding(enough);
    Bytecode.lengthen(code, C1_MAX_INLINE_SIZE);
    code.return_();
  }

  /// Checks the action in local 1.
  static void requireAction(CodeBuilder code) {
    code.aload(1);
    Bytecode.requireNonNull(code, "The action is null: it is called with each row");
    code.pop();
  }

  private void forEach(CodeBuilder code) {
    requireAction(code);
    forAll(code, unless(code, "hasDeletedRows"), "forEachKept");
  }

  /// Calls a method with all rows where rows were deleted, and `forEach` elsewhere.
  private void forAll(CodeBuilder code, Label elsewhere, String method) {
    int size = size(code);
    code.aload(0).lconst_0().lload(size).aload(1);
    code.invokevirtual(self, method, FOR_EACH_FROM).return_();
    code.labelBinding(elsewhere);
    code.aload(0).lconst_0().lload(size(code)).aload(1);
    code.invokevirtual(self, "forEach", FOR_EACH_FROM).return_();
  }

  /// Calls the action in local 5 with the rows from the one in local 1 to the one in local 3.
  private void forEachFrom(CodeBuilder code) {
    Label test = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(test).lload(1).lload(3).lcmp().ifge(end);
    code.aload(5).aload(0).lload(1).invokevirtual(self, "read", LOAD);
    code.invokeinterface(desc(Consumer.class), "accept", MethodTypeDesc.of(CD_void, CD_Object));
    code.lload(1).lconst_1().ladd().lstore(1).goto_(test);
    code.labelBinding(end).return_();
  }

  private void iterator(CodeBuilder code) {
    Label whole = unless(code, "hasDeletedRows");
    code.aload(0).invokevirtual(self, "keptRows", ITERATOR).areturn();
    code.labelBinding(whole);
    ClassDesc site = desc(MutableCallSite.class);
    constants.load(code, iterators);
    code.invokevirtual(site, "getTarget", MethodTypeDesc.of(CD_MethodHandle));
    code.aload(0).aload(0).invokevirtual(self, "sizeAcquire", SIZE);
    Bytecode.invokeExact(code, MethodTypeDesc.of(desc(Iterator.class), superclass, CD_long));
    code.areturn();
  }
}
