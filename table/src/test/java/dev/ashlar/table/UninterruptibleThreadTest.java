// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ashlar.memory.internal.UninterruptibleThread;
import dev.ashlar.table.internal.file.TableFile;
import dev.ashlar.table.internal.file.disk.Disk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What comes back from work in a thread of its own, and what is left when it fails.
@Timeout(60)
final class UninterruptibleThreadTest {
  record Entry(long id) {}

  private static final class Work extends UninterruptibleThread {
    private final Thread caller = Thread.currentThread();
    private final @Nullable Throwable failure;
    private boolean done;

    Work(@Nullable Throwable failure) {
      super("work");
      this.failure = failure;
    }

    @Override
    protected void work() throws Exception {
      while (caller.getState() != State.WAITING) {
        Thread.onSpinWait();
      }
      done = true;
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null) {
        throw (Exception) failure;
      }
    }
  }

  @Test
  void anInterruptedCallerWaitsAndKeepsTheInterrupt() {
    Work work = new Work(null);
    Thread.currentThread().interrupt();
    assertThat(work.runToEnd()).isNull();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(work.done).isTrue();
  }

  @Test
  void whatTheWorkThrowsReachesTheCallerAsItIs() {
    Exception exception = new IOException("full");
    assertThat(new Work(exception).runToEnd()).isSameAs(exception);
    for (Error error : List.of(new OutOfMemoryError(), new StackOverflowError())) {
      Work work = new Work(error);
      assertThat(catchThrowable(work::runToEnd)).isSameAs(error);
    }
  }

  /// Throws at the calls that it is told to, before anything is done.
  private static final class Failing implements Disk {
    private final Queue<Error> errors = new ArrayDeque<>();
    private int callsUntil = Integer.MAX_VALUE;

    private void call() {
      if (callsUntil-- == 0) {
        throw errors.remove();
      }
    }

    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) {
      call();
    }

    @Override
    public void force(FileChannel channel) {
      call();
    }

    @Override
    public void lengthen(Path path, FileChannel channel, long from, long to) throws IOException {
      Disk.super.lengthen(path, channel, from, to);
      call();
    }
  }

  /// The table has the size and the rows it had, and opens again.
  @Test
  void anErrorWhileATableGrowsReachesTheCallerAsItIs(@TempDir Path folder) throws Exception {
    TableType<Entry> type = TableType.of(MethodHandles.lookup(), Entry.class);
    for (TableLayout<Entry> layout : List.of(type.rows(), type.columns())) {
      for (int call = 0; call < 5; call++) {
        Path path = folder.resolve(layout.rows().layout() + "-" + call);
        Failing disk = new Failing();
        try (MappedTable<Entry> table =
            layout.create(path, 1, TableFile.Plan.of(layout.rows(), 1), disk)) {
          table.set(0, new Entry(5));
          table.commit();
          Error error = new OutOfMemoryError("planned");
          disk.errors.add(error);
          disk.callsUntil = call;
          assertThat(catchThrowable(() -> table.reserve(50_000))).isSameAs(error);
          assertThat(table.size()).isEqualTo(1);
          assertThat(table.get(0)).isEqualTo(new Entry(5));
        }
        try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
          assertThat(table.get(0)).isEqualTo(new Entry(5));
          table.reserve(50_000);
        }
      }
    }
  }
}
