// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A few functions of libc.
@SuppressWarnings("restricted")
final class CFunctions {
  private static final Linker LINKER = Linker.nativeLinker();

  /// `lldiv_t`, which is the same everywhere.
  static final StructLayout LLDIV =
      MemoryLayout.structLayout(JAVA_LONG.withName("quot"), JAVA_LONG.withName("rem"));

  static final MethodHandle STRLEN = function("strlen", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
  static final MethodHandle LLDIV_CALL =
      function("lldiv", FunctionDescriptor.of(LLDIV, JAVA_LONG, JAVA_LONG));
  static final MethodHandle MEMCMP =
      function("memcmp", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
  static final MethodHandle STRTOL_ERRNO =
      function(
          "strtoll",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT),
          CallState.captureErrno());
  private static final MethodHandle QSORT =
      function("qsort", FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));

  private CFunctions() {}

  private static MethodHandle function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
  }

  /// Sorts ints with C's qsort; `onCompare` is called back at each comparison.
  static <T> List<T> sort(MemorySegment ints, int count, Supplier<T> onCompare) throws Throwable {
    List<T> results = new ArrayList<>();
    Comparison comparison =
        (a, b) -> {
          results.add(onCompare.get());
          return Integer.compare(
              a.reinterpret(4).get(JAVA_INT, 0), b.reinterpret(4).get(JAVA_INT, 0));
        };
    MethodHandle compare =
        MethodHandles.lookup()
            .findVirtual(
                Comparison.class,
                "compare",
                MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class))
            .bindTo(comparison);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stub =
          LINKER.upcallStub(compare, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS), arena);
      QSORT.invokeExact(ints, (long) count, 4L, stub);
    }
    return results;
  }

  interface Comparison {
    int compare(MemorySegment a, MemorySegment b);
  }
}
