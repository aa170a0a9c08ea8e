// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
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

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/// Writes the class of a record's tables: the methods of `Table` that meet records one by one, and
/// their loops.
///
/// One class for all layouts and storages: the calls in a user's loop then have one receiver,
/// whatever tables went through it before. Rows are read by the class that [RowReaderGenerator]
/// writes, and written by what [RowWriterCode] writes.
public final class TableGenerator {
  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);
  private static final MethodTypeDesc EXPLAINED =
      MethodTypeDesc.of(RUNTIME_EXCEPTION, RUNTIME_EXCEPTION, CD_long);
  private static final MethodTypeDesc LOAD = MethodTypeDesc.of(RECORD, CD_long);
  private static final MethodTypeDesc READ =
      MethodTypeDesc.of(RECORD, desc(RowReader.class), AccessCode.CHUNK, CD_int);
  private static final MethodTypeDesc STORE = MethodTypeDesc.of(CD_void, CD_long, RECORD);
  private static final MethodTypeDesc SIZE = MethodTypeDesc.of(CD_long);

  private static final MethodTypeDesc SET_INDEXED =
      MethodTypeDesc.of(CD_void, CD_long, desc(Record.class));
  private static final MethodTypeDesc FILL_INDEXED = MethodTypeDesc.of(CD_void, desc(Record.class));
  private static final MethodTypeDesc FOR_EACH = MethodTypeDesc.of(CD_void, desc(Consumer.class));
  private static final MethodTypeDesc FOR_EACH_FROM =
      MethodTypeDesc.of(CD_void, CD_long, CD_long, desc(Consumer.class));
  private static final MethodTypeDesc ITERATOR = MethodTypeDesc.of(desc(Iterator.class));

  /// What the class data has of the class that [RowReaderGenerator] writes.
  private static final int NEW = 0;

  private static final int LINK = 1;

  private static final String REQUIRE_STACK = "requireStack";

  /// Of 8 bytes each: more than what it takes to write a field, in the interpreter.
  private static final int STACK_SLOTS = 1_500;

  private static final int C1_MAX_INLINE_SIZE = 35;

  private final ClassDesc self;
  private final Schema schema;
  private final RowWriterCode writer;

  private final ClassDesc superclass;
  private final MethodTypeDesc constructor;

  private TableGenerator(ClassDesc self, Schema schema, Class<?> superclass, Class<?> layout) {
    this.self = self;
    this.schema = schema;
    this.writer = new RowWriterCode(self, schema);
    this.superclass = desc(superclass);
    this.constructor = MethodTypeDesc.of(CD_void, desc(layout));
  }

  /// Returns the class file of a record's tables.
  ///
  /// @param superclass what the class extends, whose constructor takes a `layout`
  public static byte[] classFile(
      ClassDesc self, Schema schema, Class<?> superclass, Class<?> layout) {
    TableGenerator generator = new TableGenerator(self, schema, superclass, layout);
    return ClassFile.of().build(self, generator::write);
  }

  /// Returns the constants of that class.
  ///
  /// @param iterators returns what makes an iterator, as `Iterator (superclass, long size)`, once
  ///   `superclass.prepareIterators()` has returned
  /// @param reader the class that [RowReaderGenerator] writes
  public static List<Object> classData(
      Schema schema, Supplier<MethodHandle> iterators, Lookup reader) {
    List<Object> data = new ArrayList<>(FieldConstants.of(schema));
    data.add(iterators);
    for (DeferredCode place : DeferredCode.values()) {
      for (PrimitiveType primitive : primitives(schema)) {
        data.add(place.handle(primitive));
      }
    }
    data.add(RowReaderGenerator.constructor(reader));
    data.add(RowReaderGenerator.link(reader));
    return List.copyOf(data);
  }

  /// The place of the supplier of what makes an iterator.
  private static int iterators(Schema schema) {
    return FieldConstants.count(schema);
  }

  /// The place of what the class data has of the reader.
  private static int reader(Schema schema) {
    return iterators(schema) + 1 + DeferredCode.values().length * primitives(schema).size();
  }

  static List<PrimitiveType> primitives(Schema schema) {
    return schema.fields().stream()
        .skip(RowCode.atOnce(schema))
        .filter(field -> !field.isRun())
        .map(Field::primitive)
        .distinct()
        .toList();
  }

  private void deferred(ClassBuilder type) {
    int handle = iterators(schema) + 1;
    for (DeferredCode place : DeferredCode.values()) {
      for (PrimitiveType primitive : primitives(schema)) {
        place.write(type, primitive, handle++);
      }
    }
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.withSuperclass(superclass);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    method(type, INIT_NAME, constructor, ACC_PRIVATE, this::constructor);
    method(
        type,
        "link",
        MethodTypeDesc.of(CD_void, desc(MemorySegment.class)),
        ACC_PRIVATE,
        new LinkCode(self, schema)::write);
    requireStack(type);
    deferred(type);
    writer.write(type);
    MethodTypeDesc ofRecord = MethodTypeDesc.of(CD_void, RECORD);
    method(type, "requireComponents", ofRecord, ACC_PRIVATE, this::requireComponents);
    method(type, "reader", MethodTypeDesc.of(CD_Object), ACC_PROTECTED, this::reader);
    if (RowReaderGenerator.isOnePart(schema)) {
      method(type, "get", LOAD, ACC_PUBLIC, this::get);
    }
    method(type, "set", STORE, ACC_PUBLIC, this::set);
    method(type, "append", MethodTypeDesc.of(CD_void, RECORD), ACC_PUBLIC, this::append);
    method(type, "fill", MethodTypeDesc.of(CD_void, RECORD), ACC_PUBLIC, this::fill);
    method(type, "forEach", FOR_EACH, ACC_PUBLIC, this::forEach);
    method(type, "forEach", FOR_EACH_FROM, ACC_PROTECTED, this::forEachFrom);
    method(type, "iterator", ITERATOR, ACC_PUBLIC, this::iterator);
  }

  private static void method(
      ClassBuilder type, String name, MethodTypeDesc shape, int flags, Consumer<CodeBuilder> code) {
    type.withMethodBody(name, shape, flags, code);
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).aload(1).invokespecial(superclass, INIT_NAME, constructor).return_();
  }

  private void reader(CodeBuilder code) {
    loadReader(code);
    code.areturn();
  }

  private void loadReader(CodeBuilder code) {
    Bytecode.constant(code, CD_MethodHandle, reader(schema) + NEW);
    Bytecode.invokeExact(code, RowReaderGenerator.CONSTRUCTOR);
  }

  private void get(CodeBuilder code) {
    explaining(
        code,
        body -> {
          int chunk = body.allocateLocal(TypeKind.REFERENCE);
          body.aload(0).lload(1);
          AccessCode.loadChunk(body, self, "chunk", chunk);
          int row = AccessCode.storeRowIn(body, chunk, 1);
          loadReader(body);
          body.aload(chunk).iload(row);
          body.invokestatic(desc(RowReader.class), "read", READ).areturn();
        });
  }

  /// Has the JDK link what reads a row of the chunk in a local.
  static void linkReader(CodeBuilder code, Schema schema, int chunk) {
    Bytecode.constant(code, CD_MethodHandle, reader(schema) + LINK);
    code.aload(chunk).iconst_0();
    Bytecode.invokeExact(code, RowReaderGenerator.LINK);
  }

  private void set(CodeBuilder code) {
    explaining(
        code,
        body -> {
          ifIndexed(
              body,
              () -> {
                body.aload(0).lload(1).aload(3);
                body.invokevirtual(self, "setIndexed", SET_INDEXED).return_();
              });
          // There is no such row, and none to append: this throws.
          Label isRow = body.newLabel();
          body.lload(1).lconst_0().lcmp().ifge(isRow);
          body.aload(0).lload(1);
          AccessCode.loadChunk(body, self, "chunk", body.allocateLocal(TypeKind.REFERENCE));
          body.labelBinding(isRow);
          writer.call(body, 3, () -> body.lload(1));
          body.return_();
        });
  }

  /// A table with indexes writes rows in a way of its own.
  private void ifIndexed(CodeBuilder code, Runnable write) {
    Label plain = code.newLabel();
    code.aload(0).invokevirtual(self, "isIndexed", MethodTypeDesc.of(CD_boolean)).ifeq(plain);
    write.run();
    code.labelBinding(plain);
  }

  /// Writes code for each kind of chunk. It does not fall through.
  static void byKind(CodeBuilder code, int chunk, IntConsumer each) {
    List<SwitchCase> cases = new ArrayList<>();
    for (int kind = 1; kind <= Chunk.CHECKED; kind++) {
      cases.add(SwitchCase.of(kind, code.newLabel()));
    }
    Label first = code.newLabel();
    code.aload(chunk).getfield(AccessCode.CHUNK, "rowKind", CD_int);
    code.lookupswitch(first, cases);
    for (SwitchCase next : cases) {
      code.labelBinding(next.target());
      each.accept(next.caseValue());
    }
    code.labelBinding(first);
    each.accept(0);
  }

  /// Has a row in local 1 that is not there named by what is thrown.
  private void explaining(CodeBuilder code, Consumer<CodeBuilder> access) {
    code.trying(
        access::accept,
        catches ->
            catches.catching(
                RUNTIME_EXCEPTION,
                handler -> {
                  handler.aload(0).swap().lload(1);
                  handler.invokevirtual(self, "explained", EXPLAINED).athrow();
                }));
  }

  private void requireComponents(CodeBuilder code) {
    writer.require(code, 1);
    code.return_();
  }

  private void append(CodeBuilder code) {
    writer.call(code, 1, () -> code.loadConstant(RowWriterCode.APPENDED));
    code.aload(0).invokevirtual(self, "publish", MethodTypeDesc.of(CD_void)).return_();
  }

  /// Puts the number of rows into a new local.
  private int size(CodeBuilder code) {
    int size = code.allocateLocal(TypeKind.LONG);
    code.aload(0).invokevirtual(self, "size", SIZE).lstore(size);
    return size;
  }

  private void fill(CodeBuilder code) {
    ifIndexed(
        code,
        () -> code.aload(0).aload(1).invokevirtual(self, "fillIndexed", FILL_INDEXED).return_());
    writer.loadRecord(code, 1);
    code.pop();
    Label rows = code.newLabel();
    Label end = code.newLabel();
    code.lload(size(code)).lconst_0().lcmp().ifne(rows);
    code.aload(0).aload(1);
    code.invokevirtual(self, "requireComponents", MethodTypeDesc.of(CD_void, RECORD));
    code.lload(size(code)).lconst_0().lcmp().ifeq(end);
    code.labelBinding(rows);
    writer.call(code, 1, code::lconst_0);
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
  /// code calls much that C2's does not, must not inline it: it is longer than `C1MaxInlineSize`.
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
          requireStack(code, self);
          code.labelBinding(enough);
          Bytecode.lengthen(code, C1_MAX_INLINE_SIZE);
          code.return_();
        });
  }

  /// Checks the action in local 1.
  static void requireAction(CodeBuilder code) {
    code.aload(1);
    Bytecode.requireNonNull(code, "The action is null: it is called with each row");
    code.pop();
  }

  private void forEach(CodeBuilder code) {
    requireAction(code);
    code.aload(0).lconst_0().lload(size(code)).aload(1);
    code.invokevirtual(self, "forEach", FOR_EACH_FROM).return_();
  }

  /// Calls the action in local 5 with the rows from the one in local 1 to the one in local 3.
  private void forEachFrom(CodeBuilder code) {
    Label test = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(test).lload(1).lload(3).lcmp().ifge(end);
    code.aload(5).aload(0).lload(1).invokevirtual(self, "get", LOAD);
    code.invokeinterface(desc(Consumer.class), "accept", MethodTypeDesc.of(CD_void, CD_Object));
    code.lload(1).lconst_1().ladd().lstore(1).goto_(test);
    code.labelBinding(end).return_();
  }

  private void iterator(CodeBuilder code) {
    code.aload(0).invokevirtual(self, "prepareIterators", MethodTypeDesc.of(CD_void));
    Bytecode.lateConstant(code, CD_MethodHandle, iterators(schema));
    code.aload(0).aload(0).invokevirtual(self, "sizeAcquire", SIZE);
    Bytecode.invokeExact(code, MethodTypeDesc.of(desc(Iterator.class), superclass, CD_long));
    code.areturn();
  }
}
