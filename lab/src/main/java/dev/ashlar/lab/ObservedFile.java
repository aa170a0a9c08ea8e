// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.experiment.Observation.Figures;
import dev.ashlar.lab.experiment.Observation.Observed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The file in which a measured JVM stores an `Observation`, for the JVM that started it. Tabs
/// separate the parts of a line:
///
/// ```
/// score unit
/// name unit value value …     for each series
/// ```
final class ObservedFile {
  private static final String TAB = "\t";

  private ObservedFile() {}

  static void write(Path file, Observed observed) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(observed.score() + TAB + observed.unit());
    for (Figures figures : observed.series()) {
      lines.add(
          figures.name()
              + TAB
              + figures.unit()
              + figures.values().stream().map(v -> TAB + v).collect(Collectors.joining()));
    }
    Files.write(file, lines);
  }

  static Observed read(Path file) throws IOException {
    List<String[]> lines = Files.readAllLines(file).stream().map(l -> l.split(TAB, -1)).toList();
    String[] first = lines.getFirst();
    return new Observed(
        Double.parseDouble(first[0]),
        first[1],
        lines.stream().skip(1).map(ObservedFile::figures).toList());
  }

  private static Figures figures(String[] line) {
    return new Figures(line[0], line[1], Arrays.stream(line).skip(2).map(Double::valueOf).toList());
  }
}
