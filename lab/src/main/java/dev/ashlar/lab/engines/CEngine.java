// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.lab.experiment.CLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// C code on the columns of a table, compiled on this machine and called in this process.
final class CEngine extends RawEngine {
  /// The columns, in the order of `struct line_items`.
  private static final List<String> COLUMNS =
      List.of(
          "quantity", "extendedPrice", "discount", "tax", "returnFlag", "lineStatus", "shipDate");

  private static final CLibrary LIBRARY =
      CLibrary.compile(CEngine.class, "engines.c", CLibrary.FASTEST);
  private static final MethodHandle SUMMARIZE =
      LIBRARY.function(
          "summarize",
          FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT, ADDRESS),
          Linker.Option.critical(true));
  private static final MethodHandle REVENUE =
      LIBRARY.function("revenue", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT));

  private final TableEngine items;
  private final MemorySegment columns = Arena.ofAuto().allocate(ADDRESS, COLUMNS.size());

  CEngine(int rows, int threads) {
    super(rows, threads);
    items = TableEngine.ofColumns(rows, threads);
    for (int i = 0; i < COLUMNS.size(); i++) {
      columns.setAtIndex(ADDRESS, i, items.table().column(COLUMNS.get(i)).asReadOnlySegment());
    }
  }

  @Override
  public void add(LineItem item) {
    items.add(item);
  }

  @Override
  void summarize(PricingSums sums, int from, int to) {
    try {
      SUMMARIZE.invokeExact(columns, from, to, MemorySegment.ofArray(sums.toArray()));
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  long revenue(int from, int to) {
    try {
      return (long) REVENUE.invokeExact(columns, from, to);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
