// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A field of every type, and final ones.
final class Fixture extends FixtureBase {
  static final List<Class<?>> TYPES =
      List.of(
          boolean.class,
          byte.class,
          short.class,
          char.class,
          int.class,
          long.class,
          float.class,
          double.class,
          Object.class);

  private boolean truth;
  private byte octet;
  private short small;
  private char character;
  private int number;
  private volatile long large;
  private float real;
  private double precise;
  private @Nullable Object reference;

  String values() {
    return baseValues()
        + " "
        + truth
        + " "
        + octet
        + " "
        + small
        + " "
        + (int) character
        + " "
        + number
        + " "
        + large
        + " "
        + Float.floatToRawIntBits(real)
        + " "
        + Double.doubleToRawLongBits(precise)
        + " "
        + reference;
  }
}
