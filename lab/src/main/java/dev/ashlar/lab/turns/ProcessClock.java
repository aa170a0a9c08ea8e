// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.turns;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/// The processor time that all threads of a process have used, in nanoseconds.
///
/// Linux has a clock for each process (clock_getcpuclockid(3)). `/proc` and the JDK report this
/// time in ticks of 10 ms, and a slice may be as short as one tick.
final class ProcessClock {
  static final long UNKNOWN = -1;

  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  /// The kernel's CPUCLOCK_SCHED, for the time of a whole process. A clock id has this number in
  /// its low bits, below the inverted process id.
  private static final int SCHEDULED = 2;

  private static final int ID_SHIFT = 3;

  private ProcessClock() {}

  /// {@return the time of a process; [#UNKNOWN] if the process has ended, or if this is not Linux}
  static long nanos(long pid) {
    return IS_LINUX ? Linux.nanos(pid) : UNKNOWN;
  }

  private static final class Linux {
    private static final MethodHandle CLOCK_GETTIME =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

    static long nanos(long pid) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
        int clock = (int) (~pid << ID_SHIFT | SCHEDULED);
        if ((int) CLOCK_GETTIME.invokeExact(clock, time) != 0) {
          return UNKNOWN;
        }
        return TimeUnit.SECONDS.toNanos(time.getAtIndex(ValueLayout.JAVA_LONG, 0))
            + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
      } catch (Throwable e) {
        throw new LinkageError("clock_gettime", e);
      }
    }
  }
}
