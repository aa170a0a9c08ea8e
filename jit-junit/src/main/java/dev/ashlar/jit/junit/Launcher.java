// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/// The main class of a forked JVM: runs the workload.
final class Launcher {
  private interface Work {
    void run() throws Throwable;
  }

  private Launcher() {}

  /// Runs the workload.
  ///
  /// @param arguments the milliseconds, the class, and a static method; without a method, the class
  ///   must be a Runnable
  public static void main(String[] arguments) throws Throwable {
    Work work = work(Class.forName(arguments[1]), arguments);
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    do {
      work.run();
    } while (System.nanoTime() - end < 0);
  }

  private static Work work(Class<?> holder, String[] arguments)
      throws ReflectiveOperationException {
    if (arguments.length == 2) {
      Constructor<?> constructor = holder.getDeclaredConstructor();
      constructor.setAccessible(true);
      return ((Runnable) constructor.newInstance())::run;
    }
    Method method = holder.getDeclaredMethod(arguments[2]);
    method.setAccessible(true);
    MethodHandle handle = MethodHandles.lookup().unreflect(method);
    return handle::invoke;
  }
}
