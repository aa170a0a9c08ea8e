// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;

/// The components of a record in a row of a chunk.
final class RowComponents extends ComponentCode {
  private final FieldCode access;
  private final AccessCode.ChunkPlace place;

  /// @param chunk the local that has it, as `row` that of the row in it, a `long` that was checked
  RowComponents(CodeBuilder code, ClassGenerator generator, MemoryKind kind, int chunk, int row) {
    super(code, generator.constants);
    this.access = new FieldCode(generator, kind);
    this.place = new AccessCode.ChunkPlace(kind, chunk, row);
  }

  @Override
  void loadField(Field field) {
    access.read(code, place, field);
  }
}
