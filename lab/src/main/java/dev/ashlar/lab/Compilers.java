// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The JIT compilers of this JVM.
final class Compilers {
  private static final CompilationMXBean BEAN = ManagementFactory.getCompilationMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final Path THREADS = Path.of("/proc/self/task");

  /// The longest wait for running compilations. On a slow machine, a method with many branches in a
  /// loop may need this long.
  private static final int MOST_MILLIS = 10_000;

  /// The common part of the names of HotSpot's compiler threads. Linux cuts them to 15 bytes.
  private static final String NAME = "CompilerThre";

  private static final long CHUNK_NANOS = 10_000_000;
  private static final long IDLE_NANOS = 100_000_000;
  private static final long IDLE_WAIT_NANOS = 4 * IDLE_NANOS;
  private static final long LONGEST_NANOS = 3_000_000_000L;

  private Compilers() {}

  /// {@return the total time of all finished compilations, in milliseconds}
  static long totalMillis() {
    return BEAN.getTotalCompilationTime();
  }

  /// {@return true if [#totalMillis] is no longer `millis`, or if a compilation is running}
  static boolean haveWorkedSince(long millis) {
    return totalMillis() != millis || isRunning();
  }

  /// Waits until no compilation is running. Without the wait, code of a lower tier would be timed.
  /// While the compilers are behind, HotSpot also compiles with short profiles, and such code
  /// stays.
  static void awaitIdle() {
    int idle = 0;
    long before = -1;
    try {
      for (int millis = 0; millis < MOST_MILLIS && idle < 2; millis += 2) {
        idle = haveWorkedSince(before) ? 0 : idle + 1;
        before = totalMillis();
        Thread.sleep(2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Repeats the work until the compilers have been idle while this process used [#IDLE_NANOS] of
  /// processor time. If the work mostly waits, [#IDLE_WAIT_NANOS] of elapsed time suffice. Ends
  /// after [#LONGEST_NANOS] at the latest.
  static void warmUp(Runnable work) {
    long start = System.nanoTime();
    long changed = start;
    long used = SYSTEM.getProcessCpuTime();
    long before = totalMillis();
    for (long now = start; now - start < LONGEST_NANOS; now = System.nanoTime()) {
      repeat(work, CHUNK_NANOS);
      if (haveWorkedSince(before)) {
        before = totalMillis();
        changed = System.nanoTime();
        used = SYSTEM.getProcessCpuTime();
      } else if (SYSTEM.getProcessCpuTime() - used >= IDLE_NANOS
          || System.nanoTime() - changed >= IDLE_WAIT_NANOS) {
        return;
      }
    }
  }

  /// Does the work at least once, and repeats it until `nanos` have passed.
  static void repeat(Runnable work, long nanos) {
    long end = System.nanoTime() + nanos;
    do {
      work.run();
    } while (System.nanoTime() < end);
  }

  /// The bean knows only what is over. Linux knows which threads wait; elsewhere nobody does.
  private static boolean isRunning() {
    if (!Files.isDirectory(THREADS)) {
      return false;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        if (isRunningCompiler(stat(thread))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /// A thread may end while the others are read.
  private static String stat(Path thread) {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (IOException e) {
      return "";
    }
  }

  /// @param stat as in proc_pid_stat(5): `123 (C2 CompilerThre) S …`
  static boolean isRunningCompiler(String stat) {
    int nameEnd = stat.lastIndexOf(')');
    return nameEnd > 0
        && stat.substring(0, nameEnd).contains(NAME)
        && !stat.startsWith(" S", nameEnd + 1);
  }
}
