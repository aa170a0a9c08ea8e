// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Writes the method of a record's tables that has the JDK link what their accesses call.
final class LinkCode {
  private final ClassDesc self;
  private final Schema schema;

  LinkCode(ClassDesc self, Schema schema) {
    this.self = self;
    this.schema = schema;
  }

  /// Uses what the JDK has to link for accesses of this record. What these call is linked once for
  /// all records, before it has profiles: whatever kind of memory is in a profile is compiled.
  /// Local 1 has eight bytes of native memory, or null if that is not reached directly.
  void write(CodeBuilder code) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).lconst_0();
    AccessCode.loadChunk(code, self, "chunk", chunk);
    for (Field field : schema.fields()) {
      if (schema.codec(field) != null) {
        codec(code, field, chunk);
      }
      if (field.isRun()) {
        continue;
      }
      FieldConstants.loadAccess(code, field);
      code.pop();
    }
    FieldConstants.loadMemory(code, schema);
    code.pop();
    TableGenerator.linkReader(code, schema, chunk);
    for (PrimitiveType primitive : TableGenerator.primitives(schema)) {
      loadAny(code, primitive, chunk);
      loadAny(code, primitive, chunk);
      AccessCode.get(code, primitive);
      DeferredCode.ANY.invoke(code, self, primitive);
    }
    Label end = code.newLabel();
    code.aload(1).ifnull(end);
    int addresses = code.allocateLocal(TypeKind.REFERENCE);
    code.iconst_1().newarray(TypeKind.LONG).astore(addresses);
    for (PrimitiveType primitive : TableGenerator.primitives(schema)) {
      code.aload(1).lconst_0().iconst_0();
      zero(code, primitive);
      DeferredCode.ROW.invoke(code, self, primitive);
      code.aload(1).aload(addresses).iconst_0().iconst_0();
      zero(code, primitive);
      DeferredCode.COLUMN.invoke(code, self, primitive);
    }
    code.labelBinding(end).return_();
  }

  /// Puts on the stack where the first field of a type is in the first row.
  private void loadAny(CodeBuilder code, PrimitiveType primitive, int chunk) {
    FieldConstants.loadAccess(code, first(primitive));
    AccessCode.loadPlace(code, chunk, AccessCode.ANY_KIND);
    code.iconst_0();
  }

  private static void zero(CodeBuilder code, PrimitiveType primitive) {
    code.iconst_0();
    code.conversion(TypeKind.INT, TypeKind.from(primitive.type()));
  }

  /// Converts what is in the first row, and of a run writes it.
  private static void codec(CodeBuilder code, Field field, int chunk) {
    FieldConstants.loadCodec(code, field);
    if (field.isRun()) {
      code.aload(chunk).iconst_0();
      FieldConstants.loadCodec(code, field);
      FieldConstants.loadCodec(code, field);
      code.aload(chunk).iconst_0();
      CodecCode.read(code, field);
      CodecCode.encode(code, field);
      if (field.isPlace()) {
        // An empty text has the place 0.
        code.lconst_0();
      }
      CodecCode.write(code, field);
      return;
    }
    FieldConstants.loadCodec(code, field);
    code.iconst_0();
    TypeKind stored = ComponentCode.kind(field);
    code.conversion(TypeKind.INT, stored);
    CodecCode.decode(code, field);
    CodecCode.encode(code, field);
    code.storeLocal(stored, code.allocateLocal(stored));
  }

  private Field first(PrimitiveType primitive) {
    return schema.fields().stream()
        .filter(field -> field.primitive() == primitive && !field.isRun())
        .findFirst()
        .orElseThrow();
  }
}
