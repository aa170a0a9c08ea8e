// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.invoke.MethodHandles;
import java.util.random.RandomGenerator;

/// A record with a component of every type that can be stored, in an order that leaves none
/// aligned.
record Sample(
    byte tiny,
    long id,
    boolean open,
    double price,
    char side,
    Venue venue,
    int count,
    float weight,
    short rank) {
  enum Venue {
    PARIS,
    LONDON {
      @Override
      public String toString() {
        return "a constant with a class of its own";
      }
    },
    TOKYO
  }

  static final TableType<Sample> TYPE = TableType.of(MethodHandles.lookup(), Sample.class);

  static final Sample ZERO = new Sample((byte) 0, 0, false, 0, '\0', Venue.PARIS, 0, 0, (short) 0);

  static Sample random(RandomGenerator random) {
    return new Sample(
        (byte) random.nextInt(),
        random.nextLong(),
        random.nextBoolean(),
        Double.longBitsToDouble(random.nextLong()),
        (char) random.nextInt(),
        Venue.values()[random.nextInt(3)],
        random.nextInt(),
        Float.intBitsToFloat(random.nextInt()),
        (short) random.nextInt());
  }
}
