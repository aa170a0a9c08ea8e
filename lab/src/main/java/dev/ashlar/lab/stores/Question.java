// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.stores.Trips.Trip;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A case: an operation on a store of trips that is timed, or the size of the store.
enum Question {
  APPEND("append %,d trips and have them on the disk each 10,000, with both indexes", 1) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      long nanos = ScratchFiles.inFolder(folder -> load(loaded.kind, loaded.trips, folder));
      return (double) nanos / loaded.trips.rows();
    }
  },

  REOPEN("open the store of %,d trips in a warm JVM and find the first code", 5) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      String code = Trips.code(loaded.trips.rows() / 2);
      long start = System.nanoTime();
      try (TripStore store = loaded.open()) {
        Trip found = store.find(code);
        long nanos = System.nanoTime() - start;
        require(found != null, code);
        return nanos;
      }
    }
  },

  LOOK_UP("the trip of one of %,d codes in no order, with all its components", 5) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      int[] rows = loaded.trips.some(MANY, turn);
      String[] codes = Arrays.stream(rows).mapToObj(Trips::code).toArray(String[]::new);
      TripStore store = loaded.store();
      long start = System.nanoTime();
      long nanos = 0;
      int done = 0;
      while (done < MANY && nanos < LOOK_UP_NANOS) {
        for (int end = done + BLOCK; done < end; done++) {
          Trip found = store.find(codes[done]);
          require(found != null && found.code().equals(codes[done]), codes[done]);
        }
        nanos = System.nanoTime() - start;
      }
      return (double) nanos / done;
    }
  },

  FILTER("sum up the totals of the few of %,d trips that two components select; per trip", 5) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      long start = System.nanoTime();
      require(loaded.store().revenue() > 0, "revenue");
      return (double) (System.nanoTime() - start) / loaded.trips.rows();
    }
  },

  GROUP("sum up the totals of %,d trips by their pickup zone; per trip", 5) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      long start = System.nanoTime();
      require(!loaded.store().revenueByZone().isEmpty(), "zones");
      return (double) (System.nanoTime() - start) / loaded.trips.rows();
    }
  },

  SIZE("bytes on the disk for each of %,d trips, with both indexes", 1) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      return (double) StoreFolders.byteSize(loaded.folder) / loaded.trips.rows();
    }
  },

  /// The number of turns is even, so that the last turn restores all trips.
  UPDATE(
      "change a component of some of %,d trips, found by their ids, and have it on the disk", 6) {
    @Override
    double turn(Loaded loaded, int turn) throws Exception {
      int count = Math.min(SOME, loaded.trips.rows() / 10);
      int[] rows = loaded.trips.some(count, 0);
      long[] ids = Arrays.stream(rows).mapToLong(Trips::id).toArray();
      long[] tips =
          Arrays.stream(rows).mapToLong(row -> Trips.of(row).tip() + (turn + 1) % 2).toArray();
      TripStore store = loaded.store();
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        store.setTip(ids[i], tips[i]);
      }
      store.commit();
      return (double) (System.nanoTime() - start) / count;
    }
  };

  /// The number of turns before the timed turns. It is even, as [#UPDATE] needs it.
  static final int WARM_UP = 2;

  /// The most look-ups of a turn, and the time after which a turn of a slow store ends.
  static final int MANY = 50_000;

  private static final long LOOK_UP_NANOS = 300_000_000;
  private static final int BLOCK = 500;

  /// The most trips of a commit, and of an update.
  static final int SOME = 10_000;

  final String description;
  final int turns;

  Question(String description, int turns) {
    this.description = description;
    this.turns = turns;
  }

  /// Does the operation once.
  ///
  /// @return nanoseconds per trip, nanoseconds in all for [#REOPEN], or bytes per trip for [#SIZE]
  abstract double turn(Loaded loaded, int turn) throws Exception;

  private static void require(boolean found, String what) {
    if (!found) {
      throw new WrongResultException(what + " is not found");
    }
  }

  /// Appends and commits all trips. The time to create the trips does not count.
  ///
  /// @return the nanoseconds
  static long load(TripStore.Kind kind, Trips trips, Path folder) throws Exception {
    long nanos = 0;
    try (TripStore store = kind.open(folder)) {
      Trip[] some = new Trip[SOME];
      for (int from = 0; from < trips.rows(); from += SOME) {
        int count = Math.min(SOME, trips.rows() - from);
        for (int i = 0; i < count; i++) {
          some[i] = Trips.of(from + i);
        }
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
          store.append(some[i]);
        }
        store.commit();
        nanos += System.nanoTime() - start;
      }
    }
    return nanos;
  }

  /// A folder with a store of all trips, which can be opened.
  static final class Loaded implements AutoCloseable {
    final TripStore.Kind kind;
    final Trips trips;
    final Path folder;
    private @Nullable TripStore store;

    Loaded(TripStore.Kind kind, Trips trips, Path folder) {
      this.kind = kind;
      this.trips = trips;
      this.folder = folder;
    }

    TripStore open() throws Exception {
      return kind.open(folder);
    }

    /// {@return the store, which is opened by the first call and stays open}
    TripStore store() throws Exception {
      if (store == null) {
        store = open();
      }
      return Objects.requireNonNull(store);
    }

    @Override
    public void close() throws IOException, SQLException {
      if (store != null) {
        store.close();
      }
    }
  }
}
