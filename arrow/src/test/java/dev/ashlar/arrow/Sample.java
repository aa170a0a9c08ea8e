// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;
import java.util.Random;

/// A record with a component of each type that a table stores.
public record Sample(
    boolean flag,
    byte tiny,
    short small,
    char letter,
    int number,
    long large,
    float fraction,
    double precise,
    Side side) {

  enum Side {
    BUY,
    SELL,
    OTHER
  }

  public static final TableType<Sample> TYPE = TableType.of(MethodHandles.lookup(), Sample.class);

  static Sample random(Random random) {
    return new Sample(
        random.nextBoolean(),
        (byte) random.nextInt(),
        (short) random.nextInt(),
        (char) random.nextInt(),
        random.nextInt(),
        random.nextLong(),
        random.nextFloat(),
        random.nextGaussian(),
        Side.values()[random.nextInt(3)]);
  }
}
