// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.PairedExperiment;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Compares the cost of storing rows on the disk, and of detecting damage.
public final class FilesExperiment extends PairedExperiment {
  private static final int ROWS = 1_000_000;
  private static final int UPDATES = 10_000;
  private static final int ROUNDS = 3;

  private static final String APPEND = "append-commit";
  private static final String UPDATE = "update-commit";
  private static final String VERIFY = "verify";
  private static final String OPEN_VERIFY = "open-verify";

  private static final String TABLE = "ashlar-mapped";
  private static final String SEGMENT = "segment";
  private static final String MARKED = "segment-marked";
  private static final String CRC32C = "crc32c";
  private static final String UNCHECKED = "unchecked";

  private static final List<String> NATIVE_ACCESS = List.of(JvmFlags.NATIVE_ACCESS);

  private final int rows;

  /// Makes the experiment.
  public FilesExperiment() {
    this(ROWS, UPDATES);
  }

  FilesExperiment(int rows, int updates) {
    this.rows = rows;
    addContenders();
    addEmpty("no file", 1, Nothing::new);
    add(
        APPEND,
        "write",
        "append %,d rows of 42 bytes in %d commits to a file that has room for them; median of %d"
                .formatted(ROWS, AppendRounds.COMMITS, ROUNDS)
            + " files in the temporary folder");
    addWork(APPEND, TABLE, NATIVE_ACCESS, () -> new AppendRounds(TableTrades.KIND, ROUNDS, rows));
    addWork(APPEND, SEGMENT, List.of(), () -> new AppendRounds(SegmentTrades.KIND, ROUNDS, rows));
    addWork(APPEND, MARKED, List.of(), () -> new AppendRounds(SegmentTrades.MARKED, ROUNDS, rows));
    add(
        UPDATE,
        "write",
        "add 1 to a field of %,d committed rows of %,d, in no order, and commit; per changed row"
            .formatted(UPDATES, ROWS));
    addWork(
        UPDATE,
        TABLE,
        NATIVE_ACCESS,
        () -> new UpdateRounds(TableTrades.KIND, ROUNDS, rows, updates));
    addWork(
        UPDATE,
        SEGMENT,
        List.of(),
        () -> new UpdateRounds(SegmentTrades.KIND, ROUNDS, rows, updates));
    add(VERIFY, "check", "check %,d rows in memory for damage".formatted(ROWS));
    addWork(VERIFY, TABLE, NATIVE_ACCESS, check(Check.Kind.TABLE));
    addWork(VERIFY, CRC32C, List.of(), check(Check.Kind.CRC32C));
    add(OPEN_VERIFY, "check", "open the file, check %,d rows and close".formatted(ROWS));
    addWork(OPEN_VERIFY, TABLE, NATIVE_ACCESS, check(Check.Kind.OPENING));
    addWork(OPEN_VERIFY, CRC32C, List.of(), check(Check.Kind.MAPPING_CRC32C));
    addWork(OPEN_VERIFY, UNCHECKED, NATIVE_ACCESS, check(Check.Kind.OPENING_UNCHECKED));
    for (String name : List.of(APPEND, UPDATE, VERIFY, OPEN_VERIFY)) {
      addHeadline(name);
    }
    addDefault(APPEND);
    addLoss(
        APPEND,
        MARKED,
        "a commit forces rows, record and copy; the rival forces rows and a mark (docs/design/table.md)");
  }

  /// A table without its verification is a variant, and one checksum of all bytes is the least that
  /// verification can cost.
  private void addContenders() {
    addContender(HARNESS, "does nothing", Kind.CONTROL);
    addContender(TABLE, "a mapped table of packed rows, with checksums and durable marks");
    addContender(
        SEGMENT,
        "a mapped MemorySegment and force(): no checksum, no mark, and a commit is not all or"
            + " nothing",
        Kind.LESS_WORK);
    addContender(
        MARKED,
        "the same with a mark that is forced behind the rows: their number and a CRC32C of each"
            + " commit");
    addContender(
        CRC32C, "one java.util.zip.CRC32C of all bytes of the mapped file: the floor", Kind.LIMIT);
    addContender(
        UNCHECKED,
        "the table is opened without TableOption.VERIFY: finds no damage of rows",
        Kind.ASHLAR);
    setJdkContenders(MARKED, SEGMENT, CRC32C);
  }

  private void add(String name, String family, String description) {
    addCase(name, family, description, 1)
        .observed()
        .extraTime(Duration.ofMillis(1_500L * rows / ROWS));
  }

  private Supplier<Workload> check(Check.Kind kind) {
    return () -> new CheckRounds(kind, ROUNDS, rows);
  }

  @Override
  public String name() {
    return "files";
  }

  @Override
  public String title() {
    return "Rows that are on the disk";
  }

  @Override
  public String question() {
    return "A mapped file is as fast as memory until somebody asks for its bytes to be on the disk,"
        + " and it says nothing when they come back changed. A table forces its rows before"
        + " it counts them, marks a block before it is changed in place, and has a checksum"
        + " for each block. What does that cost beside a mapped segment that is merely"
        + " forced, and a plain checksum?";
  }

  private static final class Nothing implements Workload {
    @Override
    public void verify() {}

    @Override
    public long run() {
      return 0;
    }
  }
}
