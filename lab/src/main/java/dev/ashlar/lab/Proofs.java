// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.machine.MeasuredJdk;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Verifies the results of a case in separate JVMs, before its pairs are timed. Contenders with the
/// same flags share a JVM.
record Proofs(LabOptions options, MeasuredJdk jdk, PrintStream log, Forks forks) {
  /// {@return the pairs that cannot be timed, each with the reason} The other pairs are proved.
  Map<Pair, Outcome> refuted(Experiment experiment, List<Pair> pairs) {
    Map<Pair, Outcome> refuted = new LinkedHashMap<>();
    Map<List<String>, List<Pair>> groups =
        pairs.stream()
            .collect(
                Collectors.groupingBy(
                    pair -> MeasuredFlags.of(experiment, pair, options),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach((flags, group) -> refuted.putAll(refuted(experiment, flags, group)));
    return refuted;
  }

  private Map<Pair, Outcome> refuted(Experiment experiment, List<String> flags, List<Pair> group) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(flags);
    command.addAll(forks.archiveFlags());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ProofProgram.class.getName(),
            experiment.name(),
            group.getFirst().theCase().name()));
    group.forEach(pair -> command.add(pair.contender().name()));
    Map<String, String> printed = printed(command);
    Map<Pair, Outcome> refuted = new LinkedHashMap<>();
    for (Pair pair : group) {
      String outcome =
          printed.getOrDefault(
              pair.contender().name(), "the JVM that proves its result ended; see lab.log");
      if (!outcome.equals(ProofProgram.PROVED)) {
        refuted.put(pair, Forks.notMeasured(outcome));
      }
    }
    return refuted;
  }

  /// {@return what the program printed for each contender; everything else is in the log}
  private Map<String, String> printed(List<String> command) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    Path errors = ScratchFiles.create(".txt");
    try {
      Process jvm = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      jvm.getOutputStream().close();
      String output = new String(jvm.getInputStream().readAllBytes(), UTF_8);
      jvm.waitFor();
      for (String line : output.lines().toList()) {
        int tab = line.indexOf('\t');
        if (tab < 0) {
          log.println(line);
        } else {
          outcomes.put(line.substring(0, tab), line.substring(tab + 1));
        }
      }
      log.print(Files.readString(errors));
    } catch (IOException e) {
      log.println("cannot prove: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ScratchFiles.delete(errors);
    }
    return outcomes;
  }
}
