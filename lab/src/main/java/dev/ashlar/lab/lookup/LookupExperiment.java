// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MachineMemory;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.lookup.CustomerTexts.TextWorkload;
import dev.ashlar.lab.lookup.KeyIndex.KeyWorkload;
import dev.ashlar.lab.lookup.KeyIndex.Keys;
import dev.ashlar.lab.records.Trades;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Compares tables with objects: finding rows by key, and comparing texts of rows.
public final class LookupExperiment extends Experiment {
  private static final String INDEX = "ashlar-index";
  private static final String COLUMNS = "ashlar-columns";
  private static final String ROWS = "ashlar-rows";
  private static final String HASH_MAP = "jdk-hashmap";
  private static final String RECORDS = "jdk-records";
  private static final String AGRONA = "agrona";
  private static final String KEY = "key";
  private static final String BYTES_PER_KEY = "bytes-per-key";

  /// The memory that a JVM needs besides the rows, in mebibytes.
  private static final long SLACK = 512;

  /// The bytes for a row of a table on the heap: its key, and its slots in the index.
  private static final int TABLE_BYTES = 50;

  /// The bytes for a row in a map of `long`s.
  private static final int SLOT_BYTES = 80;

  /// The bytes for a row in native memory, with its text.
  private static final int TEXT_BYTES = 100;

  /// The bytes for the objects of a row: a map entry, or a record with its `String`. The heap is so
  /// large that marking does not begin.
  private static final int OBJECT_BYTES = 220;

  private final int rows;
  private final long memory;

  /// Creates the experiment, with half a million rows in [Mode#DEFAULT], and 20 million otherwise.
  public LookupExperiment(Mode mode) {
    this(mode == Mode.DEFAULT ? 500_000 : 20_000_000, MachineMemory.mebibytes());
  }

  /// @param memory the memory of this machine, in mebibytes
  LookupExperiment(int rows, long memory) {
    super(
        "lookup",
        "A row by its key or its text",
        "A map of objects is how Java finds a row by its key, and String.equals how it finds one by"
            + " its name. Each step is a pointer to follow. What does it cost to have keys and texts"
            + " without objects, in time and in memory?");
    this.rows = rows;
    this.memory = memory;
    addContender(INDEX, "the unique index of a table on the heap");
    addContender(COLUMNS, "texts of a table of native columns, by a cursor");
    addContender(ROWS, "texts of a table of native packed rows, by a cursor");
    addContender(HASH_MAP, "a HashMap<Long, Integer>");
    addContender(RECORDS, "an array of records, each with a String of its own: String.equals");
    addContender(AGRONA, "Agrona's Long2LongHashMap");
    setJdkContenders(HASH_MAP, RECORDS);
    addKeys(KEY, "the row of one of %,d keys in no order", false, false);
    addKeys("key-sequential", "the same, of keys that are 0, 1, 2 and so on", true, false);
    addKeys("key-missing", "a key that none of %,d rows has", false, true);
    addBytesPerKey();
    addTexts();
    addHeadline(KEY);
    addDefault(KEY);
    addLoss(KEY, AGRONA, "a look-up checks for concurrent changes (docs/design/index.md)");
  }

  private void addKeys(String name, String description, boolean sequential, boolean missing) {
    Keys keys = new Keys(rows, sequential);
    addCase(name, KEY, description.formatted(rows), Trades.shuffledCount(rows)).extraTime(filled());
    addIndexes(name, rows, index -> () -> new KeyWorkload(index.apply(keys), keys, missing));
  }

  private void addBytesPerKey() {
    Keys keys = new Keys(Math.min(rows, 1_000_000), false);
    addCase(
            BYTES_PER_KEY,
            BYTES_PER_KEY,
            "memory that the index of %,d keys takes for each; the rows of the table not included"
                .formatted(keys.rows()),
            1)
        .observed();
    addIndexes(BYTES_PER_KEY, keys.rows(), index -> () -> new BytesPerKey(index, keys));
    addHeadline(BYTES_PER_KEY);
  }

  private void addIndexes(
      String name, int keys, Function<Function<Keys, KeyIndex>, Supplier<Workload>> work) {
    addOnHeap(name, INDEX, keys, TABLE_BYTES, work.apply(KeyIndex.OfTable::new));
    addOnHeap(name, HASH_MAP, keys, OBJECT_BYTES, work.apply(KeyIndex.OfHashMap::new));
    addOnHeap(name, AGRONA, keys, SLOT_BYTES, work.apply(KeyIndex.OfAgrona::new));
  }

  private void addTexts() {
    String name = "text";
    addCase(
            name,
            name,
            "the text of one of %,d rows in no order, compared with one that few of them have"
                .formatted(rows),
            Trades.shuffledCount(rows))
        .extraTime(filled());
    addNative(
        name,
        COLUMNS,
        () ->
            new TextWorkload(
                new CustomerTexts.InTable(CustomerTexts.InTable.ORDERS.columns(), rows), rows));
    addNative(
        name,
        ROWS,
        () ->
            new TextWorkload(
                new CustomerTexts.InTable(CustomerTexts.InTable.ORDERS.rows(), rows), rows));
    addOnHeap(
        name,
        RECORDS,
        rows,
        OBJECT_BYTES,
        () -> new TextWorkload(new CustomerTexts.InRecords(rows), rows));
    addHeadline(name);
  }

  /// Returns the time for creating and verifying the rows, estimated from the time for a million
  /// rows.
  private Duration filled() {
    return Duration.ofMillis(rows / 2_000);
  }

  private void addNative(String theCase, String contender, Supplier<Workload> maker) {
    addWork(theCase, contender, maker)
        .flags(JvmFlags.NATIVE_ACCESS)
        .memory(rows, mebibytes(rows, TEXT_BYTES), memory);
  }

  private void addOnHeap(
      String theCase, String contender, int rows, int bytesPerRow, Supplier<Workload> maker) {
    long needed = mebibytes(rows, bytesPerRow);
    addWork(theCase, contender, maker)
        .flags("-Xms%dm".formatted(needed), "-Xmx%dm".formatted(needed))
        .memory(rows, needed, memory);
  }

  private static long mebibytes(int rows, int bytesPerRow) {
    return SLACK + (((long) rows * bytesPerRow) >> 20);
  }

  /// The bytes for each key: all bytes that building an index allocates, divided by the number of
  /// keys.
  static final class BytesPerKey implements Observation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Function<Keys, KeyIndex> indexes;
    private final Keys keys;
    private double bytesPerKey;

    BytesPerKey(Function<Keys, KeyIndex> indexes, Keys keys) {
      this.indexes = indexes;
      this.keys = keys;
    }

    /// Builds an index once, because the first build in a JVM allocates more than an index.
    @Override
    public void prepare() {
      verify();
    }

    @Override
    public void verify() {
      KeyWorkload proof = new KeyWorkload(indexes.apply(keys), keys, false);
      proof.prepare();
      proof.verify();
    }

    @Override
    public long run() {
      KeyIndex index = indexes.apply(keys);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      index.build();
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      bytesPerKey = (double) allocated / keys.rows();
      return index.sumOfRows(new long[] {keys.key(0)}, 0, 1);
    }

    @Override
    public Observed observed() {
      return new Observed(bytesPerKey, "B", List.of());
    }
  }

  /// Divides the timed work into blocks. Each block is a call, so that HotSpot compiles a block as
  /// a frequently called method, and not by on-stack replacement.
  static final class Blocks {
    private static final int BLOCK = 4096;

    interface Block {
      /// {@return a sum over `from` to `to`}
      long sum(int from, int to);
    }

    private Blocks() {}

    static long sum(int count, Block block) {
      long sum = 0;
      for (int from = 0; from < count; from += BLOCK) {
        sum += block.sum(from, Math.min(count, from + BLOCK));
      }
      return sum;
    }
  }
}
