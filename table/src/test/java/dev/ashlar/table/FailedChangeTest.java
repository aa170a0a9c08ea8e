// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.testing.ShortStack;
import dev.ashlar.testing.Slow;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A change that fails, wherever inside, leaves the table to the next one.
@Timeout(300)
final class FailedChangeTest {
  record Note(long id, String text, @DictionaryEncoded String kind) {
    private static final long REFUSED = -7;

    @Override
    public String text() {
      if (id == REFUSED) {
        throw new UnsupportedOperationException("no text");
      }
      return text;
    }
  }

  private static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);

  @TempDir Path folder;

  private static Note note(long id) {
    return new Note(id, "the text of note " + id, "the kind of note " + id);
  }

  static List<TableFixture.Kind> aRefusedRecord() {
    return Slow.some(6, TableFixture.kinds());
  }

  static List<TableFixture.Kind> aShortStack() {
    return Slow.some(1, TableFixture.kinds());
  }

  private static void requireNotes(Table<Note> table, long from) {
    table.append(note(table.size()));
    for (long row = from; row < table.size(); row++) {
      assertThat(table.get(row)).as("%s", table).isEqualTo(note(row));
    }
  }

  @ParameterizedTest
  @MethodSource
  void aRefusedRecord(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Note> table = kind.make(fixture, NOTES, 0);
      table.uniqueIndex("id");
      requireNotes(table, 0);
      List<Note> bad = new ArrayList<>();
      bad.add(new Note(Note.REFUSED, "", ""));
      bad.add(new Note(5, "\ud800", ""));
      bad.add(new Note(5, Nulls.ofType(), ""));
      bad.add(new Note(0, "the id of another row", ""));
      bad.add(Nulls.ofType());
      for (Note note : bad) {
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> table.append(note));
        assertThatExceptionOfType(RuntimeException.class)
            .isThrownBy(() -> table.appendAll(List.of(note(table.size()), note)));
        requireNotes(table, 0);
      }
      Table<Note> batch = table.newBatch(2);
      batch.set(0, note(table.size()));
      assertThatIllegalArgumentException().isThrownBy(() -> table.appendAll(batch));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> table.delete(table.size()));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> table.truncate(table.size() + 1));
      assertThatIllegalArgumentException().isThrownBy(() -> table.reserve(Long.MAX_VALUE));
      assertThatIllegalArgumentException().isThrownBy(() -> table.index("missing"));
      requireNotes(table, 0);
    }
  }

  /// Gives a number of bytes only.
  private static final class Exhausted implements Arena {
    private final Arena memory = Arena.ofAuto();
    long budget = Long.MAX_VALUE;

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      if (byteSize > budget) {
        throw new OutOfMemoryError("the budget is spent");
      }
      budget -= byteSize;
      return memory.allocate(byteSize, byteAlignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return memory.scope();
    }

    @Override
    public void close() {}
  }

  @Test
  void noMemory() {
    Exhausted arena = new Exhausted();
    Table<Note> table = NOTES.rows().allocate(arena, 0);
    for (int round = 0; round < 6; round++) {
      arena.budget = 0;
      boolean failed = false;
      while (!failed) {
        try {
          table.append(note(table.size()));
        } catch (OutOfMemoryError full) {
          failed = true;
        }
      }
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> table.reserve(2 * table.capacity() + 1));
      arena.budget = Long.MAX_VALUE;
      requireNotes(table, 0);
    }
  }

  @Test
  void aFullDisk() throws Exception {
    FullDisk disk = new FullDisk();
    Path path = folder.resolve("notes");
    try (MappedTable<Note> table = NOTES.columns().create(path, 0, new Plan(4096, 5), disk)) {
      for (int round = 0; round < 3; round++) {
        disk.isFull = true;
        boolean failed = false;
        while (!failed) {
          try {
            table.append(note(table.size()));
          } catch (UncheckedIOException full) {
            failed = true;
          }
        }
        assertThatExceptionOfType(UncheckedIOException.class)
            .isThrownBy(() -> table.reserve(1 << 20));
        disk.isFull = false;
        requireNotes(table, 0);
        table.commit();
      }
      requireNotes(table, 0);
    }
  }

  /// The stack ends in each of the calls of a change, one after the other.
  @ParameterizedTest
  @MethodSource
  void aShortStack(TableFixture.Kind kind) throws Throwable {
    ShortStack.inSmallThread(() -> {
      try (TableFixture fixture = new TableFixture()) {
        Table<Note> table = kind.make(fixture, NOTES, 0);
        table.index("text");
        int failures = 0;
        for (int round = 0; round < 8; round++) {
          for (int frames = 0; ; frames += Slow.times(5, 1) + round % 3) {
            Throwable thrown = ShortStack.attempt(frames, change(round, table));
            if (thrown == null) {
              break;
            }
            failures++;
            assertThat(thrown).isInstanceOf(StackOverflowError.class);
          }
          requireNotes(table, table.size() > 3 ? table.nextRow(3) : 0);
        }
        assertThat(failures).isPositive();
      }
    });
  }

  private static ShortStack.Attempt change(int round, Table<Note> table) {
    Note next = note(table.size());
    Table<Note> batch = NOTES.columns().heap(1);
    batch.set(0, next);
    return switch (round) {
      case 2 -> () -> table.appendAll(batch);
      case 3 -> () -> table.reserve(2 * table.capacity() + 1);
      case 4 -> () -> table.delete(table.nextRow(0));
      case 5 -> () -> table.truncate(table.size() - 1);
      case 6 -> () -> table.index("kind");
      default -> () -> table.append(next);
    };
  }
}
