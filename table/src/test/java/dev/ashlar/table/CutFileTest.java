// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A file that another program cuts off under a writer: closing the table fails, and releases the
/// lock and the file all the same.
@Timeout(120)
final class CutFileTest {
  record Entry(long id, String note) {}

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);

  @TempDir Path folder;

  static List<List<String>> flags() {
    return List.of(
        List.of(),
        List.of("--enable-native-access=ALL-UNNAMED"),
        List.of("--enable-native-access=ALL-UNNAMED", "-Dcut.oneThread=true"));
  }

  /// A signal is in the way, so that it is another JVM.
  @ParameterizedTest
  @MethodSource("flags")
  void closingReleasesTheLock(List<String> flags) throws Exception {
    Path path = folder.resolve("entries");
    String printed =
        ChildJvm.run("cut" + flags.size(), 100, flags, Cutter.class.getName(), path.toString());
    assertThat(printed.lines())
        .contains("closed again", "the lock is free", "whole again: 50000 rows");
    assertThat(Files.exists(path.resolveSibling("entries.lock"))).isFalse();
  }

  @Test
  void verifyingFindsTheRowsThatAreMissing() throws Exception {
    Path path = folder.resolve("read");
    String printed =
        ChildJvm.run("reader", 100, List.of(), Reader.class.getName(), path.toString());
    assertThat(printed.lines()).contains("whole: 50000", "cut: 0, damaged to 49999");
  }

  /// Verifies often enough that checksums are compiled.
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws Exception {
      Path path = Path.of(arguments[0]);
      try (MappedTable<Entry> table = ENTRIES.columns().create(path, 0)) {
        for (long row = 0; row < 50_000; row++) {
          table.append(new Entry(row, "short"));
        }
        table.commit();
      }
      try (MappedTable<Entry> table = ENTRIES.columns().openReadOnly(path)) {
        Verification whole = table.verify();
        for (int i = 0; i < 100; i++) {
          whole = table.verify();
        }
        System.out.println("whole: " + whole.verifiedRows());
        Cutter.cut(path);
        Verification cut = table.verify();
        System.out.printf(
            "cut: %d, damaged to %d%n", cut.verifiedRows(), cut.damaged().getLast().to() - 1);
      }
    }
  }

  static final class Cutter {
    private Cutter() {}

    public static void main(String[] arguments) throws Exception {
      Path path = Path.of(arguments[0]);
      TableOption[] options =
          Boolean.getBoolean("cut.oneThread")
              ? new TableOption[] {TableOption.ONE_THREAD}
              : new TableOption[0];
      MappedTable<Entry> table = ENTRIES.columns().create(path, 0, options);
      Index ids = table.uniqueIndex("id");
      for (long row = 0; row < 50_000; row++) {
        table.append(new Entry(row, "a note of more than 12 bytes " + row));
      }
      table.commit();
      Path whole = Files.copy(path, path.resolveSibling("whole"));
      cut(path);
      try {
        table.close();
        System.out.println("closed");
      } catch (IOException | RuntimeException | InternalError failed) {
        System.out.println("not closed: " + failed);
      }
      table.close();
      System.out.println("closed again");
      System.out.println(ids);
      try (MappedTable<Entry> reopened = ENTRIES.columns().open(path)) {
        System.out.println("opened: " + reopened);
      } catch (TableFileException refused) {
        if (refused.reason() == TableFileException.Reason.LOCKED) {
          throw refused;
        }
        System.out.println(refused.getMessage());
      }
      System.out.println("the lock is free");
      Files.copy(whole, path, StandardCopyOption.REPLACE_EXISTING);
      try (MappedTable<Entry> restored = ENTRIES.columns().open(path, TableOption.VERIFY)) {
        System.out.println("whole again: " + restored.size() + " rows");
      }
    }

    private static void cut(Path path) throws IOException {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(8192);
      }
    }
  }
}
