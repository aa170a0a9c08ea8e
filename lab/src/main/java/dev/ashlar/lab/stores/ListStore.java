// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.stores.Trips.Trip;
import dev.ashlar.lab.stores.Trips.TripBytes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A list with two maps, and a log of all trips that were appended or changed. Opening reads the
/// log. A commit forces the log to the disk.
final class ListStore implements TripStore {
  private static final int BUFFER = 1 << 16;

  private final List<Trip> trips = new ArrayList<>();
  private final Map<Long, Integer> ids = new HashMap<>();
  private final Map<String, Integer> codes = new HashMap<>();
  private final FileOutputStream file;
  private final DataOutputStream log;

  ListStore(Path folder) throws IOException {
    Path path = folder.resolve("log");
    if (Files.exists(path)) {
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER))) {
        while (in.read() == 1) {
          put(TripBytes.read(in));
        }
      }
    }
    file = new FileOutputStream(path.toFile(), true);
    log = new DataOutputStream(new BufferedOutputStream(file, BUFFER));
  }

  private void put(Trip trip) {
    Integer row = ids.putIfAbsent(trip.id(), trips.size());
    if (row == null) {
      codes.put(trip.code(), trips.size());
      trips.add(trip);
    } else {
      trips.set(row, trip);
    }
  }

  @Override
  public void append(Trip trip) throws IOException {
    log.writeByte(1);
    TripBytes.write(trip, log);
    put(trip);
  }

  @Override
  public void commit() throws IOException {
    log.flush();
    file.getFD().sync();
  }

  @Override
  public @Nullable Trip find(String code) {
    Integer row = codes.get(code);
    return row == null ? null : trips.get(row);
  }

  @Override
  public void setTip(long id, long tip) throws IOException {
    append(TripBytes.withTip(trips.get(ids.getOrDefault(id, -1)), tip));
  }

  @Override
  public long revenue() {
    long sum = 0;
    for (Trip trip : trips) {
      sum += TripStore.isWanted(trip.passengers(), trip.distance()) ? trip.total() : 0;
    }
    return sum;
  }

  @Override
  public Map<String, Long> revenueByZone() {
    Map<String, Long> byZone = new HashMap<>();
    for (Trip trip : trips) {
      byZone.merge(trip.pickupZone(), trip.total(), Long::sum);
    }
    return byZone;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
