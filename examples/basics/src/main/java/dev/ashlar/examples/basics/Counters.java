// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import dev.ashlar.table.Cursor;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;

/// Counters in a file: a record is a row, several threads add to it, and what was committed is
/// there when the program starts again.
final class Counters {
  record Counter(long requests, long bytes) {}

  interface CounterCursor extends Cursor {
    long getAndAddRequests(long delta);

    long getAndAddBytes(long delta);
  }

  private static final int COUNTERS = 4;

  /// Whole rows of whole longs: what atomic access needs.
  private static final TableLayout<Counter> LAYOUT =
      TableType.of(MethodHandles.lookup(), Counter.class).alignedRows();

  private Counters() {}

  static void main() throws IOException, InterruptedException {
    Path file = Files.createTempDirectory("counters").resolve("counters.ashlar");
    try (MappedTable<Counter> counters = LAYOUT.create(file, COUNTERS)) {
      count(counters, 2, 1_000);
      counters.commit();
    }
    MappedTable<Counter> again = LAYOUT.open(file);
    try (again) {
      again.forEach(System.out::println);
    }
    for (Path each : again.files()) {
      Files.delete(each);
    }
    Files.delete(file.getParent());
  }

  /// Lets threads count requests, each of so many.
  static void count(MappedTable<Counter> counters, int threads, int requests)
      throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int thread = 0; thread < threads; thread++) {
      all[thread] =
          Thread.ofPlatform()
              .start(() -> {
                CounterCursor counter = counters.cursor(CounterCursor.class);
                for (int i = 0; i < requests; i++) {
                  counter.moveTo(i % COUNTERS);
                  counter.getAndAddRequests(1);
                  counter.getAndAddBytes(i);
                }
              });
    }
    for (Thread thread : all) {
      thread.join();
    }
  }
}
