// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import dev.ashlar.memory.NativeStack;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/// C's `strtod` gets a text, and a place for a pointer: memory that is dead when the call is over.
/// A frame of the thread's native stack has room for both, without `malloc`.
final class NativeCall {
  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle STRTOD =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("strtod"),
          FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.ADDRESS, ValueLayout.ADDRESS));

  private NativeCall() {}

  static void main() {
    System.out.println(Arrays.toString(numbers("3.25 -17 6.02e23 apples")));
  }

  /// Returns the numbers that a text begins with.
  static double[] numbers(String text) {
    double[] numbers = new double[text.length()];
    int count = 0;
    try (NativeStack.Frame frame = NativeStack.current().push()) {
      MemorySegment start = frame.allocateFrom(text);
      MemorySegment end = frame.allocate(ValueLayout.ADDRESS);
      long read = 0;
      while (true) {
        double number = strtod(start.asSlice(read), end);
        long next = end.get(ValueLayout.ADDRESS, 0).address() - start.address();
        if (next == read) {
          return Arrays.copyOf(numbers, count);
        }
        numbers[count++] = number;
        read = next;
      }
    }
  }

  private static double strtod(MemorySegment text, MemorySegment end) {
    try {
      return (double) STRTOD.invokeExact(text, end);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
