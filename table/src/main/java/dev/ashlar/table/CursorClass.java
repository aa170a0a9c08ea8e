// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.CurrentChunks;
import dev.ashlar.table.internal.codegen.CursorGenerator;
import dev.ashlar.table.internal.codegen.TableHandles;
import dev.ashlar.table.internal.cursor.CursorInterface;
import dev.ashlar.table.internal.cursor.CursorMethod;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Lookups;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// The class that implements a user's cursor for all tables of a record.
///
/// @param constructor takes a [Table], its first [Chunk] and its [CurrentChunks], and returns a
///   [Cursor]
/// @param written the fields that its methods may write; a field may occur several times
record CursorClass(List<CursorMethod> methods, List<Field> written, MethodHandle constructor) {
  private static final MethodType CONSTRUCTOR =
      MethodType.methodType(void.class, Table.class, Chunk.class, CurrentChunks.class);

  static final TableHandles HANDLES =
      new TableHandles(
          find("storedChunkOf", Object.class),
          find("locateIn", Object.class),
          find("nextIn", long.class),
          find("locateStoredIn", Object.class));

  private static MethodHandle find(String name, Class<?> returned) {
    MethodType shape = MethodType.methodType(returned, Table.class, long.class);
    return Lookups.findStatic(MethodHandles.lookup(), Table.class, name, shape);
  }

  /// @throws IllegalArgumentException if `type` is no interface that can be implemented
  static CursorClass of(TableType<?> tables, Class<? extends Cursor> type) {
    Lookup user = tables.user();
    CursorInterface cursor = new CursorInterface(type, Cursor.class);
    cursor.requireImplementable(user);
    List<CursorMethod> methods = CursorMethod.of(tables.schema(), cursor);
    ClassDesc self = GeneratedClass.name(user, type, tables.recordType().getSimpleName());
    CursorGenerator generator =
        new CursorGenerator(self, tables.schema(), cursor, methods, HANDLES);
    Lookup generated = generator.define(user, TableType.CLASSES);
    MethodHandle constructor = Lookups.findConstructor(generated, CONSTRUCTOR);
    List<Field> written = new ArrayList<>();
    for (CursorMethod method : methods) {
      written.addAll(method.written());
    }
    return new CursorClass(
        methods, written, constructor.asType(CONSTRUCTOR.changeReturnType(Cursor.class)));
  }

  /// @throws UnsupportedOperationException if the memory of `table` has not all the accesses, or a
  ///   field that is written has an index
  Cursor cursor(Table<?> table) {
    Chunk first = table.memory().first();
    for (CursorMethod method : methods) {
      method.requireSupport(table.rows(), first.kind);
    }
    for (Field field : written) {
      table.indexes().lend(field, "a cursor");
    }
    try {
      return (Cursor) constructor.invokeExact((Table<?>) table, first, table.current);
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }
}
