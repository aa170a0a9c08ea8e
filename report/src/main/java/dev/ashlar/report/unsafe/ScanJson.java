// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.report.text.JsonText;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.advice.Remedy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a scan for uses of `sun.misc.Unsafe` as JSON, which is also the format of a baseline.
public final class ScanJson {
  static final int SCHEMA = 1;

  private ScanJson() {}

  /// Writes the whole result to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(ScanReport report, JdkMethods jdk, ScanDetail detail, Path file)
      throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("jdk", report.javaVersion());
    json.put("artifactCount", report.artifactCount());
    json.put("classCount", report.classCount());
    json.put("byteCount", report.byteCount());
    json.put("verdict", UnsafeVerdicts.of(report, jdk));
    json.put("complete", report.isComplete());
    json.put("problems", report.problems().stream().map(ScanProblem::words).toList());
    json.put("artifacts", report.artifacts().stream().map(a -> artifact(a, jdk, detail)).toList());
    JsonText.write(json, file);
  }

  private static Map<String, Object> artifact(
      ArtifactScan scan, JdkMethods jdk, ScanDetail detail) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("group", scan.artifact().group());
    json.put("name", scan.artifact().name());
    json.put("version", scan.artifact().version());
    json.put("namedBy", scan.artifact().source().words());
    json.put("location", scan.artifact().location());
    detail.broughtIn(scan.artifact()).ifPresent(path -> json.put("path", path));
    json.put("classCount", scan.classCount());
    json.put("contains", scan.contents());
    json.put("manifest", scan.manifest());
    Remedy.of(scan, jdk).ifPresent(advice -> json.put("whatToDoNow", advice));
    json.put("uses", uses(scan.uses(), jdk));
    json.put("notLoaded", uses(scan.notLoaded(), jdk));
    return json;
  }

  private static List<Map<String, Object>> uses(List<Use> uses, JdkMethods jdk) {
    return uses.stream().map(use -> use(use, jdk)).toList();
  }

  private static Map<String, Object> use(Use use, JdkMethods jdk) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", use.kind().name());
    json.put("class", use.site().className());
    json.put("method", use.site().method() + use.site().descriptor());
    if (use.site().bci() >= 0) {
      json.put("bci", use.site().bci());
    }
    if (use.site().line() > 0) {
      json.put("line", use.site().line());
    }
    if (use.site().release() > 0) {
      json.put("release", use.site().release());
    }
    json.put("target", use.target().toString());
    if (use.kind().isUnsafeCall()) {
      json.put("terminallyDeprecated", jdk.isTerminallyDeprecated(use));
      json.put("denied", jdk.isDenied(use));
    }
    return json;
  }
}
