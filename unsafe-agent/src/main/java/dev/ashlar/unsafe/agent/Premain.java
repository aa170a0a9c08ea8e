// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/// Starts the agent. This class is compiled for release 8, so that an older JVM can name its
/// missing features.
public final class Premain {
  private static final int LEAST = 25;

  private Premain() {}

  /// Starts the agent, see [Agent#premain]. On an older JVM the program runs unchanged.
  public static void premain(@Nullable String options, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    String problem = problem(System.getProperty("java.specification.version"));
    if (problem != null) {
      System.err.println(problem);
      return;
    }
    Class.forName("dev.ashlar.unsafe.agent.Agent")
        .getMethod("premain", String.class, Instrumentation.class)
        .invoke(null, options, instrumentation);
  }

  /// {@return the reason why nothing is replaced; null if there is none}
  ///
  /// @param version the Java version, as `1.8` or `17`
  static @Nullable String problem(String version) {
    return Double.parseDouble(version) >= LEAST
        ? null
        : "ashlar-unsafe-agent: needs JDK 25 or later; this is "
            + version
            + ": nothing is replaced";
  }
}
