package dev.ashlar.lab.records;

import static java.util.Map.entry;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Mode;
import dev.ashlar.lab.Workload;
import dev.ashlar.lab.records.AshlarStore.Kind;
import dev.ashlar.lab.records.StoreWorkload.Pass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;

/// Records as objects, in arrays or outside the heap, after a Russian blog of October 2012 that
/// took apart a claim about off-heap tuples.
public final class RecordsExperiment implements Experiment {
  private static final String EMPTY = "empty";
  private static final String FILL = "fill";
  private static final String SCAN = "scan";
  private static final String SCAN_POLLUTED = "scan-polluted";
  private static final String SCAN_RECORDS = "scan-records";
  private static final String SCAN_ONE_FIELD = "scan-one-field";
  private static final String RANDOM = "random";
  private static final String UPDATE = "update";
  private static final String FILL_AND_SCAN = "fill-and-scan";
  private static final String PASSES = "passes";
  private static final String GC_PAUSE = "gc-pause";
  private static final String BYTES_PER_ROW = "bytes-per-row";
  private static final Set<String> OBSERVED = Set.of(PASSES, GC_PAUSE, BYTES_PER_ROW);

  private static final String HARNESS = "harness";
  private static final String ROWS_HEAP = "ashlar-rows-heap";
  private static final String ROWS_NATIVE = "ashlar-rows-native";
  private static final String COLUMNS_HEAP = "ashlar-columns-heap";
  private static final String COLUMNS_NATIVE = "ashlar-columns-native";
  private static final String MAPPED = "ashlar-mapped";
  private static final String POJO = "pojo";
  private static final String POJO_SHUFFLED = "pojo-shuffled";
  private static final String LONG_ARRAY = "long-array";
  private static final String UNSAFE = "unsafe";
  private static final String BYTE_BUFFER = "bytebuffer";
  private static final String SBE = "sbe";

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// Cases in which one store takes the place of another.
  private static final Set<String> REPLACING = Set.of(FILL, FILL_AND_SCAN, PASSES, BYTES_PER_ROW);

  /// A heap whose young generation may be what G1 lets it be if nobody says anything.
  private static final List<String> GC_FLAGS =
      List.of("-Xms8g", "-Xmx8g", "-XX:NewSize=410m", "-XX:MaxNewSize=4915m");

  private static final Map<String, Kind> TABLES =
      Map.of(
          ROWS_HEAP, Kind.ROWS_HEAP,
          ROWS_NATIVE, Kind.ROWS_NATIVE,
          COLUMNS_HEAP, Kind.COLUMNS_HEAP,
          COLUMNS_NATIVE, Kind.COLUMNS_NATIVE,
          MAPPED, Kind.ROWS_MAPPED);

  /// The contenders each case is timed with in quick mode; an empty set stands for all.
  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry(SCAN, Set.of()),
          entry(SCAN_POLLUTED, TABLES.keySet()),
          entry(SCAN_RECORDS, Set.of(ROWS_NATIVE, COLUMNS_NATIVE)),
          entry(SCAN_ONE_FIELD, Set.of(COLUMNS_NATIVE, POJO)),
          entry(RANDOM, Set.of(ROWS_NATIVE, UNSAFE)),
          entry(UPDATE, Set.of(ROWS_NATIVE, UNSAFE)),
          entry(PASSES, Set.of(POJO, LONG_ARRAY, COLUMNS_NATIVE)),
          entry(GC_PAUSE, Set.of(POJO, COLUMNS_NATIVE)),
          entry(BYTES_PER_ROW, Set.of(POJO, ROWS_NATIVE, COLUMNS_NATIVE)));

  /// How a contender keeps its rows.
  ///
  /// @param heapBytes what a row takes on the Java heap
  /// @param directBytes what it takes in direct buffers, which the JVM limits too
  private record Keeping(IntFunction<Store> stores, int heapBytes, int directBytes) {}

  private final int rows;
  private final Duration garbage;
  private final List<Case> cases = new ArrayList<>();
  private final Map<Contender, Keeping> keepings = new LinkedHashMap<>();

  /// Makes the experiment: with 20 million rows, or 100 million in full mode.
  public RecordsExperiment(Mode mode) {
    this(
        mode == Mode.FULL ? 100_000_000 : 20_000_000,
        Duration.ofSeconds(mode == Mode.FULL ? 60 : 10));
  }

  /// @param garbage how long `gc-pause` makes garbage
  RecordsExperiment(int rows, Duration garbage) {
    this.rows = rows;
    this.garbage = garbage;
    addCases();
    addTables();
    addRivals();
  }

  private void addCases() {
    add(EMPTY, EMPTY, "the cost of the harness, included in all others");
    add(FILL, FILL, "writes all fields of %s, in a store that is there already");
    add(SCAN, SCAN, "Σ price · quantity by side over %s");
    add(
        SCAN_POLLUTED,
        SCAN,
        "the same, after every other layout and storage ran through the same code");
    add(SCAN_RECORDS, SCAN, "the same, with each row as a record: get(i)");
    add(SCAN_ONE_FIELD, SCAN_ONE_FIELD, "Σ price over %s");
    add(RANDOM, RANDOM, "the price of single rows out of %s, in no order");
    add(UPDATE, UPDATE, "adds one to the quantity of each of %s");
    add(
        FILL_AND_SCAN,
        FILL_AND_SCAN,
        "a trap: a store is made, filled and scanned once, all in one figure. Making it takes longer"
            + " than reading it, and nothing is told about either");
    add(
        PASSES,
        PASSES,
        "%d times a store of %,d rows is made, and scanned %d times: the mean of the later passes,"
                .formatted(Passes.STORES, passRows(), Passes.PASSES)
            + " and a chart of every one");
    add(
        GC_PAUSE,
        GC_PAUSE,
        "the longest pause of the collector while a store of %,d rows is alive and 500 MB/s of"
                .formatted(liveRows())
            + " garbage are made for %d seconds; the charts have all pauses"
                .formatted(garbage.toSeconds()));
    add(
        BYTES_PER_ROW,
        BYTES_PER_ROW,
        "memory that a row takes, on the heap or outside, headers and references included");
  }

  /// Making objects takes much longer than scanning them.
  private int passRows() {
    return Math.max(1, rows / 4);
  }

  private int liveRows() {
    return Math.min(rows, 20_000_000);
  }

  private int sampleRows() {
    return Math.min(rows, 1_000_000);
  }

  private void add(String name, String family, String description) {
    cases.add(new Case(name, family, description.replace("%s", "%,d rows".formatted(rows))));
  }

  private void addTables() {
    addTable(ROWS_HEAP, "a table of aligned rows on the heap", List.of(), 48);
    addTable(ROWS_NATIVE, "a table of packed rows in native memory", List.of(NATIVE_ACCESS), 0);
    addTable(COLUMNS_HEAP, "a table of columns on the heap", List.of(), 42);
    addTable(COLUMNS_NATIVE, "a table of columns in native memory", List.of(NATIVE_ACCESS), 0);
    addTable(MAPPED, "a table of packed rows in a mapped file", List.of(NATIVE_ACCESS), 0);
  }

  private void addTable(String name, String description, List<String> flags, int heapBytes) {
    Kind kind = Objects.requireNonNull(TABLES.get(name));
    keepings.put(
        new Contender(name, description, flags),
        new Keeping(count -> new AshlarStore(kind, count), heapBytes, 0));
  }

  private void addRivals() {
    add(POJO, "an object for each row, which lie in order", PojoStore::new, 64);
    add(POJO_SHUFFLED, "objects that lie in no order", ShuffledPojoStore::new, 68);
    add(LONG_ARRAY, "one long[], six words a row", LongArrayStore::new, 48);
    add(UNSAFE, "packed rows through sun.misc.Unsafe, which checks nothing", UnsafeStore::new, 0);
    keepings.put(
        new Contender(BYTE_BUFFER, "packed rows in direct ByteBuffers"),
        new Keeping(ByteBufferStore::direct, 0, PackedTrade.BYTES));
    keepings.put(
        new Contender(
            SBE,
            "a flyweight as SBE generates it, over Agrona's buffer",
            List.of("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")),
        new Keeping(SbeStore::direct, 0, PackedTrade.BYTES));
    keepings.put(
        new Contender(
            "arrow",
            "Apache Arrow's vectors, with their checks",
            List.of("--add-opens=java.base/java.nio=ALL-UNNAMED")),
        new Keeping(ArrowStore::new, 0, 0));
    String compiled = ", compiled here with " + String.join(" ", CStore.OPTIONS);
    keepings.put(
        new Contender("c-rows", "packed structs in C" + compiled, List.of(NATIVE_ACCESS)),
        new Keeping(CRowsStore::new, 0, 0));
    keepings.put(
        new Contender("c-columns", "an array a field in C" + compiled, List.of(NATIVE_ACCESS)),
        new Keeping(CColumnsStore::new, 0, 0));
    add(HARNESS, "the calls around all of them, touching nothing", HarnessStore::new, 0);
  }

  private void add(String name, String description, IntFunction<Store> stores, int heapBytes) {
    keepings.put(new Contender(name, description), new Keeping(stores, heapBytes, 0));
  }

  @Override
  public String name() {
    return "records";
  }

  @Override
  public String title() {
    return "Objects, arrays or memory outside the heap";
  }

  @Override
  public String question() {
    return "In 2011 a benchmark had tuples outside the heap forty times faster than objects. It timed"
        + " making fifty million objects together with reading them. Taken apart, reading was level;"
        + " and a long[] that had won forgot to multiply the row by its length. What does it cost to"
        + " fill, scan, visit and update many small records, and where should they be?";
  }

  @Override
  public List<Case> cases() {
    return List.copyOf(cases);
  }

  @Override
  public List<Contender> contenders() {
    return List.copyOf(keepings.keySet());
  }

  /// Only what has several layouts or storages can be polluted, only a table has rows that come as
  /// records; and objects are made in the same way wherever they lie.
  @Override
  public boolean applies(Case theCase, Contender contender) {
    String by = contender.name();
    return switch (theCase.name()) {
      case EMPTY -> by.equals(HARNESS);
      case SCAN_POLLUTED -> TABLES.containsKey(by) || by.equals(BYTE_BUFFER) || by.equals(SBE);
      case SCAN_RECORDS -> TABLES.containsKey(by);
      case FILL, FILL_AND_SCAN, BYTES_PER_ROW -> !by.equals(HARNESS) && !by.equals(POJO_SHUFFLED);
      default -> !by.equals(HARNESS);
    };
  }

  @Override
  public boolean isHeadline(Case theCase, Contender contender) {
    Set<String> headlines = HEADLINES.get(theCase.name());
    return headlines != null && (headlines.isEmpty() || headlines.contains(contender.name()));
  }

  @Override
  public int operations(Case theCase) {
    if (isObserved(theCase)) {
      return 1;
    }
    return theCase.name().equals(RANDOM) ? Trades.shuffledCount(rows) : rows;
  }

  @Override
  public boolean isLong(Case theCase) {
    return !theCase.name().equals(EMPTY);
  }

  @Override
  public boolean isObserved(Case theCase) {
    return OBSERVED.contains(theCase.name());
  }

  /// What is on the heap, or in direct buffers, needs room there; and twice as much where another
  /// store takes the place of the one before. Objects are for the collector to move: it sizes its
  /// young generation itself.
  @Override
  public List<String> flags(Case theCase, Contender contender) {
    List<String> flags = new ArrayList<>(contender.flags());
    Keeping keeping = keeping(contender);
    boolean replaces = REPLACING.contains(theCase.name());
    if (theCase.name().equals(GC_PAUSE)) {
      flags.addAll(GC_FLAGS);
    } else if (keeping.heapBytes > 0) {
      long size = mebibytes(keeping.heapBytes, replaces);
      flags.add("-Xms%dm".formatted(size));
      flags.add("-Xmx%dm".formatted(size));
    }
    if (!theCase.name().equals(GC_PAUSE)
        && (contender.name().equals(POJO) || contender.name().equals(POJO_SHUFFLED))) {
      flags.add("-XX:MaxNewSize=%dm".formatted(mebibytes(keeping.heapBytes, replaces) * 6 / 10));
    }
    if (keeping.directBytes > 0) {
      flags.add("-XX:MaxDirectMemorySize=%dm".formatted(mebibytes(keeping.directBytes, replaces)));
    }
    if (theCase.name().equals(SCAN_POLLUTED)
        && TABLES.containsKey(contender.name())
        && !flags.contains(NATIVE_ACCESS)) {
      flags.add(NATIVE_ACCESS);
    }
    return flags;
  }

  private long mebibytes(int bytesPerRow, boolean twice) {
    long bytes = (long) rows * bytesPerRow * (twice ? 2 : 1);
    return 512 + ((bytes + bytes / 4) >> 20);
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    IntFunction<Store> stores = keeping(contender).stores;
    return switch (theCase.name()) {
      case EMPTY, SCAN -> pass(stores, Pass.SCAN);
      case SCAN_POLLUTED -> new StoreWorkload(stores.apply(rows), Pass.SCAN, true);
      case SCAN_RECORDS ->
          pass(
              count ->
                  new RecordsOfTable(Objects.requireNonNull(TABLES.get(contender.name())), count),
              Pass.SCAN);
      case FILL -> pass(stores, Pass.FILL);
      case SCAN_ONE_FIELD -> pass(stores, Pass.SCAN_ONE_FIELD);
      case RANDOM -> pass(stores, Pass.RANDOM);
      case UPDATE -> pass(stores, Pass.UPDATE);
      case FILL_AND_SCAN -> new FillAndScan(() -> stores.apply(rows));
      case PASSES -> new Passes(() -> stores.apply(passRows()));
      case GC_PAUSE -> new GcPauses(() -> stores.apply(liveRows()), garbage);
      case BYTES_PER_ROW -> new BytesPerRow(stores, sampleRows());
      default -> throw new IllegalArgumentException("unknown: " + theCase);
    };
  }

  private Workload pass(IntFunction<Store> stores, Pass pass) {
    return new StoreWorkload(stores.apply(rows), pass, false);
  }

  private Keeping keeping(Contender contender) {
    return Objects.requireNonNull(keepings.get(contender), contender::name);
  }
}
