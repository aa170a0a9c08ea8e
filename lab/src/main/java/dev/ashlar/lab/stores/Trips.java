// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.stores.Trips.Trip;
import dev.ashlar.table.annotation.DictionaryEncoded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The trips of a store, each computed from its row, and the answers that a store has to give.
///
/// @param rows the number of trips
record Trips(int rows) {
  static final int ZONES = 263;

  private static final long SEED = 0x9E37_79B9_7F4A_7C15L;
  private static final long START = 1_767_225_600;
  private static final long FIRST_ID = 20_260_000_000L;

  /// An odd factor: its product with each row is a different `int`.
  private static final int ODD = 0x9E37_79B1;

  private static final int PROVED = 1_000;

  private static final List<String> PAYMENTS = List.of("card", "cash", "dispute", "no charge");
  private static final List<String> ZONE_NAMES =
      IntStream.range(0, ZONES)
          .mapToObj(zone -> "Zone " + zone + " / District " + zone % 6)
          .toList();

  static Trip of(int row) {
    SplittableRandom random = new SplittableRandom(row * SEED);
    long pickup = START + row / 4;
    double distance = random.nextInt(10, 3_000) / 100.0;
    long fare = 300 + (long) (distance * 175);
    long extra = 50L * random.nextInt(4);
    long tax = 50;
    long tip = random.nextInt(1_000);
    long tolls = random.nextInt(20) == 0 ? 655 : 0;
    return new Trip(
        id(row),
        code(row),
        pickup,
        pickup + random.nextInt(120, 3_600),
        random.nextInt(1, 3),
        random.nextInt(1, 7),
        distance,
        random.nextInt(1, 7),
        ZONE_NAMES.get(random.nextInt(ZONES)),
        ZONE_NAMES.get(random.nextInt(ZONES)),
        PAYMENTS.get(random.nextInt(PAYMENTS.size())),
        fare,
        extra,
        tax,
        tip,
        tolls,
        fare + extra + tax + tip + tolls);
  }

  /// Ids are in no order, as those of a service with several machines.
  static long id(int row) {
    return FIRST_ID + Integer.toUnsignedLong(row * ODD);
  }

  /// {@return a new String of 19 chars}
  static String code(int row) {
    HexFormat hex = HexFormat.of();
    return "NYC-" + hex.toHexDigits(row * ODD) + "-" + hex.toHexDigits((short) row) + "-T";
  }

  /// {@return a code that no trip has}
  static String missingCode() {
    return "NYC-none";
  }

  /// {@return rows in no order, some of them more than once}
  int[] some(int count, int seed) {
    return new SplittableRandom(SEED + seed).ints(count, 0, rows).toArray();
  }

  /// Proves the answers of a store in which each trip is as it was appended.
  void prove(TripStore store) throws Exception {
    for (int row : some(PROVED, 0)) {
      Trip found = store.find(code(row));
      if (!of(row).equals(found)) {
        throw new WrongResultException(
            "trip %s is %s, not %s".formatted(code(row), found, of(row)));
      }
    }
    if (store.find(missingCode()) != null) {
      throw new WrongResultException("there is a trip " + missingCode());
    }
    long revenue = 0;
    Map<String, Long> byZone = new TreeMap<>();
    for (int row = 0; row < rows; row++) {
      Trip trip = of(row);
      revenue += TripStore.isWanted(trip.passengers(), trip.distance()) ? trip.total() : 0;
      byZone.merge(trip.pickupZone(), trip.total(), Long::sum);
    }
    Proof.requireEqual(store.revenue(), revenue, "the revenue of long trips with six passengers");
    if (!byZone.equals(new TreeMap<>(store.revenueByZone()))) {
      throw new WrongResultException("the revenue of a pickup zone is wrong");
    }
  }

  /// A taxi trip. Times are in seconds since 1970, amounts in cents. Both `id` and `code` are
  /// unique.
  record Trip(
      long id,
      String code,
      long pickup,
      long dropoff,
      int vendor,
      int passengers,
      double distance,
      int rate,
      @DictionaryEncoded String pickupZone,
      @DictionaryEncoded String dropoffZone,
      @DictionaryEncoded String payment,
      long fare,
      long extra,
      long tax,
      long tip,
      long tolls,
      long total) {}

  /// The bytes of a trip, for stores that keep each trip as bytes.
  static final class TripBytes {
    private static final int SIZE = 256;

    private TripBytes() {}

    static byte[] of(Trip trip) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE);
      write(trip, new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    static Trip read(byte[] bytes) throws IOException {
      return read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    static void write(Trip trip, DataOutput out) throws IOException {
      out.writeLong(trip.id());
      out.writeUTF(trip.code());
      out.writeLong(trip.pickup());
      out.writeLong(trip.dropoff());
      out.writeInt(trip.vendor());
      out.writeInt(trip.passengers());
      out.writeDouble(trip.distance());
      out.writeInt(trip.rate());
      out.writeUTF(trip.pickupZone());
      out.writeUTF(trip.dropoffZone());
      out.writeUTF(trip.payment());
      out.writeLong(trip.fare());
      out.writeLong(trip.extra());
      out.writeLong(trip.tax());
      out.writeLong(trip.tip());
      out.writeLong(trip.tolls());
      out.writeLong(trip.total());
    }

    static Trip read(DataInput in) throws IOException {
      return new Trip(
          in.readLong(),
          in.readUTF(),
          in.readLong(),
          in.readLong(),
          in.readInt(),
          in.readInt(),
          in.readDouble(),
          in.readInt(),
          in.readUTF(),
          in.readUTF(),
          in.readUTF(),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong());
    }

    /// {@return the trip with another tip}
    static Trip withTip(Trip trip, long tip) {
      return new Trip(
          trip.id(),
          trip.code(),
          trip.pickup(),
          trip.dropoff(),
          trip.vendor(),
          trip.passengers(),
          trip.distance(),
          trip.rate(),
          trip.pickupZone(),
          trip.dropoffZone(),
          trip.payment(),
          trip.fare(),
          trip.extra(),
          trip.tax(),
          tip,
          trip.tolls(),
          trip.total());
    }
  }
}
