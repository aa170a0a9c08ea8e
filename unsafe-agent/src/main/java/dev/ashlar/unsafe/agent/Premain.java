// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/// Starts the agent. This class is compiled for release 8, so that an older JVM can report what it
/// lacks.
public final class Premain {
  private static final int LEAST = 25;

  private Premain() {}

  /// As [Agent#premain]. In an older JVM the program runs unchanged.
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

  /// {@return why nothing is replaced, or null}
  ///
  /// @param version as `1.8`, `17`
  static @Nullable String problem(String version) {
    return Double.parseDouble(version) >= LEAST
        ? null
        : "ashlar-unsafe-agent: needs JDK 25 or later; this is "
            + version
            + ": nothing is replaced";
  }
}
