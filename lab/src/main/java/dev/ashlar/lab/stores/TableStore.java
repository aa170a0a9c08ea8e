// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.stores.Trips.Trip;
import dev.ashlar.table.Cursor;
import dev.ashlar.table.Index;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.TextCodes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A [MappedTable] with two unique indexes. A commit forces rows and texts to the disk, and then
/// the number of rows.
final class TableStore implements TripStore {
  static final TableType<Trip> TRIPS = TableType.of(MethodHandles.lookup(), Trip.class);

  private static final String FILE = "trips";

  interface TripCursor extends Cursor {
    int passengers();

    double distance();

    int getPickupZone();

    long total();

    void tip(long cents);
  }

  private final MappedTable<Trip> table;
  private final Index ids;
  private final Index codes;

  private TableStore(MappedTable<Trip> table) {
    this.table = table;
    this.ids = table.uniqueIndex("id");
    this.codes = table.uniqueIndex("code");
  }

  static Kind of(TableLayout<Trip> layout) {
    return folder -> {
      Path file = folder.resolve(FILE);
      return new TableStore(Files.exists(file) ? layout.open(file) : layout.create(file, 0));
    };
  }

  @Override
  public void append(Trip trip) {
    table.append(trip);
  }

  @Override
  public void commit() throws IOException {
    table.commit();
  }

  @Override
  public @Nullable Trip find(String code) {
    long row = codes.find(code);
    return row < 0 ? null : table.get(row);
  }

  @Override
  public void setTip(long id, long tip) {
    TripCursor changed = table.cursor(TripCursor.class);
    changed.moveTo(ids.find(id));
    changed.tip(tip);
  }

  @Override
  public long revenue() {
    TripCursor trip = table.cursor(TripCursor.class);
    long sum = 0;
    while (trip.next()) {
      sum += TripStore.isWanted(trip.passengers(), trip.distance()) ? trip.total() : 0;
    }
    return sum;
  }

  @Override
  public Map<String, Long> revenueByZone() {
    TextCodes zones = table.textCodes();
    long[] sums = new long[zones.count()];
    TripCursor trip = table.cursor(TripCursor.class);
    while (trip.next()) {
      sums[trip.getPickupZone()] += trip.total();
    }
    Map<String, Long> byZone = new HashMap<>();
    for (int code = 0; code < sums.length; code++) {
      if (sums[code] != 0) {
        byZone.put(zones.text(code).toString(), sums[code]);
      }
    }
    return byZone;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
