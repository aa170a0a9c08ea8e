package dev.ashlar.lab.files;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.JvmFlags;
import dev.ashlar.lab.Workload;
import dev.ashlar.results.LabRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What it costs that rows are on the disk, and that damage to them is found.
public final class FilesExperiment implements Experiment {
  private static final int ROWS = 1_000_000;
  private static final int UPDATES = 10_000;
  private static final int ROUNDS = 3;

  private static final Case EMPTY = new Case("empty", "empty", "no file");
  private static final Case APPEND =
      new Case(
          "append-commit",
          "write",
          "append %,d rows of 42 bytes in %d commits to a file that has room for them; median of %d"
                  .formatted(ROWS, AppendRounds.COMMITS, ROUNDS)
              + " files in the temporary folder");
  private static final Case UPDATE =
      new Case(
          "update-commit",
          "write",
          "add 1 to a field of %,d committed rows of %,d, in no order, and commit; per changed row"
              .formatted(UPDATES, ROWS));
  private static final Case VERIFY =
      new Case("verify", "check", "check %,d rows in memory for damage".formatted(ROWS));
  private static final Case OPEN_VERIFY =
      new Case("open-verify", "check", "open the file, check %,d rows and close".formatted(ROWS));

  private static final Contender HARNESS = new Contender("harness", "does nothing");
  private static final Contender TABLE =
      new Contender(
          "ashlar-mapped",
          "a mapped table of packed rows, with checksums and durable marks",
          List.of(JvmFlags.NATIVE_ACCESS));
  private static final Contender SEGMENT =
      new Contender(
          "segment",
          "a mapped MemorySegment and force(): no checksum, no mark, and a commit is not all or"
              + " nothing");
  private static final Contender CRC32C =
      new Contender(
          "crc32c", "one java.util.zip.CRC32C of all bytes of the mapped file: the floor");
  private static final Contender UNCHECKED =
      new Contender(
          "unchecked",
          "the table is opened without TableOption.VERIFY: finds no damage of rows",
          List.of(JvmFlags.NATIVE_ACCESS));

  private static final Map<Case, Set<Contender>> CONTENDERS =
      Map.of(
          EMPTY, Set.of(HARNESS),
          APPEND, Set.of(TABLE, SEGMENT),
          UPDATE, Set.of(TABLE, SEGMENT),
          VERIFY, Set.of(TABLE, CRC32C),
          OPEN_VERIFY, Set.of(TABLE, CRC32C, UNCHECKED));

  private final int rows;
  private final int updates;

  /// Makes the experiment.
  public FilesExperiment() {
    this(ROWS, UPDATES);
  }

  FilesExperiment(int rows, int updates) {
    this.rows = rows;
    this.updates = updates;
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

  @Override
  public List<Case> cases() {
    return List.of(EMPTY, APPEND, UPDATE, VERIFY, OPEN_VERIFY);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(HARNESS, TABLE, SEGMENT, CRC32C, UNCHECKED);
  }

  /// A table without its verification is a variant, and one checksum of all bytes is the least that
  /// verification can cost.
  @Override
  public LabRun.Kind kind(Contender contender) {
    return contender.equals(CRC32C)
        ? LabRun.Kind.LIMIT
        : contender.equals(UNCHECKED) ? LabRun.Kind.ASHLAR : Experiment.super.kind(contender);
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return CONTENDERS.getOrDefault(theCase, Set.of()).contains(contender);
  }

  @Override
  public Optional<String> jdk(Case theCase) {
    return switch (theCase.name()) {
      case "append-commit", "update-commit" -> Optional.of(SEGMENT.name());
      case "verify", "open-verify" -> Optional.of(CRC32C.name());
      default -> Optional.empty();
    };
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return Map.of(APPEND.name(), Set.of(TABLE.name(), SEGMENT.name()));
  }

  @Override
  public Duration extraTime(Case theCase) {
    return theCase.equals(EMPTY) ? Duration.ZERO : Duration.ofMillis(1_500L * rows / ROWS);
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return Map.of(
        EMPTY.name(), Set.of(),
        APPEND.name(), Set.of(),
        UPDATE.name(), Set.of(),
        VERIFY.name(), Set.of(),
        OPEN_VERIFY.name(), Set.of());
  }

  @Override
  public int operations(Case theCase) {
    return 1;
  }

  @Override
  public boolean isObserved(Case theCase) {
    return !theCase.equals(EMPTY);
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    boolean table = contender.equals(TABLE);
    TradeFile.Kind files = table ? TableTrades.KIND : SegmentTrades.KIND;
    return switch (theCase.name()) {
      case "empty" -> new Nothing();
      case "append-commit" -> new AppendRounds(files, ROUNDS, rows);
      case "update-commit" -> new UpdateRounds(files, ROUNDS, rows, updates);
      case "verify" -> check(table ? Check.Kind.TABLE : Check.Kind.CRC32C);
      case "open-verify" ->
          check(
              table
                  ? Check.Kind.OPENING
                  : contender.equals(CRC32C)
                      ? Check.Kind.MAPPING_CRC32C
                      : Check.Kind.OPENING_UNCHECKED);
      default -> throw new IllegalArgumentException("unknown: " + theCase);
    };
  }

  private Workload check(Check.Kind kind) {
    return new CheckRounds(kind, ROUNDS, rows);
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
