// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.files.Check.CheckRounds;
import dev.ashlar.lab.files.Rounds.AppendRounds;
import dev.ashlar.lab.files.Rounds.UpdateRounds;
import dev.ashlar.lab.files.TradeFile.TableTrades;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;
import java.util.List;

/// Compares the cost of storing rows on the disk, and of detecting damage.
public final class FilesExperiment extends Experiment {
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

  private final int rows;

  public FilesExperiment() {
    this(ROWS, UPDATES);
  }

  FilesExperiment(int rows, int updates) {
    super(
        "files",
        "Rows that are on the disk",
        "A mapped file is as fast as memory until somebody asks for its bytes to be on the disk,"
            + " and it says nothing when they come back changed. A table forces its rows before"
            + " it counts them, marks a block before it is changed in place, and has a checksum"
            + " for each block. What does that cost beside a mapped segment that is merely"
            + " forced, and a plain checksum?");
    this.rows = rows;
    addContenders();
    addEmpty("no file", 1, Nothing::new);
    add(
        APPEND,
        "write",
        "append %,d rows of 42 bytes in %d commits to a file that has room for them; median of %d"
                .formatted(ROWS, AppendRounds.COMMITS, ROUNDS)
            + " files in the temporary folder");
    addWork(APPEND, TABLE, () -> new AppendRounds(TableTrades.KIND, ROUNDS, rows))
        .flags(JvmFlags.NATIVE_ACCESS);
    addWork(APPEND, SEGMENT, () -> new AppendRounds(SegmentTrades.KIND, ROUNDS, rows));
    addWork(APPEND, MARKED, () -> new AppendRounds(SegmentTrades.MARKED, ROUNDS, rows));
    add(
        UPDATE,
        "write",
        "add 1 to a field of %,d committed rows of %,d, in no order, and commit; per changed row"
            .formatted(UPDATES, ROWS));
    addWork(UPDATE, TABLE, () -> new UpdateRounds(TableTrades.KIND, ROUNDS, rows, updates))
        .flags(JvmFlags.NATIVE_ACCESS);
    addWork(UPDATE, SEGMENT, () -> new UpdateRounds(SegmentTrades.KIND, ROUNDS, rows, updates));
    add(VERIFY, "check", "check %,d rows in memory for damage".formatted(ROWS));
    addCheck(VERIFY, TABLE, Check.Kind.TABLE).flags(JvmFlags.NATIVE_ACCESS);
    addCheck(VERIFY, CRC32C, Check.Kind.CRC32C);
    add(OPEN_VERIFY, "check", "open the file, check %,d rows and close".formatted(ROWS));
    addCheck(OPEN_VERIFY, TABLE, Check.Kind.OPENING).flags(JvmFlags.NATIVE_ACCESS);
    addCheck(OPEN_VERIFY, CRC32C, Check.Kind.MAPPING_CRC32C);
    addCheck(OPEN_VERIFY, UNCHECKED, Check.Kind.OPENING_UNCHECKED).flags(JvmFlags.NATIVE_ACCESS);
    for (String name : List.of(APPEND, UPDATE, VERIFY, OPEN_VERIFY)) {
      addHeadline(name);
    }
    addDefault(APPEND);
    addLoss(
        APPEND,
        MARKED,
        "a commit forces rows, record and copy; the rival forces rows and a mark (docs/design/table.md)");
  }

  /// Adds the contenders. A table that is opened without verification is a variant of Ashlar. One
  /// checksum of all bytes is the lower limit of the cost of verification.
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

  private Work addCheck(String theCase, String contender, Check.Kind kind) {
    return addWork(theCase, contender, () -> new CheckRounds(kind, ROUNDS, rows));
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
