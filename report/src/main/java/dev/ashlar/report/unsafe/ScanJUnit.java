// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.report.ci.JUnitReport;
import dev.ashlar.results.AtomicFile;
import dev.ashlar.unsafe.ScanReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Writes the comparison of a scan with a baseline in JUnit's XML format. Each artifact with uses
/// has a test, which fails if one of its uses is new. One more test fails if other parts are new,
/// such as files that could not be read.
public final class ScanJUnit {
  private static final String NAME = "ashlar unsafe scan";

  private ScanJUnit() {}

  /// Writes the report to `file`, in full or not at all. Missing folders are created.
  ///
  /// @param news the new parts, from [ScanBaseline#newIn]
  /// @throws IOException naming the file and the reason
  public static void write(ScanReport report, List<String> news, Path file) throws IOException {
    AtomicFile.write(file, xml(report, news));
  }

  static String xml(ScanReport report, List<String> news) {
    List<String> left = new ArrayList<>(news);
    List<JUnitReport.Case> cases = new ArrayList<>();
    List<String> artifacts =
        report.artifacts().stream().map(scan -> scan.artifact().coordinates()).toList();
    for (String artifact : new TreeSet<>(artifacts)) {
      List<String> own = left.stream().filter(n -> n.startsWith(artifact + ": ")).toList();
      left.removeAll(own);
      cases.add(new JUnitReport.Case(NAME, artifact, own, ""));
    }
    cases.add(new JUnitReport.Case(NAME, "everything is read", left, ""));
    return JUnitReport.xml(List.of(new JUnitReport.Suite(NAME, cases)));
  }
}
