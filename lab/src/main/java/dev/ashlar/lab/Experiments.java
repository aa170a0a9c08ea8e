package dev.ashlar.lab;

import dev.ashlar.lab.access.AccessExperiment;
import dev.ashlar.lab.blobs.BlobsExperiment;
import dev.ashlar.lab.calls.CallsExperiment;
import dev.ashlar.lab.decode.DecodeExperiment;
import dev.ashlar.lab.files.FilesExperiment;
import dev.ashlar.lab.firstuse.FirstUseExperiment;
import dev.ashlar.lab.records.RecordsExperiment;
import dev.ashlar.lab.send.SendExperiment;
import dev.ashlar.lab.strings.StringsExperiment;
import dev.ashlar.lab.structures.StructuresExperiment;
import dev.ashlar.lab.widths.WidthsExperiment;
import dev.ashlar.lab.zeroing.ZeroingExperiment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The experiments there are. A new one is added here.
public final class Experiments {
  private Experiments() {}

  /// {@return all experiments, in the order they run}
  ///
  /// @param mode how many rows `records` has
  /// @param text the user's own lines for `strings`
  public static List<Experiment> all(Mode mode, Optional<Path> text) {
    return List.of(
        new StringsExperiment(text),
        new ZeroingExperiment(),
        new RecordsExperiment(mode),
        new CallsExperiment(),
        new DecodeExperiment(),
        new FirstUseExperiment(),
        new FilesExperiment(),
        new AccessExperiment(),
        new StructuresExperiment(),
        new WidthsExperiment(),
        new SendExperiment(),
        new BlobsExperiment(mode));
  }

  /// {@return the experiments of these names, or all when there is none}
  ///
  /// @throws LabException for an unknown name
  public static List<Experiment> named(List<String> names, Mode mode, Optional<Path> text) {
    List<Experiment> all = all(mode, text);
    for (String name : names) {
      if (all.stream().noneMatch(e -> e.name().equals(name))) {
        throw LabException.wrongUsage(
            "no experiment is named '%s'; there are: %s"
                .formatted(
                    name, all.stream().map(Experiment::name).collect(Collectors.joining(", "))));
      }
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(experiment -> names.contains(experiment.name())).toList();
  }
}
