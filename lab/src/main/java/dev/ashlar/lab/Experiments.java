// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.access.AccessExperiment;
import dev.ashlar.lab.blobs.BlobsExperiment;
import dev.ashlar.lab.calls.CallsExperiment;
import dev.ashlar.lab.codecs.CodecsExperiment;
import dev.ashlar.lab.decode.DecodeExperiment;
import dev.ashlar.lab.engines.EnginesExperiment;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.export.ExportExperiment;
import dev.ashlar.lab.files.FilesExperiment;
import dev.ashlar.lab.firstuse.FirstUseExperiment;
import dev.ashlar.lab.lookup.LookupExperiment;
import dev.ashlar.lab.protobuf.ProtobufExperiment;
import dev.ashlar.lab.records.RecordsExperiment;
import dev.ashlar.lab.replace.ReplaceExperiment;
import dev.ashlar.lab.send.SendExperiment;
import dev.ashlar.lab.stores.StoresExperiment;
import dev.ashlar.lab.strings.StringsExperiment;
import dev.ashlar.lab.structures.StructuresExperiment;
import dev.ashlar.lab.widths.WidthsExperiment;
import dev.ashlar.lab.zeroing.ZeroingExperiment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// All experiments. New experiments are added here.
public final class Experiments {
  private Experiments() {}

  /// {@return all experiments, in the order in which they run}
  ///
  /// @param mode determines the amount of their work
  /// @param text the user's own lines, for the experiment `strings`
  public static List<Experiment> all(Mode mode, Optional<Path> text) {
    return named(List.of(), mode, text);
  }

  /// Made when it is asked for: a measured JVM loads the classes of one.
  private static Map<String, Supplier<Experiment>> makers(Mode mode, Optional<Path> text) {
    Map<String, Supplier<Experiment>> makers = new LinkedHashMap<>();
    makers.put("strings", () -> new StringsExperiment(text));
    makers.put("zeroing", ZeroingExperiment::new);
    makers.put("records", () -> new RecordsExperiment(mode));
    makers.put("calls", CallsExperiment::new);
    makers.put("decode", DecodeExperiment::new);
    makers.put("first-use", FirstUseExperiment::new);
    makers.put("files", FilesExperiment::new);
    makers.put("access", AccessExperiment::new);
    makers.put("structures", StructuresExperiment::new);
    makers.put("codecs", CodecsExperiment::new);
    makers.put("widths", WidthsExperiment::new);
    makers.put("engines", () -> new EnginesExperiment(mode));
    makers.put("lookup", () -> new LookupExperiment(mode));
    makers.put("send", SendExperiment::new);
    makers.put("blobs", () -> new BlobsExperiment(mode));
    makers.put("protobuf", ProtobufExperiment::new);
    makers.put("export", ExportExperiment::new);
    makers.put("replace", ReplaceExperiment::new);
    makers.put("stores", () -> new StoresExperiment(mode));
    return makers;
  }

  /// {@return the experiments with these names; all experiments if `names` is empty}
  ///
  /// @throws LabException if a name is unknown
  public static List<Experiment> named(List<String> names, Mode mode, Optional<Path> text) {
    Map<String, Supplier<Experiment>> makers = makers(mode, text);
    for (String name : names) {
      if (!makers.containsKey(name)) {
        throw LabException.wrongUsage(
            "no experiment is named '%s'; there are: %s"
                .formatted(name, String.join(", ", makers.keySet())));
      }
    }
    if (!names.isEmpty()) {
      makers.keySet().retainAll(names);
    }
    return makers.values().stream().map(Supplier::get).toList();
  }
}
