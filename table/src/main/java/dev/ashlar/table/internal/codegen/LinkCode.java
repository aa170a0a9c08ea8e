// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.constant.ConstantDescs.CD_int;

import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Writes the method of a record's tables that makes the JDK link the methods that accesses call.
final class LinkCode {
  private final ClassDesc self;
  private final Schema schema;
  private final Constants constants;

  LinkCode(ClassGenerator table) {
    this.self = table.self;
    this.schema = table.schema;
    this.constants = table.constants;
  }

  /// Whether there is anything to link for this record.
  static boolean isNeeded(Schema schema) {
    for (Field field : schema.fields()) {
      if (schema.codec(field) != null) {
        return true;
      }
    }
    return !TableGenerator.primitives(schema).isEmpty();
  }

  /// Uses everything that the JDK has to link for accesses of this record. The methods that
  /// accesses call are linked once for all records, before they have profiles: every kind of memory
  /// in a profile is compiled. Local 1 has a chunk, local 2 eight bytes of native memory, or null
  /// if that is not reached directly.
  void write(CodeBuilder code) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(1);
    AccessCode.toChunk(code);
    code.astore(chunk);
    for (Field field : schema.fields()) {
      if (schema.codec(field) != null) {
        codec(code, field, chunk);
      }
    }
    for (PrimitiveType primitive : TableGenerator.primitives(schema)) {
      loadAny(code, primitive, chunk);
      constants.loadAccess(code, first(primitive));
      code.aload(chunk);
      AccessCode.loadField(code, chunk, "ownership", AccessCode.OWNERSHIP);
      AccessCode.loadField(code, chunk, "kind", CD_int);
      code.iconst_0();
      AccessCode.access(code, primitive, true, AccessCode.OWNED_PLACE);
      DeferredCode.ANY.invoke(code, self, primitive);
    }
    Label end = code.newLabel();
    code.aload(2).ifnull(end);
    int addresses = code.allocateLocal(TypeKind.REFERENCE);
    code.iconst_1().newarray(TypeKind.LONG).astore(addresses);
    for (PrimitiveType primitive : TableGenerator.primitives(schema)) {
      code.aload(2).lconst_0().iconst_0();
      zero(code, primitive);
      DeferredCode.ROW.invoke(code, self, primitive);
      code.aload(2).aload(addresses).iconst_0().iconst_0();
      zero(code, primitive);
      DeferredCode.COLUMN.invoke(code, self, primitive);
    }
    code.labelBinding(end).return_();
  }

  /// Puts on the stack where the first field of a type is in the first row.
  private void loadAny(CodeBuilder code, PrimitiveType primitive, int chunk) {
    constants.loadAccess(code, first(primitive));
    AccessCode.loadPlace(code, chunk, AccessCode.ANY_KIND);
    code.iconst_0();
  }

  private static void zero(CodeBuilder code, PrimitiveType primitive) {
    code.iconst_0();
    code.conversion(TypeKind.INT, TypeKind.from(primitive.type()));
  }

  /// Converts what is in the first row, and of a run writes it.
  private void codec(CodeBuilder code, Field field, int chunk) {
    constants.loadCodec(code, field);
    if (field.isRun()) {
      code.aload(chunk).iconst_0();
      constants.loadCodec(code, field);
      constants.loadCodec(code, field);
      code.aload(chunk).iconst_0();
      CodecCode.read(code);
      CodecCode.encode(code, field);
      if (field.refersToText()) {
        // An empty text has the place 0.
        code.lconst_0();
      }
      CodecCode.write(code, field);
      return;
    }
    constants.loadCodec(code, field);
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
