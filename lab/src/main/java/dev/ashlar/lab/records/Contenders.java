package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Experiment.Contender;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.records.AshlarStore.Kind;
import dev.ashlar.lab.records.Keeping.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/// The contenders, and how each keeps its rows. A new one is added here.
final class Contenders {
  static final String HARNESS = "harness";
  static final String ROWS_HEAP = "ashlar-rows-heap";
  static final String ROWS_NATIVE = "ashlar-rows-native";
  static final String COLUMNS_HEAP = "ashlar-columns-heap";
  static final String COLUMNS_NATIVE = "ashlar-columns-native";
  static final String MAPPED = "ashlar-mapped";
  static final String POJO = "pojo";
  static final String POJO_SHUFFLED = "pojo-shuffled";
  static final String LONG_ARRAY = "long-array";
  static final String UNSAFE = "unsafe";
  static final String BYTE_BUFFER = "bytebuffer";
  static final String SBE = "sbe";

  /// The tables, by the name of the contender.
  static final Map<String, Kind> TABLES =
      Map.of(
          ROWS_HEAP, Kind.ROWS_HEAP,
          ROWS_NATIVE, Kind.ROWS_NATIVE,
          COLUMNS_HEAP, Kind.COLUMNS_HEAP,
          COLUMNS_NATIVE, Kind.COLUMNS_NATIVE,
          MAPPED, Kind.ROWS_MAPPED);

  private final Map<Contender, Keeping> keepings = new LinkedHashMap<>();

  private Contenders() {
    addTables();
    addRivals();
  }

  /// {@return all contenders, in reading order}
  static Map<Contender, Keeping> all() {
    return new Contenders().keepings;
  }

  private void addTables() {
    addTable(ROWS_HEAP, "a table of aligned rows on the heap, through a cursor", Place.HEAP);
    addTable(
        ROWS_NATIVE, "a table of packed rows in native memory, through a cursor", Place.NATIVE);
    addTable(
        COLUMNS_HEAP,
        "a table of columns on the heap, through a cursor; a single field as a column",
        Place.HEAP);
    addTable(
        COLUMNS_NATIVE,
        "a table of columns in native memory, through a cursor; a single field as a column",
        Place.NATIVE);
    addTable(MAPPED, "a table of packed rows in a mapped file, through a cursor", Place.NATIVE);
  }

  private void addTable(String name, String description, Place place) {
    Kind kind = Objects.requireNonNull(TABLES.get(name));
    List<String> flags = place == Place.NATIVE ? List.of(JvmFlags.NATIVE_ACCESS) : List.of();
    add(name, description, flags, count -> AshlarStore.of(kind, count), place, kind.bytesPerRow());
  }

  private void addRivals() {
    int packed = PackedTrade.BYTES;
    add(POJO, "an object for each row, in order", List.of(), PojoStore::new, Place.OBJECTS, 64);
    add(
        POJO_SHUFFLED,
        "objects that do not lie in the order of their rows",
        List.of(),
        ShuffledPojoStore::new,
        Place.OBJECTS,
        72);
    add(
        LONG_ARRAY,
        "one long[], six words a row",
        List.of(),
        LongArrayStore::new,
        Place.HEAP,
        LongArrayStore.BYTES);
    add(
        UNSAFE,
        "packed rows through sun.misc.Unsafe, which checks nothing",
        List.of(),
        UnsafeStore::new,
        Place.NATIVE,
        packed);
    add(
        BYTE_BUFFER,
        "packed rows in direct ByteBuffers",
        List.of(),
        ByteBufferStore::direct,
        Place.DIRECT,
        packed);
    add(
        SBE,
        "a flyweight as SBE generates it, over Agrona's buffer",
        List.of(JvmFlags.INTERNAL_UNSAFE),
        SbeStore::direct,
        Place.DIRECT,
        packed);
    // Arrow rounds what it allocates up to powers of two, and has bits that say which values exist.
    add(
        "arrow",
        "Apache Arrow's vectors, with their checks",
        List.of("--add-opens=java.base/java.nio=ALL-UNNAMED"),
        ArrowStore::new,
        Place.DIRECT,
        2 * packed);
    String compiled = ", compiled here with " + String.join(" ", CStore.OPTIONS);
    addC("c-rows", "packed structs in C" + compiled, CRowsStore::new);
    addC("c-columns", "an array a field in C" + compiled, CColumnsStore::new);
    add(
        HARNESS,
        "the calls around all of them, touching nothing",
        List.of(),
        HarnessStore::new,
        Place.NATIVE,
        0);
  }

  private void addC(String name, String description, IntFunction<Store> stores) {
    add(
        name,
        description,
        List.of(JvmFlags.NATIVE_ACCESS),
        stores,
        Place.NATIVE,
        PackedTrade.BYTES);
  }

  private void add(
      String name,
      String description,
      List<String> flags,
      IntFunction<Store> stores,
      Place place,
      int bytesPerRow) {
    keepings.put(new Contender(name, description, flags), new Keeping(stores, place, bytesPerRow));
  }
}
