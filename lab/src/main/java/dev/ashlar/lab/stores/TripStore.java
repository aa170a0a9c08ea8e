// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.stores.Trips.Trip;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A contender: keeps trips in a folder, with an index of their ids and one of their codes.
interface TripStore extends AutoCloseable {
  int PASSENGERS = 6;
  double DISTANCE = 20;

  /// {@return whether the filter selects a trip}
  static boolean isWanted(int passengers, double distance) {
    return passengers == PASSENGERS && distance > DISTANCE;
  }

  void append(Trip trip) throws Exception;

  /// Returns when everything that was appended or set is on the disk.
  void commit() throws Exception;

  @Nullable Trip find(String code) throws Exception;

  void setTip(long id, long tip) throws Exception;

  /// {@return the sum of the totals of the trips that the filter selects}
  long revenue() throws Exception;

  /// {@return the sums of the totals for each pickup zone}
  Map<String, Long> revenueByZone() throws Exception;

  @Override
  void close() throws IOException, SQLException;

  /// Opens a store.
  interface Kind {
    /// Opens the store in a folder, and creates it if there is none.
    TripStore open(Path folder) throws Exception;
  }
}
