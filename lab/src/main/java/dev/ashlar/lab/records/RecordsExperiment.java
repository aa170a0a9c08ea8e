package dev.ashlar.lab.records;

import static java.util.Map.entry;

import com.sun.management.OperatingSystemMXBean;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.records.AshlarStore.Kind;
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
  /// In mebibytes.
  private static final long GC_HEAP = 8192;

  /// The young generation may be what G1 lets it be if nobody says anything.
  private static final List<String> GC_FLAGS =
      List.of("-Xms8g", "-Xmx8g", "-XX:NewSize=410m", "-XX:MaxNewSize=4915m");

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(Cases.EMPTY, Set.of()),
          entry(Cases.SCAN, Set.of()),
          entry(Cases.SCAN_POLLUTED, Contenders.TABLES.keySet()),
          entry(Cases.SCAN_GET, Set.of(Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE)),
          entry(Cases.SCAN_ONE_FIELD, Set.of(Contenders.COLUMNS_NATIVE, Contenders.POJO)),
          entry(Cases.RANDOM, Set.of(Contenders.ROWS_NATIVE, Contenders.UNSAFE)),
          entry(Cases.UPDATE, Set.of(Contenders.ROWS_NATIVE, Contenders.UNSAFE)),
          entry(Cases.PASSES, Set.of(Contenders.POJO, Contenders.COLUMNS_NATIVE)),
          entry(Cases.GC_PAUSE, Set.of(Contenders.POJO, Contenders.COLUMNS_NATIVE)),
          entry(
              Cases.BYTES_PER_ROW,
              Set.of(Contenders.POJO, Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE)));

  private final Duration garbage;
  private final long memory;
  private final Cases cases;
  private final Map<Contender, Keeping> keepings = Contenders.all();

  /// Makes the experiment: with 20 million rows, 2 million by default, or 100 million in full mode.
  public RecordsExperiment(Mode mode) {
    this(
        switch (mode) {
          case DEFAULT -> 2_000_000;
          case QUICK -> 20_000_000;
          case FULL -> 100_000_000;
        },
        Duration.ofSeconds(mode == Mode.FULL ? 60 : 10),
        memory());
  }

  /// @param garbage how long `gc-pause` makes garbage
  /// @param memory how much this machine has, in mebibytes
  RecordsExperiment(int rows, Duration garbage, long memory) {
    this.garbage = garbage;
    this.memory = memory;
    this.cases = new Cases(rows, garbage);
  }

  private static long memory() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize()
        >> 20;
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
    return cases.all();
  }

  @Override
  public List<Contender> contenders() {
    return List.copyOf(keepings.keySet());
  }

  /// Only what has several layouts or storages can be polluted, and rows come as records from
  /// tables and as the objects that they are.
  @Override
  public boolean applies(Case theCase, Contender contender) {
    String by = contender.name();
    return switch (theCase.name()) {
      case Cases.EMPTY -> by.equals(Contenders.HARNESS);
      case Cases.SCAN_POLLUTED ->
          Contenders.TABLES.containsKey(by)
              || by.equals(Contenders.BYTE_BUFFER)
              || by.equals(Contenders.SBE);
      case Cases.SCAN_GET -> Contenders.TABLES.containsKey(by) || by.equals(Contenders.POJO);
      default -> !by.equals(Contenders.HARNESS);
    };
  }

  /// A store that does not fit into memory would be a test of the disk.
  @Override
  public Optional<String> unavailable(Case theCase, Contender contender) {
    long needed =
        theCase.name().equals(Cases.GC_PAUSE)
            ? GC_HEAP
            : keeping(contender).mebibytes(cases.rows(theCase), Cases.stores(theCase));
    return needed <= memory
        ? Optional.empty()
        : Optional.of(
            "%,d rows take %,d MiB, and this machine has %,d"
                .formatted(cases.rows(theCase), needed, memory));
  }

  /// Objects, which need nothing but the language; where kinds of memory are mixed, a direct
  /// buffer.
  @Override
  public Optional<String> jdk(Case theCase) {
    return switch (theCase.name()) {
      case Cases.EMPTY -> Optional.empty();
      case Cases.SCAN_POLLUTED -> Optional.of(Contenders.BYTE_BUFFER);
      default -> Optional.of(Contenders.POJO);
    };
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return Map.of(
        Cases.SCAN,
        Set.of(Contenders.COLUMNS_NATIVE, Contenders.POJO, Contenders.UNSAFE, "c-columns"));
  }

  /// From what a million rows take to be made, filled and proved; not known more exactly.
  @Override
  public Duration extraTime(Case theCase) {
    long rows = cases.rows(theCase);
    Duration filled = Duration.ofMillis(rows / 10_000);
    return switch (theCase.name()) {
      case Cases.EMPTY -> Duration.ZERO;
      case Cases.GC_PAUSE -> garbage.plus(filled);
      case Cases.PASSES -> filled.multipliedBy(Passes.STORES);
      case Cases.FILL_AND_SCAN -> filled.multipliedBy(10);
      default -> filled.plus(Duration.ofMillis(10 * rows / 200_000));
    };
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
      case Cases.SCAN, Cases.SCAN_POLLUTED -> Optional.of("AshlarStore::scan");
      case Cases.SCAN_GET -> Optional.of("RecordsOfTable::scan");
      default -> Optional.empty();
    };
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return Set.of(Cases.SCAN, Cases.SCAN_POLLUTED).contains(theCase.name())
        && Set.of(Contenders.ROWS_NATIVE, Contenders.COLUMNS_NATIVE).contains(contender.name());
  }

  @Override
  public int operations(Case theCase) {
    if (isObserved(theCase)) {
      return 1;
    }
    int rows = cases.rows(theCase);
    return theCase.name().equals(Cases.RANDOM) ? Trades.shuffledCount(rows) : rows;
  }

  @Override
  public boolean isObserved(Case theCase) {
    return Cases.isObserved(theCase);
  }

  @Override
  public List<String> flags(Case theCase, Contender contender) {
    List<String> flags = new ArrayList<>(contender.flags());
    flags.addAll(
        theCase.name().equals(Cases.GC_PAUSE)
            ? GC_FLAGS
            : keeping(contender).flags(cases.rows(theCase), Cases.stores(theCase)));
    if (theCase.name().equals(Cases.SCAN_POLLUTED)
        && Contenders.TABLES.containsKey(contender.name())
        && !flags.contains(JvmFlags.NATIVE_ACCESS)) {
      flags.add(JvmFlags.NATIVE_ACCESS);
    }
    return flags;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    int rows = cases.rows(theCase);
    IntFunction<Store> stores = keeping(contender).stores();
    return switch (theCase.name()) {
      case Cases.EMPTY, Cases.SCAN -> pass(stores.apply(rows), Pass.SCAN);
      case Cases.SCAN_POLLUTED -> new StoreWorkload(stores.apply(rows), Pass.SCAN, true);
      case Cases.SCAN_GET -> {
        Kind table = Contenders.TABLES.get(contender.name());
        yield pass(table == null ? stores.apply(rows) : new RecordsOfTable(table, rows), Pass.SCAN);
      }
      case Cases.FILL -> pass(stores.apply(rows), Pass.FILL);
      case Cases.SCAN_ONE_FIELD -> pass(stores.apply(rows), Pass.SCAN_ONE_FIELD);
      case Cases.RANDOM -> pass(stores.apply(rows), Pass.RANDOM);
      case Cases.UPDATE -> pass(stores.apply(rows), Pass.UPDATE);
      case Cases.FILL_AND_SCAN -> new FillAndScan(() -> stores.apply(rows));
      case Cases.PASSES -> new Passes(stores, rows);
      case Cases.GC_PAUSE -> new GcPauses(() -> stores.apply(rows), garbage);
      case Cases.BYTES_PER_ROW -> new BytesPerRow(stores, rows);
      default -> throw new IllegalArgumentException("unknown: " + theCase);
    };
  }

  private static Workload pass(Store store, Pass pass) {
    return new StoreWorkload(store, pass, false);
  }

  private Keeping keeping(Contender contender) {
    return Objects.requireNonNull(keepings.get(contender), contender::name);
  }
}
