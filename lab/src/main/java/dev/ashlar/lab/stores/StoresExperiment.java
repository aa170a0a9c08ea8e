// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MachineMemory;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.stores.SqlStore.Dialect;
import java.time.Duration;

/// Compares stores that keep records on one machine.
public final class StoresExperiment extends Experiment {
  private static final String COLUMNS = "ashlar-columns";
  private static final String ROWS = "ashlar-rows";
  private static final String LIST = "jdk-list";

  private static final int FULL_ROWS = 5_000_000;
  private static final int QUICK_ROWS = 200_000;

  /// The memory that a JVM needs besides the records, in mebibytes.
  private static final long SLACK = 512;

  /// The bytes on the heap for each trip: for its entries in two indexes, and for a trip object
  /// with its texts and entries.
  private static final int INDEXED_BYTES = 80;

  private static final int OBJECT_BYTES = 900;

  private static final String PAGE = "(docs/table.md#when-not-to-use-it)";

  private final Trips trips;
  private final long memory;

  /// Creates the experiment, with five million trips for `--full`; otherwise with 200,000.
  public StoresExperiment(Mode mode) {
    this(mode == Mode.FULL ? FULL_ROWS : QUICK_ROWS, MachineMemory.mebibytes());
    StoreFolders.deleteAtEnd();
  }

  /// @param memory the memory of this machine, in mebibytes
  StoresExperiment(int rows, long memory) {
    super(
        "stores",
        "Records kept on one machine",
        "A program keeps millions of records on its own machine, finds them by a key, changes some"
            + " and adds up many. An embedded database does that, and so does a list with a map."
            + " All of them are on the disk each 10,000 records, and have an index of a number and one"
            + " of a text. What does each cost?");
    this.trips = new Trips(rows);
    this.memory = memory;
    addContender(COLUMNS, "a mapped table of columns, two unique indexes; commit()");
    addContender(ROWS, "the same with packed rows");
    addContender(LIST, "a list and two HashMaps, all in memory; a log, FileDescriptor.sync()");
    addContender("sqlite", "SQLite by JDBC; WAL, synchronous=FULL");
    addContender("h2", "H2 by JDBC, in this JVM; CHECKPOINT SYNC after each commit");
    addContender("duckdb", "DuckDB by JDBC and its appender; each commit syncs its WAL");
    addContender("rocksdb", "RocksDB, trips as bytes; batches with setSync; no unique keys");
    setJdkContenders(LIST);
    for (Question question : Question.values()) {
      add(question);
    }
    String scan = "rows that a query reads are decoded in its own loop, vector by vector ";
    addLoss(name(Question.GROUP), "duckdb", scan + PAGE);
    addLoss(name(Question.FILTER), "duckdb", scan + PAGE);
    addLoss(name(Question.LOOK_UP), LIST, "the object is there already " + PAGE);
    addLoss(name(Question.SIZE), "duckdb", "its columns are compressed " + PAGE);
  }

  private void add(Question question) {
    String name = name(question);
    addCase(name, name, question.description.formatted(trips.rows()), 1)
        .observed()
        .extraTime(Duration.ofMillis(500 + trips.rows() / 100));
    add(question, COLUMNS, TableStore.of(TableStore.TRIPS.columns()), INDEXED_BYTES);
    add(question, ROWS, TableStore.of(TableStore.TRIPS.rows()), INDEXED_BYTES);
    add(question, LIST, ListStore::new, OBJECT_BYTES);
    for (Dialect dialect : Dialect.values()) {
      String contender = name(dialect);
      Work work = add(question, contender, SqlStore.of(dialect), INDEXED_BYTES);
      Peers.missing(dialect.driver).ifPresent(work::unavailable);
    }
    Work rocks = add(question, "rocksdb", RocksStore::new, INDEXED_BYTES);
    Peers.missing(RocksStore.NAME).ifPresent(rocks::unavailable);
    addHeadline(name);
    addDefault(name);
  }

  private Work add(Question question, String contender, TripStore.Kind kind, int bytesPerRow) {
    long needed = SLACK + (((long) trips.rows() * bytesPerRow) >> 20);
    return addWork(name(question), contender, () -> new StoreWork(question, contender, kind, trips))
        .flags(JvmFlags.NATIVE_ACCESS, "-Xmx%dm".formatted(needed))
        .memory(trips.rows(), needed, memory);
  }

  @Override
  public boolean isInDefaultRun() {
    return false;
  }
}
