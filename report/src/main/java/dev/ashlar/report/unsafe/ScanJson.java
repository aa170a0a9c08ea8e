// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.report.text.JsonText;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.advice.Remedy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes a scan for uses of `sun.misc.Unsafe` as JSON, which is also the format of a baseline.
public final class ScanJson {
  static final int SCHEMA = 1;

  private ScanJson() {}

  /// Writes the whole result to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(ScanReport report, JdkMethods jdk, ScanDetail detail, Path file)
      throws IOException {
    JsonText.write(
        object(
            "schema", SCHEMA,
            "jdk", report.javaVersion(),
            "artifactCount", report.artifactCount(),
            "classCount", report.classCount(),
            "byteCount", report.byteCount(),
            "verdict", UnsafeVerdicts.of(report, jdk),
            "complete", report.isComplete(),
            "problems", report.problems().stream().map(ScanProblem::words).toList(),
            "artifacts", report.artifacts().stream().map(a -> artifact(a, jdk, detail)).toList()),
        file);
  }

  private static Map<String, Object> artifact(
      ArtifactScan scan, JdkMethods jdk, ScanDetail detail) {
    return object(
        "group", scan.artifact().group(),
        "name", scan.artifact().name(),
        "version", scan.artifact().version(),
        "namedBy", scan.artifact().source().words(),
        "location", scan.artifact().location(),
        "path", detail.broughtIn(scan.artifact()),
        "classCount", scan.classCount(),
        "contains", scan.contents(),
        "manifest", scan.manifest(),
        "whatToDoNow", Remedy.of(scan, jdk),
        "uses", uses(scan.uses(), jdk),
        "notLoaded", uses(scan.notLoaded(), jdk));
  }

  private static List<Map<String, Object>> uses(List<Use> uses, JdkMethods jdk) {
    return uses.stream().map(use -> use(use, jdk)).toList();
  }

  private static Map<String, Object> use(Use use, JdkMethods jdk) {
    Optional<Use> call = Optional.of(use).filter(u -> u.kind().isUnsafeCall());
    return object(
        "kind", use.kind().name(),
        "class", use.site().className(),
        "method", use.site().method() + use.site().descriptor(),
        "bci", Optional.of(use.site().bci()).filter(bci -> bci >= 0),
        "line", Optional.of(use.site().line()).filter(line -> line > 0),
        "release", Optional.of(use.site().release()).filter(release -> release > 0),
        "target", use.target().toString(),
        "terminallyDeprecated", call.map(jdk::isTerminallyDeprecated),
        "denied", call.map(jdk::isDenied));
  }
}
