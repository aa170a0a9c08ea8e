// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.AccessCode.TABLE;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes the class of the iterators over a record's tables: of those of one chunk without deleted
/// rows, or of any.
public final class RowIteratorGenerator extends ClassGenerator {
  private static final ClassDesc THROWN = desc(RuntimeException.class);
  private static final ClassDesc NONE = desc(NoSuchElementException.class);
  private static final MethodTypeDesc OF_TABLE = MethodTypeDesc.of(CD_void, TABLE);

  private final MemoryKind kind;
  private final ClassDesc superclass;
  private final @Nullable Lookup values;

  /// @param isOneChunk whether it is for tables of one chunk without deleted rows
  /// @param values the class that [RowValuesGenerator] writes; null if it is not needed
  public RowIteratorGenerator(
      ClassDesc self, Schema schema, MemoryKind kind, boolean isOneChunk, @Nullable Lookup values) {
    super(self, schema);
    this.kind = kind;
    this.superclass = AccessCode.exported(isOneChunk ? "Rows" : "RunRows");
    this.values = values;
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(superclass);
    method(type, INIT_NAME, OF_TABLE, ACC_PRIVATE);
    method(type, "create", MethodTypeDesc.of(desc(Iterator.class), TABLE), ACC_STATIC);
    if (values == null) {
      method(type, "next", MethodTypeDesc.of(CD_Object), ACC_PUBLIC);
    } else {
      method(type, "values", MethodTypeDesc.of(CD_Object), ACC_PUBLIC);
    }
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME ->
          code.aload(0).aload(1).invokespecial(superclass, INIT_NAME, OF_TABLE).return_();
      case "create" ->
          code.new_(self).dup().aload(0).invokespecial(self, INIT_NAME, OF_TABLE).areturn();
      case "values" -> RowValuesGenerator.create(code, constants, Objects.requireNonNull(values));
      default -> next(code);
    }
  }

  private void call(CodeBuilder code, String method, ClassDesc returned) {
    code.aload(0);
    AccessCode.call(code, method, returned, superclass);
  }

  private void next(CodeBuilder code) {
    Label some = code.newLabel();
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    int row = code.allocateLocal(TypeKind.LONG);
    call(code, "hasNext", CD_boolean);
    code.ifne(some);
    call(code, "noNext", NONE);
    code.athrow().labelBinding(some);
    Label start = code.newBoundLabel();
    call(code, "here", CD_long);
    code.lstore(row);
    call(code, "chunk", AccessCode.CHUNK);
    code.astore(chunk);
    new RowComponents(code, this, kind, chunk, row).make(schema.type(), schema.components());
    // Behind what may throw: then the same row is next again.
    call(code, "passed", CD_void);
    code.areturn();
    Bytecode.catching(code, start, THROWN);
    code.aload(0).swap();
    AccessCode.call(code, "explained", THROWN, superclass, THROWN);
    code.athrow();
  }
}
