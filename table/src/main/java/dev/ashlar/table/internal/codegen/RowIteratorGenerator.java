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
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.RowIterator;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/// Writes the class of the iterators of a record's tables.
///
/// Every method calls the class of these tables through constants. So C2 inlines in the user's loop
/// what makes a record, and makes none where the loop only reads components. No method gives the
/// iterator away: it is eliminated too.
public final class RowIteratorGenerator {
  private static final ClassDesc SUPERCLASS = desc(RowIterator.class);
  private static final ClassDesc CONSUMER = desc(Consumer.class);
  private static final ClassDesc THROWN = desc(RuntimeException.class);
  private static final MethodTypeDesc NO_NEXT =
      MethodTypeDesc.of(desc(NoSuchElementException.class));
  private static final MethodTypeDesc HAS_NEXT = MethodTypeDesc.of(CD_boolean);

  /// Places in the class data.
  private static final int READER = 0;

  private static final int CHUNK = 1;
  private static final int EXPLAINED = 2;
  private static final int GET = 3;
  private static final int FOR_EACH = 4;

  private static final String TABLE = "table";

  private final ClassDesc self;
  private final ClassDesc table;
  private final Schema schema;

  private RowIteratorGenerator(ClassDesc self, Schema schema, Class<?> table) {
    this.self = self;
    this.schema = schema;
    this.table = desc(table);
  }

  /// Returns the class file. Its constructor takes a `table` and the number of rows.
  public static byte[] classFile(ClassDesc self, Schema schema, Class<?> table) {
    return ClassFile.of().build(self, new RowIteratorGenerator(self, schema, table)::write);
  }

  /// Returns the constants of that class.
  ///
  /// @param reader the class that [RowReaderGenerator] writes
  /// @param get `Record (table, long row)`
  /// @param forEach `void (table, long from, long to, Consumer)`
  public static List<Object> classData(
      Lookup reader, TableHandles handles, MethodHandle get, MethodHandle forEach) {
    return List.of(
        RowReaderGenerator.constructor(reader), handles.chunk(), handles.explained(), get, forEach);
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.withSuperclass(SUPERCLASS);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    type.withField(TABLE, table, ACC_PRIVATE | ACC_FINAL);
    MethodTypeDesc constructor = MethodTypeDesc.of(CD_void, table, CD_long);
    type.withMethodBody(INIT_NAME, constructor, ACC_PRIVATE, this::constructor);
    method(type, "table", MethodTypeDesc.of(CD_Object), ACC_PROTECTED, this::loadTable);
    method(
        type,
        "reader",
        RowReaderGenerator.CONSTRUCTOR,
        ACC_PROTECTED,
        code -> {
          Bytecode.constant(code, CD_MethodHandle, READER);
          Bytecode.invokeExact(code, RowReaderGenerator.CONSTRUCTOR);
        });
    method(
        type,
        "chunk",
        MethodTypeDesc.of(AccessCode.CHUNK, CD_long),
        ACC_PROTECTED,
        code -> {
          Bytecode.constant(code, CD_MethodHandle, CHUNK);
          loadTable(code);
          code.lload(1);
          Bytecode.invokeExact(code, MethodTypeDesc.of(AccessCode.CHUNK, table, CD_long));
        });
    method(
        type,
        "explained",
        MethodTypeDesc.of(THROWN, THROWN, CD_long),
        ACC_PROTECTED,
        code -> {
          Bytecode.constant(code, CD_MethodHandle, EXPLAINED);
          loadTable(code);
          code.aload(1).lload(2);
          Bytecode.invokeExact(code, MethodTypeDesc.of(THROWN, table, THROWN, CD_long));
        });
    if (RowReaderGenerator.isOnePart(schema)) {
      type.withMethodBody("next", MethodTypeDesc.of(CD_Object), ACC_PUBLIC, this::next);
    }
    type.withMethodBody(
        "forEachRemaining",
        MethodTypeDesc.of(CD_void, CONSUMER),
        ACC_PUBLIC,
        this::forEachRemaining);
  }

  /// Adds a method that returns the object that `load` puts on the stack.
  private static void method(
      ClassBuilder type, String name, MethodTypeDesc shape, int flags, Consumer<CodeBuilder> load) {
    type.withMethodBody(
        name,
        shape,
        flags,
        code -> {
          load.accept(code);
          code.areturn();
        });
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).lload(2);
    code.invokespecial(SUPERCLASS, INIT_NAME, MethodTypeDesc.of(CD_void, CD_long));
    code.aload(0).aload(1).putfield(self, TABLE, table).return_();
  }

  private void loadTable(CodeBuilder code) {
    code.aload(0).getfield(self, TABLE, table);
  }

  private void loadField(CodeBuilder code, String name) {
    code.aload(0).getfield(self, name, CD_long);
  }

  private void next(CodeBuilder code) {
    Label some = code.newLabel();
    int row = code.allocateLocal(TypeKind.LONG);
    loadField(code, "row");
    code.lstore(row).aload(0).invokevirtual(self, "hasNext", HAS_NEXT).ifne(some);
    code.aload(0).invokevirtual(self, "noNext", NO_NEXT).athrow().labelBinding(some);
    Bytecode.constant(code, CD_MethodHandle, GET);
    loadTable(code);
    code.lload(row);
    Bytecode.invokeExact(code, MethodTypeDesc.of(RECORD, table, CD_long));
    // Behind what may throw: then the same row is next again.
    code.aload(0).lload(row).lconst_1().ladd().putfield(self, "row", CD_long).areturn();
  }

  private void forEachRemaining(CodeBuilder code) {
    Label none = code.newLabel();
    int from = code.allocateLocal(TypeKind.LONG);
    TableGenerator.requireAction(code);
    code.aload(0).invokevirtual(self, "hasNext", HAS_NEXT).ifeq(none);
    Bytecode.constant(code, CD_MethodHandle, FOR_EACH);
    loadTable(code);
    loadField(code, "row");
    code.lstore(from).aload(0);
    loadField(code, "end");
    // The action may ask the iterator.
    code.putfield(self, "row", CD_long).lload(from);
    loadField(code, "end");
    code.aload(1);
    Bytecode.invokeExact(code, MethodTypeDesc.of(CD_void, table, CD_long, CD_long, CONSUMER));
    code.labelBinding(none).return_();
  }
}
