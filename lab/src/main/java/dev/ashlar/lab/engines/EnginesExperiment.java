// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.engines.DuckDbEngine.Storage;
import dev.ashlar.lab.engines.LineItem.ScaleFactor;
import dev.ashlar.lab.engines.RawEngine.ArraysEngine;
import dev.ashlar.lab.engines.RawEngine.ColumnsEngine;
import dev.ashlar.lab.engines.RawEngine.RawRecordsEngine;
import dev.ashlar.lab.experiment.CLibrary;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MachineMemory;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Compares Java code over a table with a database that is queried with SQL.
public final class EnginesExperiment extends Experiment {
  private static final String COLUMNS = "ashlar-columns";
  private static final String BY_COLUMN = "ashlar-by-column";
  private static final String ROWS = "ashlar-rows";
  private static final String RECORDS = "jdk-records";
  private static final String RAW_RECORDS = "jdk-raw-records";
  private static final String ARRAYS = "jdk-arrays";
  private static final String DUCKDB_TABLE = "duckdb-ashlar";
  private static final String DUCKDB_NATIVE = "duckdb-native";
  private static final String C = "c";
  private static final String COPIED = "copied";

  /// The memory that a JVM needs besides the rows, in mebibytes.
  private static final long SLACK = 512;

  /// The bytes of a row in each kind of memory: a table, a list of records with decimals and dates,
  /// a list of records of numbers, and arrays. Records with decimals count twice, because queries
  /// over them make much garbage.
  private static final int TABLE_BYTES = 111;

  private static final int RECORD_BYTES = 2 * 320;
  private static final int RAW_RECORD_BYTES = 104;
  private static final int ARRAY_BYTES = 40;

  private final ScaleFactor scale;
  private final long memory;

  /// Creates the experiment. The scale factor is 0.05 by default, 1 in quick mode and 3 in full
  /// mode.
  public EnginesExperiment(Mode mode) {
    this(
        switch (mode) {
          case DEFAULT -> ScaleFactor.SMALL;
          case QUICK -> ScaleFactor.ONE;
          case FULL -> ScaleFactor.THREE;
        },
        MachineMemory.mebibytes());
  }

  /// @param memory the memory of this machine, in mebibytes
  EnginesExperiment(ScaleFactor scale, long memory) {
    super(
        "engines",
        "Does a table need a database?",
        "The records of TPC-H's largest table have dates, decimals and texts. Query 1 sums most"
            + " of them up in groups, query 6 looks for few. What does a loop in Java take over columns,"
            + " rows or a list of records, and what does DuckDB, over its own tables or over ours?");
    this.scale = scale;
    this.memory = memory;
    addContender(COLUMNS, "Java over a table of native columns, by a cursor");
    addContender(BY_COLUMN, "Java over the same table, each field by its Column");
    addContender(ROWS, "Java over a table of native packed rows, by a cursor");
    addContender(DUCKDB_TABLE, "DuckDB over a table of native columns", Kind.ASHLAR);
    addContender(DUCKDB_NATIVE, "DuckDB over its own tables in memory");
    addContender(ARRAYS, "a primitive array for each field that is read");
    addContender(RECORDS, "a List of records with BigDecimal and LocalDate");
    addContender(RAW_RECORDS, "a List of records that have numbers instead");
    addContender(
        C,
        "C over the columns of a table, compiled here with " + String.join(" ", CLibrary.FASTEST),
        Kind.LIMIT);
    setJdkContenders(ARRAYS);
    int all = Runtime.getRuntime().availableProcessors();
    addQuery("q1", "query 1: 98 of 100 rows are summed up in four groups", Query.Q1, 1);
    addQuery("q6", "query 6: 2 of 100 rows are taken, by three fields", Query.Q6, 1);
    addQuery("q1-threads", "query 1 by as many threads as there are processors", Query.Q1, all);
    addQuery("q6-threads", "query 6 by as many threads as there are processors", Query.Q6, all);
    addCopied();
    addDefault("q1", COLUMNS, DUCKDB_NATIVE);
    addLoss("q1", ARRAYS, "a cursor stores and checks its row (docs/table.md)");
  }

  private void addQuery(String name, String description, Query query, int threads) {
    int rows = scale.rows();
    Works works =
        addCase(name, name, "%s; %,d rows".formatted(description, rows), rows).extraTime(filled());
    if (threads > 1) {
      works.alone();
    }
    addEngine(name, COLUMNS, query, threads, 0, () -> TableEngine.ofColumns(rows, threads));
    addEngine(name, BY_COLUMN, query, threads, 0, () -> new ColumnsEngine(rows, threads));
    addEngine(name, ROWS, query, threads, 0, () -> TableEngine.ofRows(rows, threads));
    addDuckDb(name, DUCKDB_TABLE, query, threads, Storage.TABLE);
    addDuckDb(name, DUCKDB_NATIVE, query, threads, Storage.NATIVE);
    addEngine(name, ARRAYS, query, threads, ARRAY_BYTES, () -> new ArraysEngine(rows, threads));
    addEngine(name, RECORDS, query, threads, RECORD_BYTES, () -> new RecordsEngine(rows, threads));
    addEngine(
        name,
        RAW_RECORDS,
        query,
        threads,
        RAW_RECORD_BYTES,
        () -> new RawRecordsEngine(rows, threads));
    addEngine(name, C, query, threads, 0, () -> new CEngine(rows, threads));
    addHeadline(name);
  }

  private void addCopied() {
    addCase(
            COPIED,
            COPIED,
            "bytes of a row that are copied when DuckDB answers query 1 over it: over a table of"
                + " native columns, of rows, of arrays on the heap",
            1)
        .observed()
        .extraTime(filled());
    int rows = scale.rows();
    addCopied(DUCKDB_TABLE, 0, () -> TableEngine.ofColumns(rows, 1));
    addCopied(ROWS, 0, () -> TableEngine.ofRows(rows, 1));
    addCopied(ARRAYS, TABLE_BYTES, () -> TableEngine.ofArrays(rows));
    addHeadline(COPIED);
  }

  /// The time to generate, add and prove the rows: one second for each million.
  private Duration filled() {
    return Duration.ofMillis(scale.rows() / 1_000);
  }

  /// @param heapBytes the bytes of a row on the heap; 0 if rows are in native memory
  private void addEngine(
      String name,
      String contender,
      Query query,
      int threads,
      int heapBytes,
      Supplier<Engine> engine) {
    add(name, contender, heapBytes, TABLE_BYTES, () -> workload(engine.get(), query, threads));
  }

  private void addDuckDb(String name, String contender, Query query, int threads, Storage storage) {
    int copies = storage == Storage.NATIVE ? 2 : 1;
    Work work =
        add(
            name,
            contender,
            0,
            copies * TABLE_BYTES,
            () ->
                workload(
                    new DuckDbEngine(TableEngine.ofColumns(scale.rows(), 1), storage, threads),
                    query,
                    threads));
    DuckDbLocation.missing().ifPresent(work::unavailable);
  }

  private void addCopied(String contender, int heapBytes, Supplier<TableEngine> items) {
    Work work =
        add(
            COPIED,
            contender,
            heapBytes,
            TABLE_BYTES,
            () ->
                new CopiedBytes(new DuckDbEngine(items.get(), Storage.TABLE, 1), Query.Q1, scale));
    DuckDbLocation.missing().ifPresent(work::unavailable);
  }

  private Workload workload(Engine engine, Query query, int threads) {
    return new QueryWorkload(engine, query, scale, threads > 1);
  }

  private Work add(
      String name, String contender, int heapBytes, int nativeBytes, Supplier<Workload> maker) {
    long needed = mebibytes(heapBytes == 0 ? nativeBytes : heapBytes);
    List<String> flags = new ArrayList<>();
    if (heapBytes > 0) {
      flags.addAll(
          List.of(
              "-Xms%dm".formatted(needed),
              "-Xmx%dm".formatted(needed),
              "-XX:MaxNewSize=%dm".formatted(needed * 6 / 10)));
    }
    if (!contender.startsWith("jdk-") || name.equals(COPIED)) {
      flags.add(JvmFlags.NATIVE_ACCESS);
    }
    return addWork(name, contender, maker).flags(flags).memory(scale.rows(), needed, memory);
  }

  private long mebibytes(long bytesPerRow) {
    long bytes = scale.rows() * bytesPerRow;
    return SLACK + ((bytes + bytes / 4) >> 20);
  }

  /// Counts the bytes that DuckDB copies for each row of a table while it answers a query once.
  static final class CopiedBytes implements Observation {
    private final DuckDbEngine engine;
    private final ScaleFactor scale;
    private final Workload workload;
    private double bytesPerRow;

    CopiedBytes(DuckDbEngine engine, Query query, ScaleFactor scale) {
      this.engine = engine;
      this.scale = scale;
      this.workload = new QueryWorkload(engine, query, scale, false);
    }

    @Override
    public void prepare() {
      workload.prepare();
    }

    @Override
    public void verify() {
      workload.verify();
    }

    @Override
    public long run() {
      long before = engine.copiedBytes();
      long answer = workload.run();
      bytesPerRow = (double) (engine.copiedBytes() - before) / scale.rows();
      return answer;
    }

    @Override
    public Observed observed() {
      return new Observed(bytesPerRow, "B", List.of());
    }
  }
}
