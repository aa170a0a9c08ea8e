package dev.ashlar.lab.records;

import java.util.List;
import java.util.function.IntFunction;

/// How a contender keeps its rows, and so what a JVM has to be told that measures it.
///
/// @param stores makes a store of so many rows
/// @param bytesPerRow what a row takes there, at most
record Keeping(IntFunction<Store> stores, Place place, int bytesPerRow) {
  /// Where rows are.
  enum Place {
    /// On the Java heap, in arrays too large to be young.
    HEAP,
    /// On the Java heap, as objects, which are young first.
    OBJECTS,
    /// In direct buffers, which the JVM limits.
    DIRECT,
    /// In other memory outside of the heap.
    NATIVE
  }

  /// For what a JVM needs besides rows.
  private static final long SLACK = 512;

  /// {@return the flags that make room for `stores` stores of `rows` rows}
  ///
  /// Objects are for the collector to move: it sizes its young generation itself.
  List<String> flags(int rows, int stores) {
    long mebibytes = mebibytes(rows, stores);
    return switch (place) {
      case HEAP -> List.of("-Xms%dm".formatted(mebibytes), "-Xmx%dm".formatted(mebibytes));
      case OBJECTS ->
          List.of(
              "-Xms%dm".formatted(mebibytes),
              "-Xmx%dm".formatted(mebibytes),
              "-XX:MaxNewSize=%dm".formatted(mebibytes * 6 / 10));
      case DIRECT -> List.of("-XX:MaxDirectMemorySize=%dm".formatted(mebibytes));
      case NATIVE -> List.of();
    };
  }

  /// {@return the memory that `stores` stores of `rows` rows take with all that goes with them}
  long mebibytes(int rows, int stores) {
    long bytes = (long) rows * bytesPerRow * stores;
    return SLACK + ((bytes + bytes / 4) >> 20);
  }
}
