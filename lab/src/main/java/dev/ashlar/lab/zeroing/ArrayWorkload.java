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

  /// The last array made, where anybody could see it: so the compiler has to make all of them.
  private byte[] kept = {};

  /// @param judge whether an array is what had to be made from an input
  ArrayWorkload(I[] inputs, Function<I, byte[]> maker, BiPredicate<I, byte[]> judge) {
    this.inputs = inputs;
    this.maker = maker;
    this.judge = judge;
  }

  /// Verifies each array, after all of them have been created once and the heap is no longer new.
  /// All arrays together must have the same number of bytes.
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
