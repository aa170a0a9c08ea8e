// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.function.Consumer;

/// The components of a record in the class of its tables.
final class RowComponents extends ComponentCode {
  private final Schema schema;
  private final Consumer<Field> fields;

  private RowComponents(CodeBuilder code, Schema schema, Consumer<Field> fields) {
    super(code);
    this.schema = schema;
    this.fields = fields;
  }

  /// Takes fields from an object of the class that [RowReaderGenerator] writes.
  ///
  /// @param reader the local that has it
  static RowComponents ofReader(CodeBuilder code, Schema schema, ClassDesc self, int reader) {
    return new RowComponents(
        code, schema, field -> RowReaderGenerator.load(code, self, reader, field));
  }

  /// Takes fields from locals that have what is stored.
  static RowComponents ofLocals(CodeBuilder code, Schema schema, int[] locals) {
    return new RowComponents(
        code, schema, field -> code.loadLocal(stored(field), locals[field.index()]));
  }

  /// Of a local that has what is stored.
  private static TypeKind stored(Field field) {
    return TypeKind.from(field.isRun() ? Object.class : field.primitive().type());
  }

  @Override
  void loadField(Field field) {
    fields.accept(field);
  }

  @Override
  void loadEnum(Field field) {
    FieldConstants.loadEnum(code, field);
  }

  @Override
  void loadCodec(Content.ZeroOf content) {
    FieldConstants.loadCodec(code, schema, content);
  }

  @Override
  void loadCodec(Field field) {
    FieldConstants.loadCodec(code, field);
  }
}
