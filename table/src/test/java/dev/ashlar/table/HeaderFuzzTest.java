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
  private static final int CHECKSUM = 32;

  private static final int TEXT_LENGTH = 12;
  private static final int TEXT = 3 * 4096;
  private static final int[] SLOTS = {4096, 2 * 4096};

  @Test
  void opensOrIsRefused(RandomGenerator random, @TempDir Path folder) throws Exception {
    Set<TableFileException.Reason> reasons = EnumSet.noneOf(TableFileException.Reason.class);
    for (TableLayout<Entry> layout : java.util.List.of(ENTRIES.rows(), ENTRIES.columns())) {
      Path path = folder.resolve("table" + layout.bytesPerRow() + layout);
      try (Table<Entry> table = layout.create(path, 100)) {
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
        .containsAll(EnumSet.complementOf(EnumSet.of(TableFileException.Reason.LOCKED)));
  }

  private static void open(
      TableLayout<Entry> layout, Path path, byte[] bytes, Set<TableFileException.Reason> reasons)
      throws IOException {
    try (Table<Entry> table = layout.openReadOnly(path)) {
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
    try (Table<Entry> table = layout.openReadOnly(path)) {
      return fail("refused before, and now it has %d rows", table.size());
    } catch (TableFileException refusedAgain) {
      return Garbage.allocatedBytes() - before;
    }
  }

  private static byte[] damaged(byte[] bytes, RandomGenerator random) {
    int header = Math.min(bytes.length, 4 * 4096);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      switch (random.nextInt(6)) {
        case 4 -> bytes[9] = (byte) (random.nextBoolean() ? 'B' : 'L');
        case 5 -> bytes[10] = (byte) random.nextInt(4);
        case 0 -> bytes[random.nextInt(48)] = (byte) random.nextInt();
        case 1 ->
            bytes[SLOTS[random.nextInt(2)] + random.nextInt(24)] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[TEXT + random.nextInt(40)] = (byte) random.nextInt();
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
    int length = file.getInt(TEXT_LENGTH);
    if (length < 0 || length > bytes.length - TEXT) {
      return;
    }
    byte[] text = Arrays.copyOfRange(bytes, TEXT, TEXT + length);
    if (random.nextBoolean()) {
      file.putLong(16, Schema.fingerprint(text));
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, CHECKSUM);
    checksum.update(text);
    file.putInt(CHECKSUM, (int) checksum.getValue());
    for (int slot : SLOTS) {
      if (random.nextInt(4) == 0) {
        file.putLong(slot + 8, random.nextLong() >>> random.nextInt(64));
      }
      CRC32C ofSlot = new CRC32C();
      ofSlot.update(bytes, slot, 16);
      ofSlot.update(ByteBuffer.allocate(8).putLong(0, Schema.fingerprint(text)));
      file.putInt(slot + 16, (int) ofSlot.getValue());
    }
  }
}
