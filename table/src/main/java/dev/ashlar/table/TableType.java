// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.Permit;
import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.codegen.ClassGenerator;
import dev.ashlar.table.internal.codegen.RowIteratorGenerator;
import dev.ashlar.table.internal.codegen.RowReaderGenerator;
import dev.ashlar.table.internal.codegen.TableGenerator;
import dev.ashlar.table.internal.hotspot.ProfileWarmup;
import dev.ashlar.table.internal.hotspot.UsedKinds;
import dev.ashlar.table.internal.memory.DirectMemory;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.Storage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec.OfPlacedText;
import dev.ashlar.table.internal.value.Codec.OfText;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A record as the schema of tables, with the class that was generated for these tables.
///
/// ```java
/// TableType<Trade> type = TableType.of(MethodHandles.lookup(), Trade.class);
/// Table<Trade> rows = type.rows().allocate(Arena.ofAuto(), 100);
/// Table<Trade> columns = type.columns().heap(100);
/// ```
///
/// Components may have these types:
///
/// | type | is stored as |
/// |---|---|
/// | a primitive | itself |
/// | an enum | its ordinal, in the smallest integer that holds all of them |
/// | `LocalDate` | an `int`, the days since 1970-01-01 |
/// | `LocalTime`, `LocalDateTime`, `Instant`, `Duration` | a `long` in a [Unit], microseconds without one |
/// | `BigDecimal` with [Decimal] | a `long`, or 128 bits |
/// | `UUID` | 16 bytes |
/// | `byte[]` with [FixedBytes], `String` with [FixedUtf8] | that many bytes |
/// | `String` | 16 bytes in the row: the first bytes, or all of up to 12; longer ones beside the rows |
/// | `String` with [DictionaryEncoded] | an `int`, the code of the text in the table |
/// | a record | its components |
///
/// With [OrNull] or in an `Optional`, values of all these types except primitives may be absent,
/// and values of boxed types too. Writing a value that its component cannot store throws
/// [IllegalArgumentException], and the row stays as it was. Nothing is rounded or cut.
///
/// **Texts** without annotation are in a text area if they have more than 12 bytes in UTF-8. The
/// text area belongs to the table and only grows. A text that replaces a different one leaves the
/// old bytes there. [Copying][Table#copyTo] the rows to a new table drops such bytes. A text has up
/// to 1 GiB, and no surrogate without its partner. [Text] gives access to a text without a
/// `String`.
///
/// A type is made once for a record and its package, and belongs in a `static final` field. Its
/// class is a hidden class of the caller's package, so the record and the interfaces of
/// [cursors][Cursor] need not be public. Start Java with `-Ddev.ashlar.table.classes=FOLDER` to
/// have a copy of each generated class written there. A native image cannot generate classes at run
/// time.
///
/// @implNote After the first accesses in a JVM, a separate thread warms up every accessor on the
///   kinds of memory of the program's tables. The program waits for the warm-up once, before its
///   loops are compiled. It waits again for its first table of another kind, usually a few
///   milliseconds. Compiled loops over tables are then discarded and compiled again, for all kinds.
///   Start Java with `-Ddev.ashlar.profileWarmup=false` to turn the warm-up off.
///
/// @param <R> the record
public final class TableType<R extends Record> {
  /// The system property that names a folder for copies of the generated classes.
  static final String CLASSES = "dev.ashlar.table.classes";

  /// Races do no harm.
  private static boolean messageIsLinked;

  /// A class of its own, so that heap is requested before anything is initialized.
  private static final class Known {
    static final ClassValue<ConcurrentMap<Class<?>, TableType<?>>> TYPES =
        new ClassValue<>() {
          @Override
          protected ConcurrentMap<Class<?>, TableType<?>> computeValue(Class<?> anchor) {
            return new ConcurrentHashMap<>();
          }
        };
  }

  private static final MethodType ITERATOR =
      MethodType.methodType(Iterator.class, MappedTable.class, long.class);

  private static final MethodHandle FIRST_ITERATOR =
      Lookups.findStatic(MethodHandles.lookup(), TableType.class, "firstIterator", ITERATOR);

  static final Permit PERMIT = Permit.of(MethodHandles.lookup());

  private final Schema schema;
  private final @Nullable TableType<R> declared;
  private final Lookup user;
  private final Lookup reader;
  private final Lookup generated;
  private final MethodHandle constructor;
  private final ConcurrentMap<Class<?>, CursorClass> cursors = new ConcurrentHashMap<>();

  /// The factory of iterators, `Iterator (MappedTable, long size)`. It is [#firstIterator] until
  /// the class of iterators exists. The call site is a constant of the generated class, so the
  /// compiler treats its target as a constant.
  private final MutableCallSite iterators = new MutableCallSite(FIRST_ITERATOR);

  private volatile @Nullable MethodHandle iteratorConstructor;

  /// A bit for each kind that [#link] was called for. Races do no harm.
  private int linkedKinds;

  /// For files that were written with another schema.
  private final ConcurrentMap<Schema, TableType<R>> overFiles = new ConcurrentHashMap<>();

  /// The codecs of texts, by component.
  private final ConcurrentMap<String, OfText> texts = new ConcurrentHashMap<>();

  /// @param declared the type whose schema is that of the record; null if it is this type
  private TableType(Lookup user, Schema schema, @Nullable TableType<R> declared) {
    this.declared = declared;
    this.schema = schema;
    this.user = user;
    this.reader =
        define(
            new RowReaderGenerator(GeneratedClass.name(user, schema.type(), "RowReader"), schema));
    this.generated =
        define(
            new TableGenerator(
                GeneratedClass.name(user, schema.type(), "Table"),
                schema,
                MappedTable.class,
                TableLayout.class,
                iterators,
                reader));
    MethodType shape = MethodType.methodType(void.class, TableLayout.class);
    this.constructor =
        Lookups.findConstructor(generated, shape).asType(shape.changeReturnType(MappedTable.class));
  }

  /// Returns the kind that stands for a kind of memory in [#linkedKinds]. All native kinds have the
  /// same, because they share most methods.
  private static int linked(int kind) {
    return kind == Chunk.HEAP_COLUMNS || kind == Chunk.HEAP_ROWS ? kind : Chunk.ALIGNED_ROWS;
  }

  /// Called before a program gets a table in memory of this kind.
  void use(Table<?> table, int kind) {
    if ((linkedKinds & 1 << linked(kind)) == 0) {
      StackHeadroom.require();
      link(table, linked(kind));
      linkedKinds |= 1 << linked(kind);
    }
    UsedKinds.add(kind);
  }

  /// Makes the JDK link the methods of accesses before the first access. The first access may have
  /// little stack, and a JDK class whose initialization fails can never be used again.
  ///
  /// @param kind a kind of heap memory, or [Chunk#ALIGNED_ROWS] for all native memory
  private void link(Table<?> table, int kind) {
    ProfileWarmup.link(kind, new RowReaderRehearsal());
    TableMemory memory = ProfileWarmup.memory(schema, kind, null);
    Chunk chunk = memory.first();
    table.link(chunk, kind == Chunk.ALIGNED_ROWS ? DirectMemory.word() : null);
    RowReader.link((RowReader) table.reader(), chunk);
    RowCopy.copy(schema, memory, 0, memory, 0, 1);
    UsedKinds.beforeAccess();
    linkMessage();
  }

  /// Makes the class of iterators, and an iterator of it. Two threads may both make the class. A
  /// call site finds this method by its name.
  @SuppressWarnings("UnusedMethod")
  private static Iterator<?> firstIterator(MappedTable<?> table, long size) {
    TableType<?> type = table.type();
    MethodHandle constructor = type.iteratorConstructor;
    if (constructor == null) {
      StackHeadroom.require();
      constructor = type.iteratorConstructor();
      type.iteratorConstructor = constructor;
      type.iterators.setTarget(constructor);
    }
    try {
      return (Iterator<?>) constructor.invokeExact((MappedTable<?>) table, size);
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }

  private MethodHandle iteratorConstructor() {
    ClassDesc name = GeneratedClass.name(user, schema.type(), "RowIterator");
    MethodHandle forEach =
        method(
            "forEach", MethodType.methodType(void.class, long.class, long.class, Consumer.class));
    MethodHandle get = method("read", MethodType.methodType(Record.class, long.class));
    Lookup type =
        define(new RowIteratorGenerator(name, schema, reader, CursorClass.HANDLES, get, forEach));
    return Lookups.findConstructor(type, MethodType.methodType(void.class, Table.class, long.class))
        .asType(ITERATOR);
  }

  private Lookup define(ClassGenerator generator) {
    return generator.define(user, CLASSES, ClassOption.NESTMATE);
  }

  /// Returns the type of tables of `record`.
  ///
  /// @param lookup `MethodHandles.lookup()` of a class that can make such records; for a private
  ///   record, of its enclosing class or of another class nested in it
  /// @throws IllegalArgumentException if a component has a type that cannot be stored, if the
  ///   lookup cannot define classes in its package, or if it cannot access the record. Also if the
  ///   class loader of the lookup has no record of that name, or another one
  /// @throws UnsupportedOperationException in a native image
  @SuppressWarnings("unchecked") // What is kept for a record is of that record.
  public static <R extends Record> TableType<R> of(Lookup lookup, Class<R> record) {
    if (!lookup.hasFullPrivilegeAccess()) {
      throw new IllegalArgumentException(
          lookup + " cannot define classes: give the MethodHandles.lookup() of a class");
    }
    StackHeadroom.require();
    GeneratedClass.requireRunTimeGeneration("TableType");
    Schema schema = Schema.of(PERMIT, lookup, record);
    for (Class<?> type : schema.records()) {
      initialize(lookup, type);
    }
    return (TableType<R>)
        Known.TYPES
            .get(GeneratedClass.anchor(lookup.lookupClass(), record))
            .computeIfAbsent(record, type -> new TableType<>(lookup, schema, null));
  }

  /// Initializes the record. Its initializer is the user's code, which must not run between a check
  /// and an access.
  private static void initialize(Lookup lookup, Class<?> record) {
    try {
      lookup.ensureInitialized(record);
    } catch (IllegalAccessException changedSinceItWasChecked) {
      throw new AssertionError(changedSinceItWasChecked);
    }
  }

  /// Makes the JDK create the message of an index that is out of bounds. This does not use
  /// [Objects#checkIndex]. A failure of that method in compiled code makes HotSpot stop using its
  /// intrinsic in the whole JVM (`inline_preconditions_checkIndex` in `library_call.cpp`).
  private static void linkMessage() {
    if (!messageIsLinked) {
      messageIsLinked = true;
      try {
        Objects.checkFromToIndex(0L, 1L, 0L);
      } catch (IndexOutOfBoundsException expected) {
        return;
      }
    }
  }

  /// Returns a method of the generated class; its first parameter is a [Table].
  private MethodHandle method(String name, MethodType shape) {
    MethodHandle method = Lookups.findVirtual(generated, generated.lookupClass(), name, shape);
    return method.asType(method.type().changeParameterType(0, Table.class));
  }

  /// Returns a text to compare with texts of rows.
  ///
  /// @throws IllegalArgumentException if `text` has a surrogate without its partner
  public static Text text(String text) {
    return TextValue.of(text);
  }

  /// Returns the record.
  @SuppressWarnings("unchecked") // It was made for R.
  public Class<R> recordType() {
    return (Class<R>) schema.type();
  }

  /// Returns the fields of the record, as a file of its tables describes them. A field of a nested
  /// record is named by its path, as in `leg.quantity`.
  public List<RecordSchema.Field> fields() {
    List<RecordSchema.Field> fields = new ArrayList<>();
    for (String line : declared().schema.lines()) {
      fields.add(RecordSchema.Field.parse(line));
    }
    return List.copyOf(fields);
  }

  /// Returns the layout with rows one after another, and fields in the order of their declaration,
  /// without gaps. It is for native and mapped memory only: on the heap, neighboring rows would
  /// share words. Fields are not aligned, so they have no atomic methods.
  public TableLayout<R> rows() {
    return layout(Layout.ROWS);
  }

  /// Returns the layout with rows one after another, each of whole 8-byte words. Every field is
  /// aligned: the widest fields come first.
  public TableLayout<R> alignedRows() {
    return layout(Layout.ALIGNED_ROWS);
  }

  /// Returns the layout with all values of one field, then all values of the next field. On the
  /// heap, each field has a primitive array.
  public TableLayout<R> columns() {
    return layout(Layout.COLUMNS);
  }

  /// Returns the codec of a component's texts.
  ///
  /// @throws UnsupportedOperationException if the component is not a text
  OfText texts(String name) {
    OfText known = texts.get(name);
    return known == null ? texts.computeIfAbsent(name, this::findTexts) : known;
  }

  private OfText findTexts(String name) {
    Field field = schema.stored(declared().schema.field(name));
    if (field == null || !(schema.codec(field) instanceof OfText found)) {
      throw new UnsupportedOperationException("%s has no texts in %s".formatted(this, name));
    }
    return found;
  }

  /// Returns the codec of a component's texts outside of rows.
  ///
  /// @throws UnsupportedOperationException if the component has none
  OfPlacedText placedTexts(String name) {
    if (texts(name) instanceof OfPlacedText placed) {
      return placed;
    }
    throw new UnsupportedOperationException(
        "%s has no texts in %s that are beside its rows".formatted(this, name));
  }

  private TableLayout<R> layout(Layout layout) {
    return new TableLayout<>(declared(), new RecordLayout(declared().schema, layout, 0, 0));
  }

  Schema schema() {
    return schema;
  }

  /// Returns the type whose schema is that of the record.
  TableType<R> declared() {
    return declared == null ? this : declared;
  }

  /// Returns the type of the same record for files with another schema. It has another generated
  /// class.
  TableType<R> over(Schema mapped) {
    return overFiles.computeIfAbsent(mapped, missing -> new TableType<>(user, missing, this));
  }

  Lookup user() {
    return user;
  }

  boolean isTable(Class<?> type) {
    return type == generated.lookupClass();
  }

  @SuppressWarnings("unchecked") // The class was generated for R.
  MappedTable<R> table(TableLayout<?> layout, Storage storage, TableMemory memory, long size) {
    try {
      MappedTable<R> table =
          (MappedTable<R>) (MappedTable<?>) constructor.invokeExact((TableLayout<?>) layout);
      table.init(storage, memory, size);
      return table;
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }

  <C extends Cursor> C cursor(Table<R> table, Class<C> type) {
    CursorClass cursor = cursors.get(type);
    if (cursor == null) {
      StackHeadroom.require();
      cursor = cursors.computeIfAbsent(type, missing -> CursorClass.of(this, type));
    }
    return type.cast(cursor.cursor(table));
  }

  /// Returns a text that names the record and its fields.
  @Override
  public String toString() {
    return schema.type().getName() + schema.lines();
  }
}
