// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.codegen.CursorChoiceGenerator;
import dev.ashlar.table.internal.codegen.CursorChoiceGenerator.Choice;
import dev.ashlar.table.internal.codegen.RowIteratorGenerator;
import dev.ashlar.table.internal.codegen.TableGenerator;
import dev.ashlar.table.internal.schema.Lookups;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The class of a record's tables in one kind of memory, and what makes their cursors and
/// iterators. The latter are targets of call sites that are constants of the class: the compiler
/// knows the class of a cursor and eliminates the cursor. As long as all tables have one chunk and
/// no deleted rows, nothing is compared but the interface.
@SuppressWarnings("UnusedMethod") // Found by their names.
final class TableClass {
  private static final Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodType ITERATOR = methodType(Iterator.class, Table.class);
  private static final MethodType CURSOR =
      methodType(GeneratedCode.Position.class, Table.class, Class.class, TableChunk.class);

  /// The interfaces that a call site compares at most.
  private static final int MAX_CHOICES = 8;

  private final TableType<?> type;
  private final MemoryKind kind;

  /// What is right for all tables: until the call site knows more, and if that fails.
  private static final MethodHandle ANY_ITERATOR = own("firstIterator", ITERATOR);

  private static final MethodHandle ANY_CURSOR = own("anyCursor", CURSOR);

  private final MutableCallSite iterators = new MutableCallSite(ANY_ITERATOR);
  private final MutableCallSite cursors = new MutableCallSite(ANY_CURSOR);
  private final MethodHandle constructor;
  private final List<Class<?>> interfaces = new ArrayList<>();

  /// Make the iterators; null before the first.
  private @Nullable MethodHandle ofOneChunk;

  private @Nullable MethodHandle ofRuns;

  /// Whether any table has, or had, several chunks or deleted rows.
  private volatile boolean hasRuns;

  TableClass(TableType<?> type, MemoryKind kind, boolean isMapped) {
    this.type = type;
    this.kind = kind;
    Class<?> record = type.schema().type();
    Lookup generated =
        type.define(
            new TableGenerator(
                GeneratedClass.name(type.user(), record, "Table"),
                type.schema(),
                kind,
                isMapped,
                TableLayout.class,
                iterators,
                cursors,
                type.values(kind)));
    MethodType shape = methodType(void.class, TableLayout.class);
    this.constructor =
        Lookups.findConstructor(generated, shape).asType(shape.changeReturnType(Table.class));
  }

  private static MethodHandle own(String name, MethodType shape) {
    return Lookups.findStatic(LOOKUP, TableClass.class, name, shape);
  }

  Table<?> newTable(TableLayout<?> layout) {
    try {
      return (Table<?>) constructor.invokeExact((TableLayout<?>) layout);
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }

  /// Called before a table gets several chunks or a deleted row. The call sites choose again when
  /// they are used.
  void makeRuns() {
    if (!hasRuns) {
      StackHeadroom.require();
      makeFirstRuns();
    }
  }

  private synchronized void makeFirstRuns() {
    iterators.setTarget(ANY_ITERATOR);
    cursors.setTarget(ANY_CURSOR);
    interfaces.clear();
    hasRuns = true;
  }

  private synchronized MethodHandle chooseIterators() {
    StackHeadroom.require();
    MethodHandle plain = ofOneChunk;
    if (plain == null) {
      plain = iterator(true);
      ofOneChunk = plain;
    }
    MethodHandle chosen = plain;
    if (hasRuns) {
      MethodHandle runs = ofRuns;
      if (runs == null) {
        runs = iterator(false);
        ofRuns = runs;
      }
      MethodHandle isPlain = own("isPlain", methodType(boolean.class, Table.class));
      chosen = MethodHandles.guardWithTest(isPlain, plain, runs);
    }
    iterators.setTarget(chosen);
    return chosen;
  }

  private MethodHandle iterator(boolean isOneChunk) {
    Lookup made =
        type.define(
            new RowIteratorGenerator(
                GeneratedClass.name(type.user(), type.schema().type(), "RowIterator"),
                type.schema(),
                kind,
                isOneChunk,
                type.values(kind)));
    return Lookups.findStatic(made, made.lookupClass(), "create", ITERATOR);
  }

  private void chooseCursors() {
    try {
      cursors.setTarget(choice());
    } catch (Throwable failure) {
      interfaces.clear(); // The next cursor of each tries again.
      throw failure;
    }
  }

  private MethodHandle choice() {
    List<Choice> choices = new ArrayList<>();
    for (Class<?> each : interfaces) {
      CursorClass cursor = type.cursorClass(kind, each);
      choices.add(
          new Choice(each, cursor.ofOneChunk(), hasRuns ? cursor.ofRuns() : cursor.ofOneChunk()));
    }
    Lookup chosen =
        type.define(
            new CursorChoiceGenerator(
                GeneratedClass.name(type.user(), type.schema().type(), "Cursors"),
                type.schema(),
                choices,
                !hasRuns,
                ANY_CURSOR));
    return Lookups.findStatic(chosen, chosen.lookupClass(), CursorChoiceGenerator.METHOD, CURSOR);
  }

  private synchronized void know(Class<?> cursor) {
    if (interfaces.size() < MAX_CHOICES && !interfaces.contains(cursor)) {
      interfaces.add(cursor);
      chooseCursors();
    }
  }

  /// Makes an iterator before the call site knows how.
  private static Iterator<?> firstIterator(Table<?> table) throws Throwable {
    return (Iterator<?>) table.ownClass().chooseIterators().invokeExact((Table<?>) table);
  }

  private static boolean isPlain(Table<?> table) {
    return table.isPlain();
  }

  /// Makes a cursor of an interface that the call site does not know.
  private static GeneratedCode.Position anyCursor(
      Table<?> table, Class<?> cursor, @Nullable TableChunk chunk) throws Throwable {
    TableClass own = table.ownClass();
    CursorClass made = own.type.cursorClass(own.kind, cursor);
    boolean isOneChunk = chunk != null || table.isPlain();
    MethodHandle maker = isOneChunk ? made.ofOneChunk() : made.ofRuns();
    own.know(cursor);
    Object memory = chunk == null ? table.firstChunk() : chunk.memory(table);
    long rows = chunk == null ? table.rowCount() : chunk.rowCount();
    return (GeneratedCode.Position) maker.invokeExact((Table<?>) table, memory, rows);
  }
}
