package dev.ashlar.lab.files;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
          "crc32c",
          "one java.util.zip.CRC32C of all bytes of the mapped file: the floor",
          LabRun.Kind.LIMIT);
  private static final Contender UNCHECKED =
      new Contender(
          "unchecked",
          "the table is opened without TableOption.VERIFY: finds no damage of rows",
          List.of(JvmFlags.NATIVE_ACCESS),
          LabRun.Kind.ASHLAR);

  private final int rows;
  private final Map<Case, Map<Contender, Supplier<Workload>>> works = new LinkedHashMap<>();

  /// Makes the experiment.
  public FilesExperiment() {
    this(ROWS, UPDATES);
  }

  FilesExperiment(int rows, int updates) {
    this.rows = rows;
    works.put(EMPTY, Map.of(HARNESS, Nothing::new));
    works.put(
        APPEND,
        Map.of(
            TABLE,
            () -> new AppendRounds(TableTrades.KIND, ROUNDS, rows),
            SEGMENT,
            () -> new AppendRounds(SegmentTrades.KIND, ROUNDS, rows)));
    works.put(
        UPDATE,
        Map.of(
            TABLE,
            () -> new UpdateRounds(TableTrades.KIND, ROUNDS, rows, updates),
            SEGMENT,
            () -> new UpdateRounds(SegmentTrades.KIND, ROUNDS, rows, updates)));
    works.put(VERIFY, Map.of(TABLE, check(Check.Kind.TABLE), CRC32C, check(Check.Kind.CRC32C)));
    works.put(
        OPEN_VERIFY,
        Map.of(
            TABLE,
            check(Check.Kind.OPENING),
            CRC32C,
            check(Check.Kind.MAPPING_CRC32C),
            UNCHECKED,
            check(Check.Kind.OPENING_UNCHECKED)));
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

  @Override
  public List<Case> cases() {
    return List.copyOf(works.keySet());
  }

  @Override
  public List<Contender> contenders() {
    return List.of(HARNESS, TABLE, SEGMENT, CRC32C, UNCHECKED);
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return works.getOrDefault(theCase, Map.of()).containsKey(contender);
  }

  @Override
  public Optional<String> jdk(Case theCase) {
    return Stream.of(SEGMENT, CRC32C)
        .filter(one -> applies(theCase, one))
        .map(Contender::name)
        .findFirst();
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
    return works.keySet().stream().collect(Collectors.toMap(Case::name, theCase -> Set.of()));
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
    Supplier<Workload> work = works.getOrDefault(theCase, Map.of()).get(contender);
    if (work == null) {
      throw new IllegalArgumentException(contender.name() + " has no part in " + theCase.name());
    }
    return work.get();
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
