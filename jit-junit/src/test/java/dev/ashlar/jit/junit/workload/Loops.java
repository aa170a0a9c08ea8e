// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

import java.util.Arrays;

/// Loops with one property each. The test names their lines.
public final class Loops implements Runnable {
  /// Something with an area.
  interface Shape {
    int area();
  }

  private record Square(int side) implements Shape {
    @Override
    public int area() {
      return side * side;
    }
  }

  private static final int[] NUMBERS = new int[1024];
  private static final Shape[] SHAPES = new Shape[1024];
  private static final Object[] SINK = new Object[16];

  static {
    Arrays.setAll(NUMBERS, i -> i);
    Arrays.setAll(SHAPES, Square::new);
  }

  static void add(int[] a, int[] b) {
    for (int i = 0; i < a.length; i++) { // vectorized
      a[i] += b[i];
    }
  }

  static int gather(int[] a, int[] index) {
    int sum = 0;
    for (int i = 0; i < index.length; i++) { // a range check
      sum = sum * 31 + a[index[i]];
    }
    return sum;
  }

  static void allocate(Object[] sink, int n) {
    for (int i = 0; i < n; i++) { // an allocation
      sink[i & 15] = new Object();
    }
  }

  static int call(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) { // a call
      sum += outOfLine(i);
    }
    return sum;
  }

  private static int outOfLine(int i) {
    return i * 7;
  }

  static int areas(Shape[] shapes) {
    int sum = 0;
    for (int i = 0; i < shapes.length; i++) { // a class guard
      sum += shapes[i].area();
    }
    return sum;
  }

  @Override
  public void run() {
    for (int i = 0; i < 2000; i++) {
      add(NUMBERS.clone(), NUMBERS);
      allocate(SINK, gather(NUMBERS, NUMBERS) & 1023);
      SINK[0] = call(areas(SHAPES) & 1023);
    }
  }
}
