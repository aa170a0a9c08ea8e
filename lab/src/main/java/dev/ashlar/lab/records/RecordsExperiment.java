package dev.ashlar.lab.records;

import static java.util.Map.entry;

import com.sun.management.OperatingSystemMXBean;
import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.JvmFlags;
import dev.ashlar.lab.Mode;
import dev.ashlar.lab.Workload;
import dev.ashlar.lab.records.StoreWorkload.Pass;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/// Records as objects, in arrays or outside the heap, after a Russian blog of October 2012 that
/// took apart a claim about off-heap tuples.
public final class RecordsExperiment implements Experiment {
  private static final String EMPTY = "empty";
  private static final String FILL = "fill";
  private static final String SCAN = "scan";
  private static final String SCAN_POLLUTED = "scan-polluted";
  private static final String SCAN_GET = "scan-get";
  private static final String SCAN_ONE_FIELD = "scan-one-field";
  private static final String RANDOM = "random";
  private static final String UPDATE = "update";
  private static final String FILL_AND_SCAN = "fill-and-scan";
  private static final String PASSES = "passes";
  private static final String GC_PAUSE = "gc-pause";
  private static final String BYTES_PER_ROW = "bytes-per-row";
  private static final Set<String> OBSERVED = Set.of(PASSES, GC_PAUSE, BYTES_PER_ROW);

  /// Cases in which one store takes the place of another.
  private static final Set<String> REPLACING = Set.of(FILL, FILL_AND_SCAN, PASSES, BYTES_PER_ROW);

  /// In mebibytes.
  private static final long GC_HEAP = 8192;

  /// The young generation may be what G1 lets it be if nobody says anything.
  private static final List<String> GC_FLAGS =
      List.of("-Xms8g", "-Xmx8g", "-XX:NewSize=410m", "-XX:MaxNewSize=4915m");

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry(SCAN, Set.of()),
          entry(SCAN_POLLUTED, Contenders.TABLES.keySet()),
          entry(SCAN_GET, Set.of(Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE)),
          entry(SCAN_ONE_FIELD, Set.of(Contenders.COLUMNS_NATIVE, Contenders.POJO)),
          entry(RANDOM, Set.of(Contenders.ROWS_NATIVE, Contenders.UNSAFE)),
          entry(UPDATE, Set.of(Contenders.ROWS_NATIVE, Contenders.UNSAFE)),
          entry(PASSES, Set.of(Contenders.POJO, Contenders.COLUMNS_NATIVE)),
          entry(GC_PAUSE, Set.of(Contenders.POJO, Contenders.COLUMNS_NATIVE)),
          entry(
              BYTES_PER_ROW,
              Set.of(Contenders.POJO, Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE)));

  private final int rows;
  private final Duration garbage;
  private final long memory;
  private final List<Case> cases = new ArrayList<>();
  private final Map<Contender, Keeping> keepings = Contenders.all();

  /// Makes the experiment: with 20 million rows, or 100 million in full mode.
  public RecordsExperiment(Mode mode) {
    this(
        mode == Mode.FULL ? 100_000_000 : 20_000_000,
        Duration.ofSeconds(mode == Mode.FULL ? 60 : 10),
        memory());
  }

  /// @param garbage how long `gc-pause` makes garbage
  /// @param memory how much this machine has, in mebibytes
  RecordsExperiment(int rows, Duration garbage, long memory) {
    this.rows = rows;
    this.garbage = garbage;
    this.memory = memory;
    addCases();
  }

  private static long memory() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize()
        >> 20;
  }

  private void addCases() {
    add(EMPTY, EMPTY, "the cost of the harness, included in all others");
    add(FILL, FILL, "writes all fields of %s, in a store that is there already");
    add(SCAN, SCAN, "Σ price · quantity by side over %s");
    add(
        SCAN_POLLUTED,
        SCAN,
        "the same, after every other layout and storage ran through the same code");
    add(SCAN_GET, SCAN, "the same, with each row as a record: get(i)");
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

  /// Only what has several layouts or storages can be polluted, and only a table has rows that come
  /// as records.
  @Override
  public boolean applies(Case theCase, Contender contender) {
    String by = contender.name();
    return switch (theCase.name()) {
      case EMPTY -> by.equals(Contenders.HARNESS);
      case SCAN_POLLUTED ->
          Contenders.TABLES.containsKey(by)
              || by.equals(Contenders.BYTE_BUFFER)
              || by.equals(Contenders.SBE);
      case SCAN_GET -> Contenders.TABLES.containsKey(by);
      default -> !by.equals(Contenders.HARNESS);
    };
  }

  /// A store that does not fit into memory would be a test of the disk.
  @Override
  public Optional<String> unavailable(Case theCase, Contender contender) {
    long needed =
        theCase.name().equals(GC_PAUSE)
            ? GC_HEAP
            : keeping(contender).mebibytes(rows(theCase), stores(theCase));
    return needed <= memory
        ? Optional.empty()
        : Optional.of(
            "%,d rows take %,d MiB, and this machine has %,d"
                .formatted(rows(theCase), needed, memory));
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return HEADLINES;
  }

  /// Of the tables: the others have no calls that could be in doubt.
  @Override
  public Optional<String> explained(Case theCase, Contender contender) {
    if (!Contenders.TABLES.containsKey(contender.name())) {
      return Optional.empty();
    }
    return switch (theCase.name()) {
      case SCAN, SCAN_POLLUTED -> Optional.of("AshlarStore::scan");
      case SCAN_GET -> Optional.of("RecordsOfTable::scan");
      default -> Optional.empty();
    };
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return Set.of(SCAN, SCAN_POLLUTED).contains(theCase.name())
        && Set.of(Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE).contains(contender.name());
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

  @Override
  public List<String> flags(Case theCase, Contender contender) {
    List<String> flags = new ArrayList<>(contender.flags());
    flags.addAll(
        theCase.name().equals(GC_PAUSE)
            ? GC_FLAGS
            : keeping(contender).flags(rows(theCase), stores(theCase)));
    if (theCase.name().equals(SCAN_POLLUTED)
        && Contenders.TABLES.containsKey(contender.name())
        && !flags.contains(JvmFlags.NATIVE_ACCESS)) {
      flags.add(JvmFlags.NATIVE_ACCESS);
    }
    return flags;
  }

  /// The rows that a store has in this case.
  private int rows(Case theCase) {
    return switch (theCase.name()) {
      case PASSES -> passRows();
      case GC_PAUSE -> liveRows();
      case BYTES_PER_ROW -> sampleRows();
      default -> rows;
    };
  }

  /// How many stores there are at a time, those included that wait for the collector.
  private static int stores(Case theCase) {
    return REPLACING.contains(theCase.name()) ? 2 : 1;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    IntFunction<Store> stores = keeping(contender).stores();
    return switch (theCase.name()) {
      case EMPTY, SCAN -> pass(stores, Pass.SCAN);
      case SCAN_POLLUTED -> new StoreWorkload(stores.apply(rows), Pass.SCAN, true);
      case SCAN_GET ->
          pass(
              count ->
                  new RecordsOfTable(
                      Objects.requireNonNull(Contenders.TABLES.get(contender.name())), count),
              Pass.SCAN);
      case FILL -> pass(stores, Pass.FILL);
      case SCAN_ONE_FIELD -> pass(stores, Pass.SCAN_ONE_FIELD);
      case RANDOM -> pass(stores, Pass.RANDOM);
      case UPDATE -> pass(stores, Pass.UPDATE);
      case FILL_AND_SCAN -> new FillAndScan(() -> stores.apply(rows));
      case PASSES -> new Passes(stores, passRows());
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
