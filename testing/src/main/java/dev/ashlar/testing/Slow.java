// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Whether tests run at full length: with `-Dashlar.slow=true`, which the profile `slow` sets.
public final class Slow {
  /// For JUnit's conditions.
  public static final String PROPERTY = "ashlar.slow";

  public static final boolean IS_ON = Boolean.getBoolean(PROPERTY);

  private Slow() {}

  /// {@return how often something is done}
  public static int times(int usual, int slow) {
    return IS_ON ? slow : usual;
  }

  /// {@return `count` of `all`, others in each run; all of them in the profile `slow`}
  public static <T> List<T> some(int count, List<T> all) {
    if (IS_ON) {
      return all;
    }
    System.out.printf("%d of %d cases: -Dashlar.seed=%d%n", count, all.size(), Seeded.SEED);
    List<T> some = new ArrayList<>(all);
    Collections.shuffle(some, new Random(Seeded.random().nextLong()));
    return some.subList(0, Math.min(count, some.size()));
  }
}
