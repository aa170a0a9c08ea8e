// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.CommitSlots;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.CommitSlots.Found;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.Sections;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that were damaged after they were committed: no row comes back wrong without a word.
@ExtendWith(Seeded.class)
@Timeout(300)
final class RecoveryTest {
  record Entry(long id, int check, byte tag) {
    static Entry of(long id) {
      return new Entry(id, Long.hashCode(id * 31 + 7), (byte) id);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int PAGE = FileHeader.PAGE;
  private static final int ROWS = 5000;
  private static final int FLIPS = 400 * Slow.times(1, 60);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("entries");
  }

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  /// Two commits; blocks of 64 rows, the last of which is not full; chunks of 4096.
  private void create(TableLayout<Entry> layout) throws IOException {
    try (MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, 6), Disk.REAL)) {
      for (int committed : new int[] {1000, ROWS}) {
        while (table.size() < committed) {
          table.append(Entry.of(table.size()));
        }
        table.commit();
      }
    }
  }

  private enum Outcome {
    REFUSED,
    REPORTED,
    HARMLESS
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aFlippedBitIsRefusedReportedOrHarmless(TableLayout<Entry> layout, RandomGenerator random)
      throws Exception {
    create(layout);
    byte[] whole = Files.readAllBytes(path);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int flip = 0; flip < FLIPS; flip++) {
      byte[] bytes = whole.clone();
      int range = flip % 8 == 0 ? 128 : flip % 4 == 0 ? 5 * PAGE : bytes.length;
      int bit = random.nextInt(range * 8);
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      Path damaged = Files.write(folder.resolve("damaged"), bytes);
      outcomes.merge(outcome(layout, damaged, flip % 2 == 0), 1, Integer::sum);
    }
    assertThat(outcomes).containsOnlyKeys(Outcome.values());
  }

  private static Outcome outcome(TableLayout<Entry> layout, Path damaged, boolean write)
      throws IOException {
    try (MappedTable<Entry> table = write ? layout.open(damaged) : layout.openReadOnly(damaged)) {
      assertThat(table.size()).isEqualTo(ROWS);
      Verification found = table.verify();
      if (!found.isUndamaged()) {
        TableFileException refused =
            catchThrowableOfType(
                TableFileException.class,
                () -> layout.openReadOnly(damaged, TableOption.VERIFY).close());
        assertThat(refused.reason()).isEqualTo(Reason.DAMAGED_ROWS);
        assertThat(refused).hasMessageContaining(damaged + "", found.damaged().get(0) + "");
      }
      for (long row = 0; row < ROWS; row++) {
        if (!Entry.of(row).equals(table.get(row))) {
          long wrong = row;
          assertThat(found.damaged())
              .as("row %d", wrong)
              .anyMatch(rows -> rows.from() <= wrong && wrong < rows.to());
        }
      }
      return found.isUndamaged() ? Outcome.HARMLESS : Outcome.REPORTED;
    } catch (TableFileException refused) {
      assertThat(refused).hasMessageStartingWith(damaged + ": ");
      return Outcome.REFUSED;
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void cutFilesAreRefusedAndLongerOnesAreHarmless(TableLayout<Entry> layout, RandomGenerator random)
      throws Exception {
    create(layout);
    byte[] whole = Files.readAllBytes(path);
    for (int cut = 0; cut < 100; cut++) {
      Files.write(path, java.util.Arrays.copyOf(whole, random.nextInt(whole.length)));
      assertThatExceptionOfType(TableFileException.class).isThrownBy(() -> layout.open(path));
    }
    byte[] longer = java.util.Arrays.copyOf(whole, whole.length + 3 * PAGE + 5);
    java.util.Arrays.fill(longer, whole.length, longer.length, (byte) 0x5a);
    Files.write(path, longer);
    try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
      for (long row = ROWS; row < 20_000; row++) {
        table.append(Entry.of(row));
      }
      table.commit();
    }
    try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
      assertThat(table.verify()).isEqualTo(new Verification(20_000, List.of(), List.of()));
      for (long row = 0; row < 20_000; row++) {
        assertThat(table.get(row)).isEqualTo(Entry.of(row));
      }
    }
  }

  private void damage(int... offsets) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    for (int offset : offsets) {
      bytes[offset] ^= 4;
    }
    Files.write(path, bytes);
  }

  private static final int NEWEST = PAGE + 16;
  private static final int OLDER = 2 * PAGE + 16;
  private static final int COPY = 3 * PAGE + 16;

  @Test
  void theCopyStandsForADamagedRecord() throws Exception {
    newestIsEven();
    damage(NEWEST);
    assertOpens(Recovery.COPY_OF_COMMIT, ROWS);
    damage(OLDER);
    assertOpens(Recovery.COPY_OF_COMMIT, ROWS);
  }

  @Test
  void whatNobodyNeedsMayBeDamaged() throws Exception {
    newestIsEven();
    assertOpens(Recovery.INTACT, ROWS);
    damage(OLDER);
    assertOpens(Recovery.UNFINISHED_COMMIT, ROWS);
    damage(OLDER, COPY);
    assertOpens(Recovery.INTACT, ROWS);
  }

  @Test
  void anOlderCommitIsUsedOnlyIfThatIsAllowed() throws Exception {
    newestIsEven();
    damage(NEWEST, COPY);
    TableFileException refused =
        catchThrowableOfType(TableFileException.class, () -> ENTRIES.rows().open(path));
    assertThat(refused.reason()).isEqualTo(Reason.DAMAGED_COMMIT);
    assertThat(refused).hasMessageContaining(path + ": ", "ALLOW_OLDER_COMMIT", "1000 rows");
    assertOpens(Recovery.OLDER_COMMIT, 1000, TableOption.ALLOW_OLDER_COMMIT);
    damage(OLDER);
    assertThat(
            catchThrowableOfType(
                    TableFileException.class,
                    () -> ENTRIES.rows().open(path, TableOption.ALLOW_OLDER_COMMIT))
                .reason())
        .isEqualTo(Reason.CORRUPT);
  }

  /// Commits 1000 rows under an odd number, and all of them under an even one.
  private void newestIsEven() throws IOException {
    try (MappedTable<Entry> table = ENTRIES.rows().create(path, ROWS, new Plan(0, 6), Disk.REAL)) {
      table.setSize(1000);
      table.commit();
      table.setSize(ROWS);
      table.commit();
    }
  }

  private void assertOpens(Recovery recovery, long rows, TableOption... options)
      throws IOException {
    try (MappedTable<Entry> table = ENTRIES.rows().openReadOnly(path, options)) {
      assertThat(table.recovery()).isEqualTo(recovery);
      assertThat(table.size()).isEqualTo(rows);
    }
  }

  /// All that a crash may leave of three slots: what is torn does not match.
  @Test
  void noCrashLooksLikeDamage() {
    Commit[] commits = new Commit[8];
    for (int i = 0; i < commits.length; i++) {
      commits[i] = new Commit(i, 10L * i, PAGE, 0, 0, 0, 0);
    }
    for (int n = 1; n < 6; n++) {
      Commit last = commits[n];
      Commit before = commits[n - 1];
      Commit next = commits[n + 1];
      assertNewest(slots(last, before, last), last);
      assertNewest(slots(last, null, last), last);
      assertNewest(slots(last, next, last), next);
      assertNewest(slots(last, next, null), next);
      assertNewest(slots(last, next, next), next);
    }
  }

  private static CommitSlots slots(Commit one, @Nullable Commit other, @Nullable Commit copy) {
    boolean even = one.number() % 2 == 0;
    return new CommitSlots(even ? one : other, even ? other : one, copy);
  }

  private static void assertNewest(CommitSlots slots, Commit expected) {
    Found found = Objects.requireNonNull(slots.newest());
    assertThat(found.commit()).isEqualTo(expected);
    assertThat(found.recovery()).isIn(Recovery.INTACT, Recovery.UNFINISHED_COMMIT);
  }

  @Test
  void aSectionThatIsNotKnownIsRefusedIfItIsRequired() throws Exception {
    byte[] sections = new Sections().add(1, (byte) 7).add(99, 5L).bytes();
    TableFileException refused =
        catchThrowableOfType(
            TableFileException.class, () -> Sections.parse(path, sections, Set.of(), 1));
    assertThat(refused.reason()).isEqualTo(Reason.OTHER_VERSION);
    assertThat(refused).hasMessageContaining("section of type 99");
    sections[24 + 4] = 0;
    sections[24 + 7] = 0;
    assertThat(Objects.requireNonNull(Sections.parse(path, sections, Set.of(), 1).get(1)).get(0))
        .isEqualTo((byte) 7);
  }

  interface EntryCursor extends Cursor {
    void check(int value);

    int getAndAddCheck(int delta);
  }

  @Test
  void blocksAreDirtyFromTheFirstChangeToTheNextCommit() throws Exception {
    for (TableLayout<Entry> layout : layouts()) {
      path = folder.resolve(layout.toString());
      create(layout);
      try (MappedTable<Entry> table = layout.open(path)) {
        assertVerified(table, ROWS);
        table.set(70, Entry.of(70));
        assertUnverified(table, 64, 128);
        assertUnverifiedElsewhere(layout, 64, 128);
        EntryCursor cursor =
            layout.rows().layout() == Layout.ROWS ? null : table.cursor(EntryCursor.class);
        if (cursor != null) {
          cursor.moveTo(ROWS - 1);
          cursor.getAndAddCheck(0);
          assertUnverified(table, 64, 128, 4992, ROWS);
        }
        table.copyTo(0, table, 4100, 1);
        table.set(4100, Entry.of(4100));
        table.append(Entry.of(ROWS));
        table.commit();
        assertVerified(table, ROWS + 1);
        assertVerifiedElsewhere(layout, ROWS + 1);
        if (layout.rows().layout() == Layout.COLUMNS) {
          table.column("check").setInt(200, Entry.of(200).check());
          assertUnverified(table, 192, 256);
        }
      }
    }
  }

  /// Whoever has the segment may write at any time.
  @Test
  void whatASegmentReachesIsUnverifiedUntilTheTableIsOpenedAgain() throws Exception {
    TableLayout<Entry> layout = ENTRIES.columns();
    create(layout);
    try (MappedTable<Entry> table = layout.open(path)) {
      Column last = table.column("id").chunks().getLast();
      assertThat(last.asSegment().byteSize()).isEqualTo(8 * (ROWS - 4096));
      assertUnverified(table, 4096, ROWS);
      for (long row = ROWS; row < ROWS + 1000; row++) {
        table.append(Entry.of(row));
      }
      table.commit();
      assertUnverified(table, 4096, 5056);
    }
    try (MappedTable<Entry> table = layout.openReadOnly(path)) {
      assertUnverified(table, 4096, 5056);
      assertThat(table.column("id").chunks().getFirst().asSegment().isReadOnly()).isTrue();
    }
    try (MappedTable<Entry> table = layout.open(path)) {
      table.commit();
      assertVerified(table, ROWS + 1000);
    }
  }

  private static void assertVerified(MappedTable<Entry> table, long rows) {
    assertThat(table.verify()).isEqualTo(new Verification(rows, List.of(), List.of()));
  }

  private static void assertUnverified(MappedTable<Entry> table, long... fromTo) {
    Verification found = table.verify();
    assertThat(found.damaged()).isEmpty();
    assertThat(found.unverified().stream().flatMap(r -> List.of(r.from(), r.to()).stream()))
        .containsExactly(java.util.Arrays.stream(fromTo).boxed().toArray(Long[]::new));
  }

  private void assertUnverifiedElsewhere(TableLayout<Entry> layout, long... fromTo)
      throws IOException {
    try (MappedTable<Entry> table = layout.openReadOnly(path)) {
      assertUnverified(table, fromTo);
    }
  }

  private void assertVerifiedElsewhere(TableLayout<Entry> layout, long rows) throws IOException {
    try (MappedTable<Entry> table = layout.openReadOnly(path)) {
      assertVerified(table, rows);
    }
  }
}
