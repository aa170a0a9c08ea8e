// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.memory.ArenaStorage;
import dev.ashlar.table.internal.memory.HeapStorage;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the JDK link the methods of accesses before a program's first access. That may have little
/// stack, and a JDK class whose initialization fails can never be used again.
final class Linkage {
  private static final Set<MemoryKind> LINKED = EnumSet.noneOf(MemoryKind.class);

  /// A field of every primitive type.
  private record Fields(
      boolean aBoolean,
      byte aByte,
      short aShort,
      char aChar,
      int anInt,
      long aLong,
      float aFloat,
      double aDouble) {}

  private Linkage() {}

  /// Links what accesses to all records use, once in a JVM, and what this record uses.
  static void link(Schema schema, MemoryKind kind) {
    linkPrimitives(kind);
    TableMemory memory = memory(schema, kind);
    Chunk chunk = memory.first();
    for (Field field : schema.fields()) {
      link(schema.codec(field), chunk);
    }
    RowCopy.copy(schema, memory, 0, memory, 0, 1);
  }

  private static TableMemory memory(Schema schema, MemoryKind kind) {
    Layout rows =
        switch (kind) {
          case ROWS -> Layout.ROWS;
          case COLUMNS, HEAP_COLUMNS -> Layout.COLUMNS;
          case ALIGNED_ROWS, HEAP_ROWS -> Layout.ALIGNED_ROWS;
        };
    RecordLayout layout = new RecordLayout(schema, rows, 0, 0);
    return kind.isNative()
        ? new ArenaStorage(layout, Arena.ofAuto()).allocateRows(1)
        : HeapStorage.of(layout).allocateRows(1);
  }

  private static synchronized void linkPrimitives(MemoryKind kind) {
    if (!LINKED.add(kind)) {
      return;
    }
    Schema schema = Schema.of(MethodHandles.lookup(), Fields.class);
    Chunk chunk = memory(schema, kind).first();
    for (Field field : schema.fields()) {
      FieldAccess access = schema.access(field);
      switch (field.primitive()) {
        case BOOLEAN -> access.setBoolean(chunk, 0, access.getBoolean(chunk, 0));
        case BYTE -> access.setByte(chunk, 0, access.getByte(chunk, 0));
        case SHORT -> access.setShort(chunk, 0, access.getShort(chunk, 0));
        case CHAR -> access.setChar(chunk, 0, access.getChar(chunk, 0));
        case INT -> access.setInt(chunk, 0, access.getInt(chunk, 0));
        case LONG -> access.setLong(chunk, 0, access.getLong(chunk, 0));
        case FLOAT -> access.setFloat(chunk, 0, access.getFloat(chunk, 0));
        case DOUBLE -> access.setDouble(chunk, 0, access.getDouble(chunk, 0));
      }
    }
    try {
      // Not checkIndex: a failure of that method in compiled code makes HotSpot stop using its
      // intrinsic in the whole JVM (`inline_preconditions_checkIndex` in `library_call.cpp`).
      Objects.checkFromToIndex(0L, 1L, 0L);
    } catch (IndexOutOfBoundsException expected) {
      return;
    }
  }

  private static void link(@Nullable Codec codec, Chunk chunk) {
    switch (codec) {
      case Codec.OfInt ofInt -> ofInt.encode(ofInt.decode(0));
      case Codec.OfLong ofLong -> ofLong.encode(ofLong.decode(0));
      case Codec.OfRun run -> run.write(chunk, 0, run.encode(run.read(chunk, 0)));
      case null -> {}
    }
  }
}
