// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;

/// The bytes of a trip, for stores that keep each trip as bytes.
final class TripBytes {
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
