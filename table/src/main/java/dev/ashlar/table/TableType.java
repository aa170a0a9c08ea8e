package dev.ashlar.table;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.Chunk;
import java.lang.constant.ClassDesc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// A record as the schema of tables, and the class that was generated for them.
///
/// Components may have any primitive type, or be enums, which are stored as their ordinal in the
/// smallest integer that holds all of them.
///
/// A type is made once for a record and its package, and belongs in a `static final` field. Its
/// class is a hidden class of the caller's package, so that neither the record nor the interfaces
/// of [cursors][Cursor] need be public. Start Java with `-Ddev.ashlar.table.classes=FOLDER` to have
/// a copy of each generated class written there. A native image cannot generate classes at run
/// time.
///
/// @implNote After the first accesses in a JVM a thread of its own runs every accessor on every
///   kind of memory, so that loops over one kind are compiled well when other kinds follow. A
///   program that goes on meanwhile waits for it once, before its loops are compiled. Start Java
///   with `-Ddev.ashlar.profileWarmup=false` to do without.
///
/// @param <R> the record
public final class TableType<R extends Record> {
  /// Apart, so that heap is asked for before anything is initialized.
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
  private final Lookup user;
  private final Lookup generated;
  private final MethodHandle constructor;
  private final Object[] noArrays;
  private final Chunk noChunk;
  private final ConcurrentMap<Class<?>, CursorClass> cursors = new ConcurrentHashMap<>();

  private TableType(Lookup user, Schema schema) {
    this.schema = schema;
    this.user = user;
    this.noArrays = Chunks.arrays(schema, 0);
    this.noChunk = Chunk.none(noArrays);
    Module module = TableType.class.getModule();
    module.addExports(Chunk.class.getPackageName(), user.lookupClass().getModule());
    ClassDesc self = GeneratedClass.name(user, schema.type(), "Table");
    byte[] classFile = TableGenerator.classFile(self, schema);
    this.generated =
        GeneratedClass.define(
            user, self, classFile, TableGenerator.classData(schema), ClassOption.NESTMATE);
    this.constructor = constructor();
    link();
  }

  /// Returns the type of tables of `record`.
  ///
  /// @param lookup `MethodHandles.lookup()` of a class that can make such records; tables of a
  ///   private record need one of the class it is nested in, or of another nested there
  /// @throws IllegalArgumentException if a component has a type that cannot be stored; or if the
  ///   lookup cannot define classes in its package, or the record is not accessible there, or the
  ///   loader of the lookup's class has another record of that name, or none
  /// @throws UnsupportedOperationException in a native image
  @SuppressWarnings("unchecked") // What is kept for a record is of that record.
  public static <R extends Record> TableType<R> of(Lookup lookup, Class<R> record) {
    if (!lookup.hasFullPrivilegeAccess()) {
      throw new IllegalArgumentException(
          lookup + " cannot define classes: give the MethodHandles.lookup() of a class");
    }
    StackHeadroom.require();
    HeapHeadroom.requireOnce(HeapHeadroom.TYPE);
    GeneratedClass.requireRunTimeGeneration();
    Schema schema = Schema.of(lookup, record);
    initialize(lookup, record);
    return (TableType<R>)
        Known.TYPES
            .get(anchor(lookup.lookupClass(), record))
            .computeIfAbsent(record, type -> new TableType<>(lookup, schema));
  }

  /// The record's initializer is the user's code: it must not run between a check and an access.
  private static void initialize(Lookup lookup, Class<?> record) {
    try {
      lookup.ensureInitialized(record);
    } catch (IllegalAccessException changedSinceItWasChecked) {
      throw new AssertionError(changedSinceItWasChecked);
    }
  }

  /// In its own package a record has one type, whoever asks; elsewhere, one for each class that
  /// asks. The anchor sees the record, so it keeps nothing loaded that would not be so anyway.
  @SuppressWarnings("ReferenceEquality") // A class loader is its own identity.
  private static Class<?> anchor(Class<?> user, Class<?> record) {
    boolean together =
        user.getClassLoader() == record.getClassLoader()
            && user.getPackageName().equals(record.getPackageName());
    return together ? record : user;
  }

  private MethodHandle constructor() {
    MethodType shape = MethodType.methodType(void.class, TableLayout.class);
    return Members.find(() -> generated.findConstructor(generated.lookupClass(), shape))
        .asType(shape.changeReturnType(Table.class));
  }

  /// The first access must not be the one that has the JDK initialize what it needs to link it: it
  /// may have little stack, and a class whose initialization failed is lost.
  private void link() {
    Table<R> table = columns().heap(1);
    MemorySegment word =
        NativeAccess.isGranted() ? Arena.ofAuto().allocate(JAVA_LONG) : MemorySegment.NULL;
    try {
      MethodHandle link = method("link", MethodType.methodType(void.class, long.class));
      link.invokeExact((Table<?>) table, word.address());
      table.copyTo(0, table, 0, 1);
      Objects.checkIndex(1L, table.size());
    } catch (IndexOutOfBoundsException expected) {
      // The JDK has now made such a message.
    } catch (Throwable failure) {
      throw GeneratedClass.unchecked(failure);
    } finally {
      Reference.reachabilityFence(word);
    }
  }

  /// Returns a method of the generated class; its first parameter is a [Table].
  private MethodHandle method(String name, MethodType shape) {
    MethodHandle method =
        Members.find(() -> generated.findVirtual(generated.lookupClass(), name, shape));
    return method.asType(method.type().changeParameterType(0, Table.class));
  }

  /// Empty arrays of the fields' types.
  Object[] noArrays() {
    return noArrays;
  }

  /// A chunk of no rows.
  Chunk noChunk() {
    return noChunk;
  }

  /// The record.
  @SuppressWarnings("unchecked") // It was made for R.
  public Class<R> recordType() {
    return (Class<R>) schema.type();
  }

  /// Rows one after another, fields as they are declared, without any gap. In native and mapped
  /// memory; on the heap neighbouring rows would share words. Fields are not aligned, so they have
  /// no atomics.
  public TableLayout<R> rows() {
    return new TableLayout<>(this, Layout.ROWS);
  }

  /// Rows one after another, each of whole 8-byte words with every field aligned: the widest fields
  /// come first.
  public TableLayout<R> alignedRows() {
    return new TableLayout<>(this, Layout.ALIGNED_ROWS);
  }

  /// The values of a field one after another, then those of the next; on the heap a primitive array
  /// for each.
  public TableLayout<R> columns() {
    return new TableLayout<>(this, Layout.COLUMNS);
  }

  Schema schema() {
    return schema;
  }

  Lookup user() {
    return user;
  }

  boolean isTable(Class<?> type) {
    return type == generated.lookupClass();
  }

  @SuppressWarnings("unchecked") // The class was generated for R.
  Table<R> table(TableLayout<?> layout, Storage storage, Placement placement, long size) {
    try {
      Table<R> table = (Table<R>) (Table<?>) constructor.invokeExact((TableLayout<?>) layout);
      table.init(storage, placement, size);
      return table;
    } catch (Throwable failure) {
      throw GeneratedClass.unchecked(failure);
    }
  }

  <C extends Cursor> C cursor(Table<R> table, Class<C> type) {
    CursorClass cursor = cursors.get(type);
    if (cursor == null) {
      StackHeadroom.require();
      HeapHeadroom.requireOnce(HeapHeadroom.CURSOR);
      cursor = cursors.computeIfAbsent(type, missing -> CursorClass.of(this, type));
    }
    return type.cast(cursor.cursor(table));
  }

  /// Names the record and its fields.
  @Override
  public String toString() {
    List<String> fields = schema.fields().stream().map(Field::text).toList();
    return schema.type().getName() + fields;
  }
}
