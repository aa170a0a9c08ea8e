// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.engines.DuckDbLocation;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.stores.Peers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The flags of JVMs that time or verify a pair.
final class MeasuredFlags {
  /// Flags of every measured JVM: a small heap whose young generation is touched during warm-up.
  static final List<String> COMMON = List.of("-XX:+UseG1GC", "-Xms256m", "-Xmx256m", "-Xmn64m");

  private MeasuredFlags() {}

  static List<String> of(Experiment experiment, Pair pair, LabOptions options) {
    List<String> flags = new ArrayList<>(COMMON);
    flags.addAll(experiment.flags(pair.theCase(), pair.contender()));
    flags.add("-D" + LabBenchmark.MODE + "=" + options.mode().name());
    options
        .text()
        .ifPresent(text -> flags.add("-D" + LabBenchmark.TEXT_FILE + "=" + text.toAbsolutePath()));
    for (String property : List.of(DuckDbLocation.PROPERTY, Peers.PROPERTY)) {
      Optional.ofNullable(System.getProperty(property))
          .ifPresent(value -> flags.add("-D" + property + "=" + value));
    }
    return flags;
  }
}
