package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Experiment.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is done with the records, and to how many of them.
final class Cases {
  static final String EMPTY = "empty";
  static final String FILL = "fill";
  static final String SCAN = "scan";
  static final String SCAN_POLLUTED = "scan-polluted";
  static final String SCAN_GET = "scan-get";
  static final String SCAN_ONE_FIELD = "scan-one-field";
  static final String RANDOM = "random";
  static final String UPDATE = "update";
  static final String FILL_AND_SCAN = "fill-and-scan";
  static final String PASSES = "passes";
  static final String GC_PAUSE = "gc-pause";
  static final String BYTES_PER_ROW = "bytes-per-row";

  private static final Set<String> OBSERVED = Set.of(PASSES, GC_PAUSE, BYTES_PER_ROW);

  /// Cases in which one store takes the place of another.
  private static final Set<String> REPLACING = Set.of(FILL, FILL_AND_SCAN, PASSES, BYTES_PER_ROW);

  private final int rows;
  private final List<Case> all = new ArrayList<>();

  /// @param rows in most cases
  /// @param garbage how long `gc-pause` makes garbage
  Cases(int rows, Duration garbage) {
    this.rows = rows;
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
            + " than reading it, and the figure separates neither");
    add(
        PASSES,
        PASSES,
        "%d times a store of %,d rows is made, and scanned %d times: the mean of the later passes,"
                .formatted(Passes.STORES, rows(PASSES), Passes.PASSES)
            + " and a chart of every one");
    add(
        GC_PAUSE,
        GC_PAUSE,
        "the longest pause of the collector while a store of %,d rows is alive and 500 MB/s of"
                .formatted(rows(GC_PAUSE))
            + " garbage are made for %d seconds; the charts have all pauses"
                .formatted(garbage.toSeconds()));
    add(
        BYTES_PER_ROW,
        BYTES_PER_ROW,
        "memory that a row takes, on the heap or outside, headers and references included");
  }

  private void add(String name, String family, String description) {
    all.add(new Case(name, family, description.replace("%s", "%,d rows".formatted(rows))));
  }

  /// {@return all of them, in reading order}
  List<Case> all() {
    return List.copyOf(all);
  }

  /// {@return the rows that a store has in this case}
  int rows(Case theCase) {
    return rows(theCase.name());
  }

  private int rows(String name) {
    return switch (name) {
      // Making objects takes much longer than scanning them.
      case PASSES -> Math.max(1, rows / 4);
      case GC_PAUSE -> Math.min(rows, 20_000_000);
      case BYTES_PER_ROW -> Math.min(rows, 1_000_000);
      default -> rows;
    };
  }

  /// {@return how many stores there are at a time, those included that wait for the collector}
  static int stores(Case theCase) {
    return REPLACING.contains(theCase.name()) ? 2 : 1;
  }

  /// {@return whether the case is watched, once, in one JVM, and not timed}
  static boolean isObserved(Case theCase) {
    return OBSERVED.contains(theCase.name());
  }
}
