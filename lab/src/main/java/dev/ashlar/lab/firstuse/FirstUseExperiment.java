// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.firstuse;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.firstuse.FirstUseProgram.Part;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;

/// Compares the time of the first use of each part, which is milliseconds rather than nanoseconds.
public final class FirstUseExperiment extends Experiment {
  private static final String COLD = "cold";
  private static final int JVMS = 5;
  private static final Duration TIME = Duration.ofMillis(100L * JVMS);

  /// Creates the experiment.
  public FirstUseExperiment() {
    super(
        "first-use",
        "First use in a fresh JVM",
        "A command-line tool, a function in the cloud or a test uses a library once or twice, before"
            + " anything is compiled. Then class loading, method handles, generated classes and the"
            + " linking of native functions cost more than all calls. What does the first use of each"
            + " part cost, beside the JDK's own way to a piece of native memory?");
    addContender(HARNESS, Part.NOTHING.description, Kind.CONTROL);
    addEmpty(Part.NOTHING.description, 1, () -> Part.NOTHING.in(JVMS)).observed().extraTime(TIME);
    addCase(
            COLD,
            COLD,
            "one write and one read in a fresh JVM, median over %d JVMs".formatted(JVMS),
            1)
        .observed()
        .extraTime(TIME);
    for (Part part : Part.values()) {
      if (part != Part.NOTHING) {
        addContender(part.contender, part.description);
        addWork(COLD, part.contender, () -> part.in(JVMS));
      }
    }
    setJdkContenders(Part.CONFINED_ARENA.contender);
    addHeadline(COLD);
    addDefault(COLD, Part.BYTES_NATIVE.contender, Part.TABLE.contender);
    addLoss(
        COLD,
        Part.CONFINED_ARENA.contender,
        "classes are loaded and generated (docs/design/table.md)");
  }
}
