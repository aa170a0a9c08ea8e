// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.codegen.ClassGenerator;
import dev.ashlar.table.internal.codegen.RowValuesGenerator;
import dev.ashlar.table.internal.memory.Storage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec.OfPlacedText;
import dev.ashlar.table.internal.value.Codec.OfText;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// A record as the schema of tables, with the classes that were generated for these tables.
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
/// classes are hidden classes of the caller's package, so the record and the interfaces of
/// [cursors][Cursor] need not be public. Start Java with `-Ddev.ashlar.table.classes=FOLDER` to
/// have a copy of each generated class written there. A native image cannot generate classes at run
/// time.
///
/// @param <R> the record
public final class TableType<R extends Record> {
  /// The system property that names a folder for copies of the generated classes.
  static final String CLASSES = "dev.ashlar.table.classes";

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

  private final Schema schema;
  private final @Nullable TableType<R> declared;
  private final Lookup user;

  /// The classes of tables, by memory, and of tables in files.
  private final ConcurrentMap<MemoryKind, TableClass> inMemory = new ConcurrentHashMap<>();

  private final ConcurrentMap<MemoryKind, TableClass> inFiles = new ConcurrentHashMap<>();
  private final ConcurrentMap<MemoryKind, Lookup> values = new ConcurrentHashMap<>();
  private final ConcurrentMap<MemoryKind, ConcurrentMap<Class<?>, CursorClass>> cursors =
      new ConcurrentHashMap<>();

  /// For files that were written with another schema.
  private final ConcurrentMap<Schema, TableType<R>> overFiles = new ConcurrentHashMap<>();

  /// The codecs of texts, by component.
  private final ConcurrentMap<String, OfText> texts = new ConcurrentHashMap<>();

  /// @param declared the type whose schema is that of the record; null if it is this type
  private TableType(Lookup user, Schema schema, @Nullable TableType<R> declared) {
    this.declared = declared;
    this.schema = schema;
    this.user = user;
  }

  Lookup define(ClassGenerator generator) {
    return generator.define(user, CLASSES, ClassOption.NESTMATE);
  }

  /// Returns the class of the values of a row; null if rows have few fields.
  @Nullable Lookup values(MemoryKind kind) {
    if (!RowValuesGenerator.isNeeded(schema, kind)) {
      return null;
    }
    return values.computeIfAbsent(
        kind,
        missing -> {
          RowRehearsal.run();
          return define(
              new RowValuesGenerator(
                  GeneratedClass.name(user, schema.type(), "RowValues"), schema, kind));
        });
  }

  private TableClass tableClass(MemoryKind kind, boolean isMapped) {
    ConcurrentMap<MemoryKind, TableClass> classes = isMapped ? inFiles : inMemory;
    TableClass known = classes.get(kind);
    if (known == null) {
      StackHeadroom.require();
      Linkage.link(schema, kind);
      known = classes.computeIfAbsent(kind, missing -> new TableClass(this, kind, isMapped));
    }
    return known;
  }

  /// @throws IllegalArgumentException if `type` is no interface that can be implemented
  CursorClass cursorClass(MemoryKind kind, Class<?> type) {
    ConcurrentMap<Class<?>, CursorClass> ofKind =
        cursors.computeIfAbsent(kind, missing -> new ConcurrentHashMap<>());
    CursorClass cursor = ofKind.get(type);
    if (cursor == null) {
      StackHeadroom.require();
      cursor = ofKind.computeIfAbsent(type, missing -> new CursorClass(this, kind, type));
    }
    return cursor;
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
    Schema schema = Schema.of(lookup, record);
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

  @SuppressWarnings("unchecked") // The class was generated for R.
  Table<R> table(TableLayout<R> layout, Storage storage, TableMemory memory, long size) {
    TableClass own = tableClass(memory.first().kind, storage.path() != null);
    Table<R> table = (Table<R>) own.newTable(layout);
    table.init(own, storage, memory, size);
    return table;
  }

  /// Returns a text that names the record and its fields.
  @Override
  public String toString() {
    return schema.type().getName() + schema.lines();
  }
}
