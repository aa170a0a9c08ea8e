// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Creates an array for each input of a case, with one contender.
///
/// @param <I> the input from which an array is created
final class ArrayWorkload<I> implements Workload {
  private final I[] inputs;
  private final Function<I, byte[]> maker;
  private final BiPredicate<I, byte[]> judge;

  /// The last array. It is in a field, so that the compiler cannot omit the allocation.
  private byte[] kept = {};

  /// @param judge tests whether an array is the right one for an input
  ArrayWorkload(I[] inputs, Function<I, byte[]> maker, BiPredicate<I, byte[]> judge) {
    this.inputs = inputs;
    this.maker = maker;
    this.judge = judge;
  }

  /// Creates all arrays once, so that the heap is no longer new, and then verifies each array. All
  /// arrays together must have the same number of bytes.
  @Override
  public void verify() {
    long made = run();
    judge(inputs.length - 1, kept);
    long expected = 0;
    for (int i = 0; i < inputs.length; i++) {
      byte[] array = maker.apply(inputs[i]);
      judge(i, array);
      expected += array.length;
    }
    if (made != expected) {
      throw new WrongResultException(
          "%d bytes for all inputs, %d for each on its own".formatted(made, expected));
    }
  }

  private void judge(int i, byte[] array) {
    if (!judge.test(inputs[i], array)) {
      throw new WrongResultException("not the bytes of input %d".formatted(i));
    }
  }

  @Override
  public long run() {
    long total = 0;
    for (I input : inputs) {
      byte[] array = maker.apply(input);
      kept = array;
      total += array.length;
    }
    return total;
  }
}
