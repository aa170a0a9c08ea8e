// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.lab.experiment.CLibrary;
import dev.ashlar.lab.records.Store.CountingArena;
import dev.ashlar.lab.records.Trade.PackedTrade;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// C code, compiled on this machine and called in this process on memory of an arena.
abstract class CStore extends Store {
  private final CountingArena arena = new CountingArena();
  private final MemorySegment turnover = Arena.ofAuto().allocate(JAVA_LONG, 2);
  final MemorySegment memory;

  /// @param bytesPerRow the size of all fields of a row
  CStore(int rows, int bytesPerRow) {
    super(rows);
    memory = arena.allocate((long) rows * bytesPerRow, Long.BYTES);
  }

  /// The functions of a layout. Their first parameters are the memory and the total number of rows.
  record Functions(
      MethodHandle fill,
      MethodHandle scan,
      MethodHandle scanOneField,
      MethodHandle random,
      MethodHandle update) {

    static Functions of(String layout) {
      CLibrary library = CLibrary.compile(CStore.class, "records.c", CLibrary.FASTEST);
      FunctionDescriptor block = FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT);
      return new Functions(
          library.function(layout + "_fill", block),
          library.function(layout + "_scan", block.appendArgumentLayouts(ADDRESS)),
          library.function(layout + "_scan_one_field", block.changeReturnLayout(JAVA_LONG)),
          library.function(
              layout + "_random",
              block.appendArgumentLayouts(ADDRESS).changeReturnLayout(JAVA_LONG),
              Linker.Option.critical(true)),
          library.function(layout + "_update", block));
    }
  }

  /// The functions, which subclasses keep in constants.
  abstract Functions functions();

  @Override
  final void fill(int from, int to) {
    try {
      functions().fill.invokeExact(memory, (long) rows(), from, to);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  final void scan(int from, int to) {
    try {
      functions().scan.invokeExact(memory, (long) rows(), from, to, turnover);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
    bought += turnover.getAtIndex(JAVA_LONG, 0);
    sold += turnover.getAtIndex(JAVA_LONG, 1);
  }

  @Override
  final long scanOneField(int from, int to) {
    try {
      return (long) functions().scanOneField.invokeExact(memory, (long) rows(), from, to);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  final long random(int[] shuffled, int from, int to) {
    try {
      return (long)
          functions()
              .random
              .invokeExact(memory, (long) rows(), from, to, MemorySegment.ofArray(shuffled));
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  final void update(int from, int to) {
    try {
      functions().update.invokeExact(memory, (long) rows(), from, to);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  final long bytesOutsideHeap() {
    return arena.byteSize();
  }

  @Override
  public final void close() {
    arena.close();
  }

  /// A packed struct for each row.
  static final class Rows extends CStore {
    private static final Functions FUNCTIONS = Functions.of("rows");

    Rows(int rows) {
      super(rows, PackedTrade.BYTES);
    }

    @Override
    Functions functions() {
      return FUNCTIONS;
    }
  }

  /// An array for each field.
  static final class Columns extends CStore {
    private static final Functions FUNCTIONS = Functions.of("columns");

    Columns(int rows) {
      super(rows, PackedTrade.BYTES);
    }

    @Override
    Functions functions() {
      return FUNCTIONS;
    }
  }
}
