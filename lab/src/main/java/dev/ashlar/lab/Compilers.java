// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The JIT compilers of this JVM.
public final class Compilers {
  private static final CompilationMXBean BEAN = ManagementFactory.getCompilationMXBean();
  private static final Path THREADS = Path.of("/proc/self/task");

  /// A method with many branches in a loop may take so long, on a slow machine.
  private static final int MOST_MILLIS = 10_000;

  /// As Linux has the names of HotSpot's compiler threads, which it cuts.
  private static final String NAME = "CompilerThre";

  private Compilers() {}

  /// {@return the total time of all finished compilations, in milliseconds}
  public static long totalMillis() {
    return BEAN.getTotalCompilationTime();
  }

  /// Waits until nothing is being compiled. While the compilers are behind, HotSpot compiles with
  /// short profiles, and that code stays. Meanwhile, code of a lower tier would be timed.
  public static void awaitIdle() {
    int idle = 0;
    long before = -1;
    try {
      for (int millis = 0; millis < MOST_MILLIS && idle < 2; millis += 2) {
        long total = totalMillis();
        idle = total == before && !isRunning() ? idle + 1 : 0;
        before = total;
        Thread.sleep(2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
