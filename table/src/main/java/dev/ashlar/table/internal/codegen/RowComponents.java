// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// The components of a record in the class of its tables.
final class RowComponents extends ComponentCode {
  private final ClassDesc self;

  /// The local of an object that has the values; -1 if locals have them.
  private final int reader;

  private final int[] locals;

  private RowComponents(
      CodeBuilder code, Constants constants, ClassDesc self, int reader, int[] locals) {
    super(code, constants);
    this.self = self;
    this.reader = reader;
    this.locals = locals;
  }

  /// Takes fields from an object of the class that [RowReaderGenerator] writes.
  ///
  /// @param reader the local that has it
  static RowComponents ofReader(CodeBuilder code, Constants constants, ClassDesc self, int reader) {
    return new RowComponents(code, constants, self, reader, new int[0]);
  }

  /// Takes fields from locals that have what is stored.
  static RowComponents ofLocals(
      CodeBuilder code, Constants constants, ClassDesc self, int[] locals) {
    return new RowComponents(code, constants, self, -1, locals);
  }

  /// The type of a local variable with the stored value.
  private static TypeKind stored(Field field) {
    return TypeKind.from(field.isRun() ? Object.class : field.primitive().type());
  }

  @Override
  void loadField(Field field) {
    if (reader >= 0) {
      RowReaderGenerator.load(code, self, reader, field);
    } else {
      code.loadLocal(stored(field), locals[field.index()]);
    }
  }
}
