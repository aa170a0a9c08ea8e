// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.codegen.CursorGenerator;
import dev.ashlar.table.internal.cursor.CursorInterface;
import dev.ashlar.table.internal.cursor.CursorMethod;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Lookups;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The classes that implement a user's cursor for tables of one kind of memory: one for tables of
/// one chunk without deleted rows, and one for all others. Each is generated at its first use.
final class CursorClass {
  private final TableType<?> tables;
  private final MemoryKind kind;
  private final CursorInterface cursor;
  private final List<CursorMethod> methods;

  /// The fields that its methods may write; a field may occur several times.
  private final List<Field> written = new ArrayList<>();

  private @Nullable MethodHandle ofOneChunk;
  private @Nullable MethodHandle ofRuns;

  /// @throws IllegalArgumentException if `type` is no interface that can be implemented
  CursorClass(TableType<?> tables, MemoryKind kind, Class<?> type) {
    this.tables = tables;
    this.kind = kind;
    this.cursor = new CursorInterface(type, Cursor.class);
    cursor.requireImplementable(tables.user());
    this.methods = CursorMethod.of(tables.schema(), cursor);
    for (CursorMethod method : methods) {
      written.addAll(method.written());
    }
  }

  /// Returns what makes a cursor, as [CursorGenerator#createType]. It throws
  /// [UnsupportedOperationException] if the table's memory has not all the accesses, or a field
  /// that is written has an index.
  synchronized MethodHandle ofOneChunk() {
    MethodHandle maker = ofOneChunk;
    if (maker == null) {
      maker = maker(true);
      ofOneChunk = maker;
    }
    return maker;
  }

  /// Returns the same for tables of any chunks.
  synchronized MethodHandle ofRuns() {
    MethodHandle maker = ofRuns;
    if (maker == null) {
      maker = maker(false);
      ofRuns = maker;
    }
    return maker;
  }

  private MethodHandle maker(boolean isOneChunk) {
    StackHeadroom.require();
    Lookup user = tables.user();
    ClassDesc self = GeneratedClass.name(user, cursor.type(), tables.recordType().getSimpleName());
    MethodHandle prepare = null;
    if (!written.isEmpty() || !methods.stream().allMatch(CursorMethod::isPlain)) {
      prepare =
          Lookups.findVirtual(
                  MethodHandles.lookup(),
                  CursorClass.class,
                  "prepare",
                  methodType(void.class, Table.class))
              .bindTo(this);
    }
    Lookup generated =
        new CursorGenerator(self, tables.schema(), cursor, methods, kind, isOneChunk, prepare)
            .define(user, TableType.CLASSES);
    return Lookups.findStatic(
        generated, generated.lookupClass(), "create", CursorGenerator.createType(Table.class));
  }

  @SuppressWarnings("UnusedMethod") // Found by its name.
  private void prepare(Table<?> table) {
    for (CursorMethod method : methods) {
      method.requireSupport(table.rows(), kind);
    }
    for (Field field : written) {
      table.indexes().lend(field, "a cursor");
    }
  }
}
