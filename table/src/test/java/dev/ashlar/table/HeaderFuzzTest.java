// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Headers that are damaged, cut or made up: each opens, or is refused by the one exception there
/// is for that, and none makes the reader take much memory.
@ExtendWith(Seeded.class)
final class HeaderFuzzTest {
  private record Entry(long id, int check) {}

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int FILES = 2000;

  private static final int MOST_MEMORY = 1 << 20;

  /// As in FileHeader's diagram.
  private static final int CHECKSUM = 24;

  private static final int LENGTH = 12;
  private static final int SECTIONS = 4 * 4096;

  /// Behind the section of the schema, which has two lines of 18 characters.
  private static final int LAYOUT = SECTIONS + 16 + 24 + 16;

  private static final int[] SLOTS = {4096, 2 * 4096, 3 * 4096};

  @Test
  void opensOrIsRefused(RandomGenerator random, @TempDir Path folder) throws Exception {
    Set<TableFileException.Reason> reasons = EnumSet.noneOf(TableFileException.Reason.class);
    for (TableLayout<Entry> layout : java.util.List.of(ENTRIES.rows(), ENTRIES.columns())) {
      Path path = folder.resolve("table" + layout.bytesPerRow() + layout);
      try (MappedTable<Entry> table = layout.create(path, 100)) {
        table.commit();
      }
      byte[] whole = Files.readAllBytes(path);
      for (int i = 0; i < FILES; i++) {
        byte[] bytes = damaged(whole.clone(), random);
        Files.write(path, bytes);
        open(layout, path, bytes, reasons);
      }
    }
    assertThat(reasons)
        .containsAll(
            EnumSet.complementOf(
                EnumSet.of(
                    TableFileException.Reason.LOCKED,
                    TableFileException.Reason.DAMAGED_ROWS,
                    TableFileException.Reason.REPLACED)));
  }

  private static void open(
      TableLayout<Entry> layout, Path path, byte[] bytes, Set<TableFileException.Reason> reasons)
      throws IOException {
    try (MappedTable<Entry> table = layout.openReadOnly(path)) {
      assertThat(table.size()).isBetween(0L, bytes.length / 12L);
      for (long row = 0; row < table.size(); row++) {
        assertThat(table.get(row)).isEqualTo(new Entry(0, 0));
      }
    } catch (TableFileException refused) {
      reasons.add(refused.reason());
      // The first of its kind loads classes.
      assertThat(allocatedByRefusal(layout, path)).isLessThan(MOST_MEMORY);
    } catch (Exception undocumented) {
      fail("header " + Arrays.toString(Arrays.copyOf(bytes, 40)), undocumented);
    }
  }

  private static long allocatedByRefusal(TableLayout<Entry> layout, Path path) throws IOException {
    long before = Garbage.allocatedBytes();
    try (MappedTable<Entry> table = layout.openReadOnly(path)) {
      return fail("refused before, and now it has %d rows", table.size());
    } catch (TableFileException refusedAgain) {
      return Garbage.allocatedBytes() - before;
    }
  }

  private static byte[] damaged(byte[] bytes, RandomGenerator random) {
    int header = Math.min(bytes.length, 5 * 4096);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      switch (random.nextInt(6)) {
        case 4 -> bytes[9] = (byte) (random.nextBoolean() ? 'B' : 'L');
        case 5 ->
            ByteBuffer.wrap(bytes)
                .order(ByteOrder.nativeOrder())
                .putLong(LAYOUT, random.nextInt(4));
        case 0 -> bytes[random.nextInt(48)] = (byte) random.nextInt();
        case 1 ->
            bytes[SLOTS[random.nextInt(3)] + random.nextInt(48)] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[SECTIONS + random.nextInt(120)] = (byte) random.nextInt();
        default -> bytes[random.nextInt(header)] = (byte) random.nextInt();
      }
    }
    if (random.nextInt(2) == 0) {
      repairChecksums(bytes, random);
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  /// Damage that a checksum does not find, as a malicious writer's.
  private static void repairChecksums(byte[] bytes, RandomGenerator random) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int length = file.getInt(LENGTH);
    if (length < 0 || length > bytes.length - SECTIONS) {
      return;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, CHECKSUM);
    checksum.update(bytes, SECTIONS, length);
    int seal = (int) checksum.getValue();
    file.putInt(CHECKSUM, seal);
    for (int slot : SLOTS) {
      if (random.nextInt(4) == 0) {
        file.putLong(slot + 8 * (1 + random.nextInt(3)), random.nextLong() >>> random.nextInt(64));
      }
      CRC32C ofSlot = new CRC32C();
      ofSlot.update(ByteBuffer.allocate(4).putInt(0, seal));
      ofSlot.update(bytes, slot, 40);
      file.putInt(slot + 40, (int) ofSlot.getValue());
    }
  }
}
