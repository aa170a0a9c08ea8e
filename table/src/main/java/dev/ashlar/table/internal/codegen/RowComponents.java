package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.function.Consumer;

/// The components of a record in the class of its tables.
final class RowComponents extends ComponentCode {
  private final Consumer<Field> fields;

  private RowComponents(CodeBuilder code, Consumer<Field> fields) {
    super(code);
    this.fields = fields;
  }

  /// Reads fields where they are asked for.
  static RowComponents of(CodeBuilder code, RowCode access) {
    return new RowComponents(code, access::get);
  }

  /// Takes fields from locals that have what is stored.
  static RowComponents ofLocals(CodeBuilder code, int[] locals) {
    return new RowComponents(code, field -> code.loadLocal(stored(field), locals[field.index()]));
  }

  /// Of a local that has what is stored.
  static TypeKind stored(Field field) {
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
  void loadCodec(Field field) {
    FieldConstants.loadCodec(code, field);
  }
}
