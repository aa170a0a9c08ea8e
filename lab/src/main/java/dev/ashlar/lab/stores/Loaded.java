// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A folder with a store of all trips, which can be opened.
final class Loaded implements AutoCloseable {
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
