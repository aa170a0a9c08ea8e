// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MachineMemory;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.records.StoreWorkload.Pass;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Compares records as objects, in arrays, and off the heap. It follows a Russian blog of October
/// 2012 that refuted a claim about off-heap tuples.
public final class RecordsExperiment extends Experiment {
  private static final String SCAN = "scan";
  private static final String SCAN_POLLUTED = "scan-polluted";
  private static final String SCAN_GET = "scan-get";
  private static final String SCAN_ONE_FIELD = "scan-one-field";
  private static final String RANDOM = "random";
  private static final String UPDATE = "update";
  private static final String PASSES = "passes";
  private static final String GC_PAUSE = "gc-pause";
  private static final String BYTES_PER_ROW = "bytes-per-row";

  /// The heap of `gc-pause`, in mebibytes.
  private static final long GC_HEAP = 8192;

  /// The young generation has the limits that G1 sets by default: 5 and 60 % of the heap.
  private static final List<String> GC_FLAGS =
      List.of("-Xms8g", "-Xmx8g", "-XX:NewSize=410m", "-XX:MaxNewSize=4915m");

  private final long memory;

  /// Creates the experiment. Most cases have 2 million rows in the default mode, 20 million in
  /// quick mode, and 100 million in full mode.
  public RecordsExperiment(Mode mode) {
    this(
        switch (mode) {
          case DEFAULT -> 2_000_000;
          case QUICK -> 20_000_000;
          case FULL -> 100_000_000;
        },
        Duration.ofSeconds(mode == Mode.FULL ? 60 : 10),
        MachineMemory.mebibytes());
  }

  /// @param garbage the time during which `gc-pause` makes garbage
  /// @param memory the memory of this machine, in mebibytes
  RecordsExperiment(int rows, Duration garbage, long memory) {
    super(
        "records",
        "Rows: objects, arrays or table",
        "In 2011 a benchmark had tuples outside the heap forty times faster than objects. It timed"
            + " making fifty million objects together with reading them. Taken apart, reading was level;"
            + " and a long[] that had won forgot to multiply the row by its length. What does it cost to"
            + " fill, scan, visit and update many small records, and where should they be?");
    this.memory = memory;
    for (Keeping one : Keeping.values()) {
      addContender(one.contender, one.description, one.kind);
    }
    addHarness(
        "the calls around all of them, touching nothing",
        rows,
        () -> new StoreWorkload(new Store.None(rows), Pass.SCAN, false));
    // Objects need only the language. Where kinds of memory are mixed, a direct buffer stands in.
    setJdkContenders(
        names(Keeping.POJO, Keeping.BYTE_BUFFER, Keeping.POJO_SHUFFLED, Keeping.LONG_ARRAY));
    String all = "%,d rows".formatted(rows);
    String fill = "writes all fields of %s, in a store that is there already".formatted(all);
    addPass("fill", fill, rows, rows, 2, Pass.FILL);
    addScans(all, rows);
    addPass(SCAN_ONE_FIELD, "Σ price over " + all, rows, rows, 1, Pass.SCAN_ONE_FIELD);
    String random = "the price of single rows out of %s, in no order".formatted(all);
    addPass(RANDOM, random, rows, Trades.shuffledCount(rows), 1, Pass.RANDOM);
    String update = "adds one to the quantity of each of " + all;
    addPass(UPDATE, update, rows, rows, 1, Pass.UPDATE);
    addFillAndScan(rows);
    addPasses(Math.max(1, rows / 4));
    addGcPause(Math.min(rows, 20_000_000), garbage);
    addBytesPerRow(Math.min(rows, 1_000_000));
    addHeadlines();
  }

  /// {@return a rough estimate of the time to create, fill and verify a store}
  private static Duration filled(int rows) {
    return Duration.ofMillis(rows / 10_000);
  }

  private Works addTimed(String name, String family, String description, int rows, int operations) {
    return addCase(name, family, description, operations)
        .extraTime(filled(rows).plusMillis(10L * rows / 200_000));
  }

  private void addPass(
      String name, String description, int rows, int operations, int stores, Pass pass) {
    addTimed(name, name, description, rows, operations);
    for (Keeping one : Keeping.values()) {
      add(name, one, rows, stores, () -> pass(one, rows, pass));
    }
  }

  private static Workload pass(Keeping keeping, int rows, Pass pass) {
    return new StoreWorkload(keeping.stores.apply(rows), pass, false);
  }

  /// Adds the scans. Only contenders with several layouts or storages can be polluted. Only tables
  /// and objects return a row as an object. Calls are shown for tables only: the others have no
  /// calls that may stay out of line.
  private void addScans(String all, int rows) {
    addTimed(SCAN, SCAN, "Σ price · quantity by side over " + all, rows, rows);
    addTimed(
        SCAN_POLLUTED,
        SCAN,
        "the same, after every layout and storage ran through the same code",
        rows,
        rows);
    addTimed(SCAN_GET, SCAN, "the same, with each row as a record: get(i)", rows, rows);
    for (Keeping one : Keeping.values()) {
      Work scan = add(SCAN, one, rows, 1, () -> pass(one, rows, Pass.SCAN));
      one.table()
          .ifPresent(table -> {
            scan.explained("AshlarStore::scan");
            List<String> flags =
                Stream.concat(one.flags(rows, 1).stream(), Stream.of(JvmFlags.NATIVE_ACCESS))
                    .distinct()
                    .toList();
            add(SCAN_POLLUTED, one, rows, 1, () -> polluted(one, rows))
                .flags(flags)
                .explained("AshlarStore::scan");
            add(
                    SCAN_GET,
                    one,
                    rows,
                    1,
                    () -> new StoreWorkload(new AshlarStore.Records(table, rows), Pass.SCAN, false))
                .explained("AshlarStore$Records::scan");
          });
    }
    for (Keeping one : List.of(Keeping.BYTE_BUFFER, Keeping.SBE)) {
      add(SCAN_POLLUTED, one, rows, 1, () -> polluted(one, rows));
    }
    add(SCAN_GET, Keeping.POJO, rows, 1, () -> pass(Keeping.POJO, rows, Pass.SCAN));
  }

  private static Workload polluted(Keeping keeping, int rows) {
    return new StoreWorkload(keeping.stores.apply(rows), Pass.SCAN, true);
  }

  private void addFillAndScan(int rows) {
    String name = "fill-and-scan";
    addCase(
            name,
            name,
            "a trap: a store is made, filled and scanned once, all in one figure. Making it takes"
                + " longer than reading it, and the figure separates neither",
            rows)
        .extraTime(filled(rows).multipliedBy(10));
    for (Keeping one : Keeping.values()) {
      add(name, one, rows, 2, () -> new FillAndScan(() -> one.stores.apply(rows)));
    }
  }

  /// @param rows fewer than in other cases, because creating objects takes longer than scanning
  private void addPasses(int rows) {
    addCase(
            PASSES,
            PASSES,
            "%d times a store of %,d rows is made, and scanned %d times: the mean of the later passes,"
                    .formatted(Passes.STORES, rows, Passes.PASSES)
                + " and a chart of every one",
            1)
        .observed()
        .extraTime(filled(rows).multipliedBy(Passes.STORES));
    for (Keeping one : Keeping.values()) {
      add(PASSES, one, rows, 2, () -> new Passes(one.stores, rows));
    }
  }

  private void addGcPause(int rows, Duration garbage) {
    addCase(
            GC_PAUSE,
            GC_PAUSE,
            "the longest pause of the collector while a store of %,d rows is alive and 500 MB/s of"
                    .formatted(rows)
                + " garbage are made for %d seconds; the charts have all pauses"
                    .formatted(garbage.toSeconds()),
            1)
        .observed()
        .extraTime(garbage.plus(filled(rows)));
    for (Keeping one : Keeping.values()) {
      addWork(GC_PAUSE, one.contender, () -> new GcPauses(() -> one.stores.apply(rows), garbage))
          .flags(one.flags(GC_FLAGS))
          .memory(rows, GC_HEAP, memory);
    }
  }

  private void addBytesPerRow(int rows) {
    addTimed(
            BYTES_PER_ROW,
            BYTES_PER_ROW,
            "memory that a row takes, on the heap or outside, headers and references included",
            rows,
            1)
        .observed();
    for (Keeping one : Keeping.values()) {
      add(BYTES_PER_ROW, one, rows, 2, () -> new BytesPerRow(one.stores, rows));
    }
  }

  /// Adds the work of a contender. The work is unavailable if the stores do not fit into memory,
  /// because swapping would be measured.
  ///
  /// @param stores the number of stores in memory at a time, including unreachable ones
  private Work add(
      String theCase, Keeping keeping, int rows, int stores, Supplier<Workload> maker) {
    return addWork(theCase, keeping.contender, maker)
        .flags(keeping.flags(rows, stores))
        .memory(rows, keeping.mebibytes(rows, stores), memory);
  }

  private void addHeadlines() {
    addHeadline(SCAN);
    addDefault(
        SCAN, names(Keeping.COLUMNS_NATIVE, Keeping.LONG_ARRAY, Keeping.UNSAFE, Keeping.C_COLUMNS));
    addExplained(SCAN, names(Keeping.ROWS_NATIVE, Keeping.COLUMNS_NATIVE));
    addHeadline(SCAN_POLLUTED, tables());
    addExplained(SCAN_POLLUTED, names(Keeping.ROWS_NATIVE, Keeping.COLUMNS_NATIVE));
    addHeadline(SCAN_GET, names(Keeping.ROWS_NATIVE, Keeping.COLUMNS_NATIVE));
    addHeadline(SCAN_ONE_FIELD, names(Keeping.COLUMNS_NATIVE));
    addHeadline(RANDOM, names(Keeping.ROWS_NATIVE, Keeping.UNSAFE));
    addHeadline(UPDATE, names(Keeping.ROWS_NATIVE, Keeping.UNSAFE));
    addHeadline(PASSES, names(Keeping.COLUMNS_NATIVE));
    addHeadline(GC_PAUSE, names(Keeping.COLUMNS_NATIVE));
    addHeadline(BYTES_PER_ROW, names(Keeping.ROWS_NATIVE, Keeping.COLUMNS_NATIVE));
  }

  private static String[] tables() {
    return names(
        Arrays.stream(Keeping.values())
            .filter(one -> one.table().isPresent())
            .toArray(Keeping[]::new));
  }

  private static String[] names(Keeping... keepings) {
    return Arrays.stream(keepings).map(one -> one.contender).toArray(String[]::new);
  }

  /// Creates, fills and scans a store once; the figure is the total time.
  static final class FillAndScan implements Workload {
    private final Supplier<Store> stores;

    FillAndScan(Supplier<Store> stores) {
      this.stores = stores;
    }

    @Override
    public void verify() {
      try (Store store = stores.get()) {
        store.fill();
        StoreWorkload.requireTurnover(store, 0);
      }
    }

    @Override
    public long run() {
      try (Store store = stores.get()) {
        store.fill();
        Trades.Turnover turnover = store.scan();
        return turnover.bought() ^ turnover.sold();
      }
    }
  }
}
