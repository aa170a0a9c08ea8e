// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Random numbers for a shape. The same seed and number give the same sequence.
final class Dice {
  private final RandomGenerator random;

  Dice(long seed, int number) {
    // The second generator scrambles the sum, so that neighboring numbers have nothing in common.
    random = new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /// {@return a number in a range, both ends included}
  int between(int lowest, int highest) {
    return random.nextInt(lowest, highest + 1);
  }

  /// {@return a number in a range, both ends included; small ones are more frequent}
  int mostlySmall(int lowest, int highest) {
    double part = random.nextDouble();
    return lowest + (int) (part * part * (highest - lowest + 1));
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  /// {@return `count` different numbers from 0 to `bound - 1`, in random order}
  List<Integer> some(int count, int bound) {
    List<Integer> all = IntStream.range(0, bound).boxed().collect(Collectors.toList());
    Collections.shuffle(all, new Random(random.nextLong()));
    return all.subList(0, count);
  }

  /// {@return `values` without `left`}
  static <T> List<T> without(T[] values, T left) {
    return Arrays.stream(values).filter(value -> !value.equals(left)).toList();
  }
}
