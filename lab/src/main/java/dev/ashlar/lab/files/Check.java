// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.files.TradeFile.TableTrades;
import dev.ashlar.lab.records.Trade;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.TableOption;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// Checks that all rows of a table's file are as committed.
interface Check extends AutoCloseable {
  boolean isUndamaged() throws IOException;

  @Override
  void close() throws IOException;

  /// The ways of checking a file.
  enum Kind {
    /// [MappedTable#verify] of an open table.
    TABLE {
      @Override
      Check of(Path path, int rows) throws IOException {
        MappedTable<Trade> table = TableTrades.LAYOUT.openReadOnly(path);
        return new Check() {
          @Override
          public boolean isUndamaged() {
            var found = table.verify();
            return found.isUndamaged() && found.verifiedRows() == rows;
          }

          @Override
          public void close() throws IOException {
            table.close();
          }
        };
      }
    },

    /// Opening with [TableOption#VERIFY], and closing.
    OPENING {
      @Override
      Check of(Path path, int rows) {
        return new Opening(path, rows, TableOption.VERIFY);
      }
    },

    /// Opening and closing without checking the rows.
    OPENING_UNCHECKED {
      @Override
      Check of(Path path, int rows) {
        return new Opening(path, rows);
      }

      @Override
      boolean findsDamage() {
        return false;
      }
    },

    /// One checksum of all bytes of the file, which is mapped once.
    CRC32C {
      @Override
      Check of(Path path, int rows) throws IOException {
        Arena arena = Arena.ofConfined();
        MemorySegment mapping = map(path, arena);
        long undamaged = checksum(mapping);
        return new Check() {
          @Override
          public boolean isUndamaged() {
            return checksum(mapping) == undamaged;
          }

          @Override
          public void close() {
            arena.close();
          }
        };
      }
    },

    /// Like [#CRC32C], but the file is mapped for each check.
    MAPPING_CRC32C {
      @Override
      Check of(Path path, int rows) throws IOException {
        long undamaged = mappedChecksum(path);
        return new Check() {
          @Override
          public boolean isUndamaged() throws IOException {
            return mappedChecksum(path) == undamaged;
          }

          @Override
          public void close() {}
        };
      }
    };

    /// {@return a check of a file that is undamaged now}
    abstract Check of(Path path, int rows) throws IOException;

    boolean findsDamage() {
      return true;
    }

    private static MemorySegment map(Path path, Arena arena) throws IOException {
      try (FileChannel file = FileChannel.open(path, READ)) {
        return file.map(MapMode.READ_ONLY, 0, file.size(), arena);
      }
    }

    private static long mappedChecksum(Path path) throws IOException {
      try (Arena arena = Arena.ofConfined()) {
        return checksum(map(path, arena));
      }
    }

    private static long checksum(MemorySegment bytes) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes.asByteBuffer());
      return checksum.getValue();
    }
  }

  /// Opens the table for each check.
  final class Opening implements Check {
    private final Path path;
    private final int rows;
    private final TableOption[] options;

    Opening(Path path, int rows, TableOption... options) {
      this.path = path;
      this.rows = rows;
      this.options = options;
    }

    @Override
    public boolean isUndamaged() throws IOException {
      try (MappedTable<Trade> table = TableTrades.LAYOUT.openReadOnly(path, options)) {
        if (table.size() != rows) {
          throw new WrongResultException("%d rows, not %d".formatted(table.size(), rows));
        }
        return true;
      } catch (TableFileException failure) {
        if (failure.reason() == Reason.DAMAGED_ROWS) {
          return false;
        }
        throw failure;
      }
    }

    @Override
    public void close() {}
  }

  /// Checks a table's file for damage. Before the timed check, each round verifies that the check
  /// finds a flipped bit, if its kind finds damage.
  final class CheckRounds extends Rounds {
    private final Check.Kind kind;
    private final int rows;

    CheckRounds(Check.Kind kind, int rounds, int rows) {
      super(rounds, rows);
      this.kind = kind;
      this.rows = rows;
    }

    @Override
    long round(Path path) throws IOException {
      try (TradeFile file = TableTrades.KIND.create(path, rows)) {
        append(file, rows, 1);
      }
      try (Check check = kind.of(path, rows)) {
        flipBit(path);
        require(check, !kind.findsDamage());
        flipBit(path);
        require(check, true);
        long start = System.nanoTime();
        boolean undamaged = check.isUndamaged();
        long nanos = System.nanoTime() - start;
        require(undamaged, true);
        return nanos;
      }
    }

    private static void require(Check check, boolean undamaged) throws IOException {
      require(check.isUndamaged(), undamaged);
    }

    private static void require(boolean found, boolean undamaged) {
      if (found != undamaged) {
        throw new WrongResultException(
            undamaged
                ? "rows that are undamaged are said to be damaged"
                : "a flipped bit is not found");
      }
    }

    /// Flips a bit in the middle of the file, where the rows are.
    private static void flipBit(Path path) throws IOException {
      try (FileChannel file = FileChannel.open(path, READ, WRITE)) {
        long at = file.size() / 2;
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, at);
        one.put(0, (byte) (one.get(0) ^ 1)).rewind();
        file.write(one, at);
      }
    }
  }
}
