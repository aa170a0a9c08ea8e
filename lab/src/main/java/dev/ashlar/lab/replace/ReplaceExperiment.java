// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.replace;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.FreshJvms;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.unsafe.workloads.Start;
import dev.ashlar.unsafe.workloads.Workloads;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Compares Unsafe with the agent that replaces it, in third-party libraries that need Unsafe.
public final class ReplaceExperiment extends Experiment {
  private static final String AGENT = "ashlar-agent";
  private static final String UNSAFE = "jdk-unsafe";
  private static final String FALLBACK = "fallback";
  private static final List<String> ALLOWED = List.of("--sun-misc-unsafe-memory-access=allow");

  private static final String START = "start";
  private static final int JVMS = 5;
  private static final Duration TIME = Duration.ofSeconds(3L * JVMS);

  /// Creates the experiment.
  public ReplaceExperiment() {
    super(
        "replace",
        "Unsafe replaced in other jars",
        "Libraries that an application cannot change need sun.misc.Unsafe, which JDKs to come deny."
            + " An agent replaces its calls when classes are loaded. What do the same jars take with it?");
    addContender(AGENT, "Unsafe denied to all classes of the JVM, and replaced by the agent");
    addContender(UNSAFE, "Unsafe allowed");
    addContender(FALLBACK, "the library's own code without Unsafe, which its property chooses");
    setJdkContenders(UNSAFE, FALLBACK);
    Optional<Path> agent = agent();
    for (var workload : dev.ashlar.unsafe.workloads.Workload.values()) {
      String name = name(workload);
      addCase(name, "libraries", workload.description(), workload.operations());
      List<String> flags = agent.map(ReplaceExperiment::flags).orElse(List.of());
      Supplier<Workload> work = () -> new LibraryWorkload(workload);
      requireAgent(agent, addWork(name, AGENT, work).flags(flags));
      addWork(name, UNSAFE, work).flags(ALLOWED);
      List<String> timed = new ArrayList<>(List.of(AGENT, UNSAFE));
      if (name.startsWith("netty")) {
        addWork(name, FALLBACK, work).flags("-Dio.netty.noUnsafe=true");
        timed.add(FALLBACK);
      }
      addHeadline(name, timed.toArray(String[]::new));
    }
    addStart(agent);
    addDefault("netty-heap");
    addLoss("netty-heap", UNSAFE, "what replaces Unsafe checks each access (docs/unsafe-agent.md)");
  }

  private void addStart(Optional<Path> agent) {
    addCase(
            START,
            START,
            "all of them once, from the start of the JVM, median over %d JVMs".formatted(JVMS),
            1)
        .observed()
        .extraTime(TIME);
    requireAgent(agent, addWork(START, AGENT, () -> started(flags(agent.orElseThrow()))));
    addWork(START, UNSAFE, () -> started(ALLOWED));
    addHeadline(START);
  }

  private static void requireAgent(Optional<Path> agent, Work replaced) {
    if (agent.isEmpty()) {
      replaced.unavailable("the jar of the agent is not on the class path");
    }
  }

  private static FreshJvms started(List<String> flags) {
    return new FreshJvms("start", flags, List.of(Start.class.getName()), JVMS);
  }

  private static Optional<Path> agent() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().startsWith("ashlar-unsafe-agent"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static List<String> flags(Path agent) {
    return List.of(
        "--sun-misc-unsafe-memory-access=deny",
        "-javaagent:" + agent.toAbsolutePath(),
        JvmFlags.NATIVE_ACCESS);
  }

  private static final class LibraryWorkload implements Workload {
    private final LongSupplier run;
    private final long expected;

    LibraryWorkload(dev.ashlar.unsafe.workloads.Workload workload) {
      run = Workloads.of(workload);
      expected = workload.expected();
    }

    @Override
    public void verify() {
      Proof.repeat(() -> Proof.requireEqual(run(), expected, "what the library came to"));
    }

    @Override
    public long run() {
      return run.getAsLong();
    }
  }
}
