// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;

/// The components of a record in a row of a chunk.
final class RowComponents extends ComponentCode {
  private final Constants constants;
  private final FieldCode access;
  private final AccessCode.ChunkPlace place;

  /// @param chunk the local that has it, as `row` that of the row in it, a `long` that was checked
  RowComponents(CodeBuilder code, ClassGenerator generator, MemoryKind kind, int chunk, int row) {
    super(code, generator.constants);
    this.constants = generator.constants;
    this.access = new FieldCode(generator, kind);
    this.place = new AccessCode.ChunkPlace(kind, chunk, row);
  }

  @Override
  void loadField(Field field) {
    if (field.isRun()) {
      constants.loadCodec(code, field);
      code.aload(place.chunk()).lload(place.row()).l2i();
      CodecCode.read(code);
    } else {
      access.loadPlace(code, place, field);
      access.get(code, field);
    }
  }
}
