// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An earlier scan; a later scan is compared with it. Versions of artifacts and line numbers are
/// ignored, so an upgrade, or an edit above a use, adds nothing new. A file that could not be read
/// is the same under all spellings of its path.
public final class ScanBaseline {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Map<Key, Integer> known = new HashMap<>();

  /// The location of an artifact with each use.
  private final Map<Key, String> locations = new HashMap<>();

  private final Set<String> manifest = new HashSet<>();
  private final List<ScannedProblem> problems = new ArrayList<>();

  /// A use, without its version and line.
  ///
  /// @param artifact group and name
  /// @param kind the name of a [Use.Kind]
  record Key(String artifact, String kind, String type, String method, String target) {
    static Key of(Artifact artifact, Use use) {
      return new Key(
          nameOf(artifact.group(), artifact.name()),
          use.kind().name(),
          use.site().className(),
          use.site().method() + use.site().descriptor(),
          use.target().toString());
    }
  }

  private ScanBaseline() {}

  /// Reads a file that [ScanJson] wrote.
  ///
  /// @throws IOException if the file cannot be read, or if [ScanJson] did not write it
  public static ScanBaseline read(Path file) throws IOException {
    ScanBaseline baseline = new ScanBaseline();
    try {
      JsonNode json = MAPPER.readTree(file.toFile());
      if (json.path("schema").asInt(0) != ScanJson.SCHEMA || !json.path("artifacts").isArray()) {
        throw new IOException(
            file + " is no baseline: make one with 'ashlar unsafe scan --json FILE'");
      }
      json.path("artifacts").forEach(baseline::add);
      json.path("problems")
          .forEach(problem -> baseline.problems.add(new ScannedProblem(problem.asString())));
    } catch (JacksonException e) {
      // Without where in the file a bracket was opened.
      String why = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
      throw new IOException(file + " is no JSON: " + why, e);
    }
    return baseline;
  }

  private void add(JsonNode artifact) {
    String name = nameOf(artifact.path("group").asString(""), artifact.path("name").asString(""));
    artifact
        .path("manifest")
        .properties()
        .forEach(e -> manifest.add(entry(name, e.getKey(), e.getValue().asString(""))));
    for (JsonNode use : artifact.path("uses")) {
      Key key =
          new Key(
              name,
              use.path("kind").asString(""),
              use.path("class").asString(""),
              use.path("method").asString(""),
              use.path("target").asString(""));
      known.merge(key, 1, Integer::sum);
      locations.putIfAbsent(key, artifact.path("location").asString(""));
    }
  }

  private static String nameOf(String group, String name) {
    return group + ":" + name;
  }

  private static String entry(String artifact, String name, String value) {
    return artifact + " " + name + ": " + value;
  }

  /// The uses of the baseline. Each of them matches one use of a scan.
  final class Matching {
    private final Map<Key, Integer> left = new HashMap<>(known);

    /// {@return whether the baseline has a use that no earlier call has matched}
    boolean matches(Artifact artifact, Use use) {
      return left.merge(Key.of(artifact, use), -1, Integer::sum) >= 0;
    }

    /// {@return the uses without a match, each as often as the baseline has it unmatched}
    List<Key> unmatched() {
      return left.entrySet().stream()
          .flatMap(use -> Collections.nCopies(Math.max(0, use.getValue()), use.getKey()).stream())
          .sorted(Comparator.comparing(Key::toString))
          .toList();
    }
  }

  Matching matching() {
    return new Matching();
  }

  /// {@return the location of an artifact that had a use}
  String location(Key use) {
    return locations.getOrDefault(use, "");
  }

  boolean hasProblem(ScanProblem problem) {
    return problems.stream().anyMatch(known -> known.is(problem));
  }

  /// {@return the problems of the baseline that a scan does not have}
  List<ScannedProblem> solvedIn(ScanReport report) {
    return problems.stream()
        .filter(known -> report.problems().stream().noneMatch(known::is))
        .sorted(Comparator.comparing(ScannedProblem::words))
        .toList();
  }

  /// {@return the parts of a scan that the baseline does not have, as sentences} A problem that is
  /// not in the baseline is new, because it may hide a use.
  public List<String> newIn(ScanReport report) {
    List<String> found = new ArrayList<>();
    Matching matching = matching();
    for (ArtifactScan scan : report.artifacts()) {
      String artifact = scan.artifact().coordinates();
      scan.manifest()
          .forEach((name, value) -> {
            if (!manifest.contains(
                entry(nameOf(scan.artifact().group(), scan.artifact().name()), name, value))) {
              found.add(artifact + ": " + name + ": " + value);
            }
          });
      for (Use use : scan.uses()) {
        if (!matching.matches(scan.artifact(), use)) {
          found.add(
              "%s: %s %s in %s"
                  .formatted(
                      artifact, use.kind().title(), use.target().signature(), use.site().words()));
        }
      }
    }
    report.problems().stream()
        .filter(problem -> !hasProblem(problem))
        .map(ScanProblem::words)
        .forEach(found::add);
    return found;
  }
}
