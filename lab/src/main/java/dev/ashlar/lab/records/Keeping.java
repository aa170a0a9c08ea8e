// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.CLibrary;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.records.Trade.PackedTrade;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The contenders, with the JVM flags that each one needs. New contenders are added here.
@SuppressWarnings("ImmutableEnumChecker") // Constructors, and a list of List.of.
enum Keeping {
  ROWS_HEAP(
      "ashlar-rows-heap",
      "a table of aligned rows on the heap, through a cursor",
      Place.HEAP,
      AshlarStore.Kind.ROWS_HEAP),
  ROWS_NATIVE(
      "ashlar-rows-native",
      "a table of packed rows in native memory, through a cursor",
      Place.NATIVE,
      AshlarStore.Kind.ROWS_NATIVE,
      JvmFlags.NATIVE_ACCESS),
  COLUMNS_HEAP(
      "ashlar-columns-heap",
      "a table of columns on the heap, through a cursor; a single field as a column",
      Place.HEAP,
      AshlarStore.Kind.COLUMNS_HEAP),
  COLUMNS_NATIVE(
      "ashlar-columns-native",
      "a table of columns in native memory, through a cursor; a single field as a column",
      Place.NATIVE,
      AshlarStore.Kind.COLUMNS_NATIVE,
      JvmFlags.NATIVE_ACCESS),
  MAPPED(
      "ashlar-mapped",
      "a table of packed rows in a mapped file, through a cursor",
      Place.NATIVE,
      AshlarStore.Kind.ROWS_MAPPED,
      JvmFlags.NATIVE_ACCESS),
  POJO("pojo", "an object for each row, in order", Place.OBJECTS, 64, PojoStore::new),
  POJO_SHUFFLED(
      "pojo-shuffled",
      "objects that do not lie in the order of their rows",
      Place.OBJECTS,
      72,
      PojoStore.Shuffled::new),
  LONG_ARRAY(
      "long-array",
      "one long[], six words a row",
      Place.HEAP,
      LongArrayStore.BYTES,
      LongArrayStore::new),
  UNSAFE(
      "unsafe",
      "packed rows through sun.misc.Unsafe, which checks nothing",
      Place.NATIVE,
      PackedTrade.BYTES,
      UnsafeStore::new),
  BYTE_BUFFER(
      "bytebuffer",
      "packed rows in direct ByteBuffers",
      Place.DIRECT,
      PackedTrade.BYTES,
      ByteBufferStore::direct),
  SBE(
      "sbe",
      "a flyweight as SBE generates it, over Agrona's buffer",
      Place.DIRECT,
      PackedTrade.BYTES,
      SbeStore::direct,
      JvmFlags.INTERNAL_UNSAFE),
  /// Arrow rounds allocations up to powers of two, and stores a validity bit for each value.
  ARROW(
      "arrow",
      "Apache Arrow's vectors, with their checks",
      Place.DIRECT,
      2 * PackedTrade.BYTES,
      ArrowStore::new,
      "--add-opens=java.base/java.nio=ALL-UNNAMED"),
  C_ROWS("c-rows", "packed structs in C", CStore.Rows::new),
  C_COLUMNS("c-columns", "an array a field in C", CStore.Columns::new);

  /// The places where rows are stored.
  private enum Place {
    /// On the Java heap, in arrays too large to be young.
    HEAP,
    /// On the Java heap, as objects, which are young first.
    OBJECTS,
    /// In direct buffers, which the JVM limits.
    DIRECT,
    /// In other memory outside of the heap.
    NATIVE
  }

  /// The memory that a JVM needs besides rows, in mebibytes.
  private static final long SLACK = 512;

  final String contender;
  final String description;
  final LabRun.Kind kind;
  private final Place place;
  private final AshlarStore.@Nullable Kind table;
  private final int bytesPerRow;
  final IntFunction<Store> stores;
  private final List<String> flags;

  /// @param bytesPerRow the maximum number of bytes that a row takes in this place
  /// @param stores creates a store with the given number of rows
  Keeping(
      String contender,
      String description,
      LabRun.Kind kind,
      Place place,
      AshlarStore.@Nullable Kind table,
      int bytesPerRow,
      IntFunction<Store> stores,
      String... flags) {
    this.contender = contender;
    this.description = description;
    this.kind = kind;
    this.place = place;
    this.table = table;
    this.bytesPerRow = bytesPerRow;
    this.stores = stores;
    this.flags = List.of(flags);
  }

  Keeping(
      String contender, String description, Place place, AshlarStore.Kind table, String... flags) {
    this(
        contender,
        description,
        LabRun.Kind.ASHLAR,
        place,
        table,
        table.bytesPerRow(),
        rows -> AshlarStore.of(table, rows),
        flags);
  }

  Keeping(
      String contender,
      String description,
      Place place,
      int bytesPerRow,
      IntFunction<Store> stores,
      String... flags) {
    this(
        contender, description, LabRun.Kind.of(contender), place, null, bytesPerRow, stores, flags);
  }

  Keeping(String contender, String description, IntFunction<Store> stores) {
    this(
        contender,
        "%s, compiled here with %s".formatted(description, String.join(" ", CLibrary.FASTEST)),
        LabRun.Kind.LIMIT,
        Place.NATIVE,
        null,
        PackedTrade.BYTES,
        stores,
        JvmFlags.NATIVE_ACCESS);
  }

  /// {@return the kind of table; empty if the contender is not a table}
  Optional<AshlarStore.Kind> table() {
    return Optional.ofNullable(table);
  }

  /// {@return the flags that a user has to pass, followed by `more`}
  List<String> flags(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    return all;
  }

  /// {@return the flags that a user has to pass, and those that make room for `count` stores of
  /// `rows` rows}
  ///
  /// If the rows are objects, the collector may size its young generation up to 60 % of the heap,
  /// as by default.
  List<String> flags(int rows, int count) {
    long mebibytes = mebibytes(rows, count);
    return flags(
        switch (place) {
          case HEAP -> List.of("-Xms%dm".formatted(mebibytes), "-Xmx%dm".formatted(mebibytes));
          case OBJECTS ->
              List.of(
                  "-Xms%dm".formatted(mebibytes),
                  "-Xmx%dm".formatted(mebibytes),
                  "-XX:MaxNewSize=%dm".formatted(mebibytes * 6 / 10));
          case DIRECT -> List.of("-XX:MaxDirectMemorySize=%dm".formatted(mebibytes));
          case NATIVE -> List.of();
        });
  }

  /// {@return the memory in MiB that `count` stores of `rows` rows need, with reserves}
  long mebibytes(int rows, int count) {
    long bytes = (long) rows * bytesPerRow * count;
    return SLACK + ((bytes + bytes / 4) >> 20);
  }
}
