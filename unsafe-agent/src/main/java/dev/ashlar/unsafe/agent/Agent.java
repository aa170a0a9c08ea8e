// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.memory.Checks;
import dev.ashlar.unsafe.agent.memory.Tracker;
import dev.ashlar.unsafe.agent.rewrite.Transformer;
import dev.ashlar.unsafe.agent.runtime.Packages;
import dev.ashlar.unsafe.agent.runtime.Use;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The entry point of the Java agent. The JVM puts the agent's jar on the class path, where
/// rewritten classes find the replacement.
public final class Agent {
  private static final String REPORT = "report=";

  private Agent() {}

  /// Replaces Unsafe in the classes that are loaded from now on.
  ///
  /// An example is `-javaagent:ashlar-unsafe-agent.jar=report=FILE`; `%p` in the name stands for
  /// the process id. The options of [Checks] add checks of native memory.
  ///
  /// @param options the options, separated by commas
  /// @throws IllegalArgumentException if an option is not known
  public static void premain(@Nullable String options, Instrumentation instrumentation) {
    for (String option : options == null ? new String[0] : options.split(",", -1)) {
      if (option.startsWith(REPORT)) {
        String pid = Long.toString(ProcessHandle.current().pid());
        Path file = Path.of(option.substring(REPORT.length()).replace("%p", pid));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Report.write(file)));
      } else if (!option.isEmpty() && !Checks.choose(option)) {
        throw new IllegalArgumentException(
            "unknown option of the agent: %s; there is %sFILE, %s"
                .formatted(option, REPORT, Checks.OPTIONS));
      }
    }
    if (Tracker.ACTIVE) {
      Tracker.listen(Use::refused);
    }
    if (Tracker.LEAKS) {
      Runtime.getRuntime().addShutdownHook(new Thread(Report::printLeaks));
    }
    Packages.openBy(instrumentation);
    Preloading.run();
    instrumentation.addTransformer(new Transformer());
    Preloading.startLinking();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      Transformer.report(loaded);
    }
  }
}
