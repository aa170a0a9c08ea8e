// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.SymbolicLink;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.scan.UnsafeScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A baseline knows files and folders again, however their paths are spelled.
class ScanBaselineTest {
  private static final JdkMethods JDK = JdkMethods.ofThisJdk();

  @TempDir private Path folder = Path.of("");
  private Path lib = Path.of("");

  @SuppressWarnings("restricted")
  static final class Caller {
    static void load() {
      System.loadLibrary("none");
    }
  }

  @BeforeEach
  void makeFolder() throws IOException {
    lib = Files.createDirectories(folder.resolve("lib"));
    try (InputStream in = getClass().getResourceAsStream("ScanBaselineTest$Caller.class")) {
      Files.write(lib.resolve("Caller.class"), Objects.requireNonNull(in).readAllBytes());
    }
    Files.writeString(lib.resolve("text.jar"), "text");
  }

  private static ScanReport scan(Path path) {
    return UnsafeScan.of(List.of(path));
  }

  private ScanBaseline baseline(ScanReport report) throws IOException {
    Path json = folder.resolve("baseline.json");
    ScanJson.write(report, JDK, new ScanDetail(10, false, Map.of()), json);
    return ScanBaseline.read(json);
  }

  /// The last name is `lib` in each.
  private List<Path> spellings() throws IOException {
    Path relative = Path.of("").toAbsolutePath().relativize(lib);
    Path links = Files.createDirectory(folder.resolve("links"));
    return List.of(
        lib,
        relative,
        Path.of(".").resolve(relative),
        lib.resolve("."),
        Path.of(lib + "/"),
        lib.resolve("..").resolve("lib"),
        SymbolicLink.create(links.resolve("lib"), lib));
  }

  @Test
  void oneFolderHasManySpellings() throws IOException {
    List<Path> spellings = spellings();
    for (Path before : spellings) {
      ScanReport report = scan(before);
      assertThat(report.problems()).hasSize(1);
      assertThat(report.artifacts()).hasSize(1);
      ScanBaseline baseline = baseline(report);
      for (Path after : spellings) {
        assertThat(baseline.newIn(scan(after))).as("%s, then %s", before, after).isEmpty();
        assertThat(baseline.solvedIn(scan(after))).isEmpty();
      }
    }
  }

  @Test
  void anotherFolderIsNew() throws IOException {
    ScanBaseline baseline = baseline(scan(lib));
    Path other = Files.createDirectories(folder.resolve("other").resolve("lib"));
    Files.writeString(other.resolve("text.jar"), "text");
    assertThat(baseline.newIn(scan(other)))
        .singleElement()
        .asString()
        .contains(other.resolve("text.jar").toString());
  }

  /// Code hosts refuse a report with a result that has no location.
  @Test
  void whatOnlyTheBaselineHasKeepsItsPlace() throws IOException {
    ScanBaseline baseline = baseline(scan(lib));
    Files.delete(lib.resolve("text.jar"));
    Files.delete(lib.resolve("Caller.class"));
    Path sarif = folder.resolve("scan.sarif");
    ScanSarif.write(scan(lib), JDK, Optional.of(baseline), "1", sarif);
    JsonNode results = new JsonMapper().readTree(sarif.toFile()).at("/runs/0/results");
    assertThat(results)
        .allSatisfy(result ->
            assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asString(""))
                .startsWith("file:"))
        .extracting(result -> result.path("baselineState").asString(""))
        .containsExactly("new", "absent", "absent");
  }
}
