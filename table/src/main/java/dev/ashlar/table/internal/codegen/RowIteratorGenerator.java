// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/// Writes the class of the iterators of a record's tables.
///
/// Every method calls the class of these tables through constants. So the code that makes a record
/// is inlined in the user's loop, and no record is allocated if the loop only reads components. No
/// method passes the iterator on, so it is not allocated either.
public final class RowIteratorGenerator extends ClassGenerator {
  private static final ClassDesc SUPERCLASS = AccessCode.exported("Rows");
  private static final ClassDesc CONSUMER = desc(Consumer.class);
  private static final ClassDesc THROWN = desc(RuntimeException.class);
  private static final MethodTypeDesc NO_NEXT =
      MethodTypeDesc.of(desc(NoSuchElementException.class));
  private static final MethodTypeDesc HAS_NEXT = MethodTypeDesc.of(CD_boolean);

  private static final String TABLE = "table";

  private final ClassDesc table;
  private final MethodHandle reader;
  private final MethodHandle find;
  private final MethodHandle get;
  private final MethodHandle forEach;

  /// The constructor of the class takes a table and the number of rows.
  ///
  /// @param reader the class that [RowReaderGenerator] writes
  /// @param get `Record (table, long row)`
  /// @param forEach `void (table, long from, long to, Consumer)`
  public RowIteratorGenerator(
      ClassDesc self,
      Schema schema,
      Lookup reader,
      TableHandles handles,
      MethodHandle get,
      MethodHandle forEach) {
    super(self, schema);
    this.table = handles.table();
    this.find = handles.chunk();
    this.reader = RowReaderGenerator.constructor(reader);
    this.get = get;
    this.forEach = forEach;
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(SUPERCLASS);
    type.withField(TABLE, table, ACC_PRIVATE | ACC_FINAL);
    method(type, INIT_NAME, MethodTypeDesc.of(CD_void, table, CD_long), ACC_PRIVATE);
    method(type, "table", MethodTypeDesc.of(CD_Object), ACC_PROTECTED);
    method(type, "reader", MethodTypeDesc.of(desc(RowReader.class)), ACC_PROTECTED);
    method(type, "chunk", MethodTypeDesc.of(AccessCode.CHUNK, CD_long), ACC_PROTECTED);
    method(type, "explained", MethodTypeDesc.of(THROWN, THROWN, CD_long), ACC_PROTECTED);
    if (RowReaderGenerator.isOnePart(schema)) {
      method(type, "next", MethodTypeDesc.of(CD_Object), ACC_PUBLIC);
    }
    method(type, "forEachRemaining", MethodTypeDesc.of(CD_void, CONSUMER), ACC_PUBLIC);
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME -> constructor(code);
      case "next" -> next(code);
      case "forEachRemaining" -> forEachRemaining(code);
      default -> {
        load(code, method);
        code.areturn();
      }
    }
  }

  /// Puts what a method returns on the stack.
  private void load(CodeBuilder code, String method) {
    switch (method) {
      case "reader" -> {
        load(code, reader);
        Bytecode.invokeExact(code, RowReaderGenerator.CONSTRUCTOR);
      }
      case "chunk" -> {
        load(code, find);
        loadTable(code);
        code.lload(1);
        Bytecode.invokeExact(code, MethodTypeDesc.of(CD_Object, table, CD_long));
        AccessCode.toChunk(code);
      }
      case "explained" -> {
        loadTable(code);
        code.aload(1).lload(2);
        AccessCode.call(code, "explained", THROWN, table, THROWN, CD_long);
      }
      default -> loadTable(code);
    }
  }

  private void load(CodeBuilder code, MethodHandle handle) {
    constants.load(code, handle);
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
    load(code, get);
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
    load(code, forEach);
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
