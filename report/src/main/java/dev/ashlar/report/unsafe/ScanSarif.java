// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.report.ci.SarifReport;
import dev.ashlar.report.ci.SarifReport.BaselineState;
import dev.ashlar.report.ci.SarifReport.Level;
import dev.ashlar.report.ci.SarifReport.Location;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Writes a scan for uses of `sun.misc.Unsafe` in the format SARIF. The location of a result is the
/// jar, because a jar does not have the paths of its sources. The message has class and line.
public final class ScanSarif {
  private static final String PROBLEM = "not-read";

  private ScanSarif() {}

  /// Writes the whole result to `file`, in full or not at all. Missing folders are created.
  ///
  /// @param baseline the baseline. With it, each result is `new` or `unchanged`; uses that only the
  ///   baseline has are results too, as `absent`
  /// @param version the version of this tool
  /// @throws IOException naming the file and the reason
  public static void write(
      ScanReport report, JdkMethods jdk, Optional<ScanBaseline> baseline, String version, Path file)
      throws IOException {
    SarifReport sarif = new SarifReport("ashlar unsafe scan", version);
    for (Use.Kind kind : Use.Kind.values()) {
      sarif.addRule(new SarifReport.Rule(id(kind), sentence(kind), help(kind)));
    }
    sarif.addRule(
        new SarifReport.Rule(
            PROBLEM,
            "A file could not be read.",
            "Repair the file or remove it: it may hide uses."));
    Optional<ScanBaseline.Matching> known = baseline.map(ScanBaseline::matching);
    for (ArtifactScan scan : report.artifacts()) {
      for (Use use : scan.uses()) {
        sarif.addResult(
            result(
                scan, use, jdk, known.map(k -> BaselineState.of(k.matches(scan.artifact(), use)))));
      }
    }
    for (ScanProblem problem : report.problems()) {
      sarif.addResult(
          new SarifReport.Result(
              PROBLEM,
              Level.WARNING,
              problem.words(),
              location(problem.location()),
              baseline.map(b -> BaselineState.of(b.hasProblem(problem))),
              Map.of()));
    }
    known.ifPresent(
        k -> k.unmatched().forEach(use -> addAbsent(use, baseline.get().location(use), sarif)));
    baseline.ifPresent(b ->
        b.solvedIn(report)
            .forEach(problem ->
                sarif.addResult(
                    SarifReport.Result.absent(
                        PROBLEM, problem.words(), location(problem.location()), Map.of()))));
    sarif.write(file);
  }

  /// A baseline of a later version of this tool may have kinds that have no rule here.
  private static void addAbsent(ScanBaseline.Key use, String location, SarifReport sarif) {
    Arrays.stream(Use.Kind.values())
        .filter(kind -> kind.name().equals(use.kind()))
        .forEach(kind ->
            sarif.addResult(
                SarifReport.Result.absent(
                    id(kind),
                    "%s in %s::%s".formatted(use.target(), use.type(), use.method()),
                    location(location),
                    object(
                        "artifact", use.artifact(),
                        "class", use.type(),
                        "method", use.method()))));
  }

  private static SarifReport.Result result(
      ArtifactScan scan, Use use, JdkMethods jdk, Optional<BaselineState> state) {
    Map<String, Object> properties =
        object(
            "artifact", scan.artifact().coordinates(),
            "class", use.site().className(),
            "method", use.site().method() + use.site().descriptor(),
            "line", use.site().line());
    return new SarifReport.Result(
        id(use.kind()),
        jdk.isDenied(use) ? Level.WARNING : Level.NOTE,
        "%s: %s %s in %s"
            .formatted(
                scan.artifact().coordinates(),
                use.kind().title(),
                use.target().signature(),
                use.site().words()),
        location(scan.artifact().location()),
        state,
        properties);
  }

  /// The file on disk: SARIF has no place inside of an archive.
  private static Location location(String location) {
    int inside = location.indexOf("!/");
    return Location.of(Path.of(inside < 0 ? location : location.substring(0, inside)));
  }

  private static String id(Use.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String sentence(Use.Kind kind) {
    return switch (kind) {
      case UNSAFE_CALL -> "Code calls a method of sun.misc.Unsafe.";
      case UNSAFE_REFERENCE -> "Code has a method reference to sun.misc.Unsafe.";
      case UNSAFE_FIELD -> "Code reads a field of sun.misc.Unsafe.";
      case UNSAFE_INSTANCE -> "Code gets the instance of Unsafe by reflection.";
      case UNSAFE_NAME -> "Code has the name of an Unsafe class as a String.";
      case INTERNAL_UNSAFE -> "Code calls jdk.internal.misc.Unsafe.";
      case RESTRICTED -> "Code calls a restricted method (JEP 472).";
      case NATIVE_METHOD -> "A class declares a native method (JEP 472).";
      case FINAL_FIELD -> "Code sets a final field by reflection (JEP 500).";
    };
  }

  private static String help(Use.Kind kind) {
    return switch (kind) {
      case INTERNAL_UNSAFE -> "The package is not exported: use java.lang.foreign or VarHandle.";
      case RESTRICTED, NATIVE_METHOD -> "Start the JVM with --enable-native-access.";
      case FINAL_FIELD -> "Make the field not final, or set it in a constructor.";
      default -> "docs/unsafe.md of Ashlar has a replacement for each method.";
    };
  }
}
