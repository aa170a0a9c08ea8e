// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.report.text.TextLines;
import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class ScanPageTest {
  private static final String EVIL = "<script>alert(1)</script>";

  private static Document page() {
    Use call =
        new Use(
            Use.Kind.UNSAFE_CALL,
            new Use.Site("a.B" + EVIL, "c", "()V", 1, 17, 0),
            new Member(JdkMethods.UNSAFE, "getLong", "(J)J"));
    ArtifactScan scan =
        new ArtifactScan(
            new Artifact("g", "x" + EVIL, "1", Artifact.Source.FILE_NAME, "x.jar"),
            1,
            List.of(call, call),
            List.of(call),
            Map.of("Add-Opens", "java.base/java.nio"),
            List.of());
    return Jsoup.parse(
        ScanPage.html(
            new ScanReport(
                25, List.of(scan), 7, 9, 1_000_000, List.of(new ScanProblem("y.jar", EVIL, true))),
            JdkMethods.ofThisJdk(),
            new ScanDetail(10, true, Map.of())));
  }

  @Test
  void artifactCallsReplacementsAndProblemsAreThere() {
    Document page = page();
    assertThat(page.select(".finding .kind").text()).isEqualTo("2 denied");
    assertThat(page.select(".finding .figure").text()).isEqualTo("2 uses");
    assertThat(page.select(".finding th").text()).isEqualTo("getLong(long)");
    assertThat(page.select(".finding td li").text()).isEqualTo("a.B" + EVIL + "::c line 17");
    assertThat(page.select(".finding .owner").text())
        .contains("Add-Opens: java.base/java.nio")
        .contains("1 use in classes of a multi-release jar");
    assertThat(page.select("[aria-label='What to use instead'] h3").text())
        .contains("getLong(long)");
    assertThat(page.select(".notes li").text()).isEqualTo("y.jar: " + EVIL);
    assertThat(page.select(".subtitle").text()).startsWith("7 artifacts with 9 classes (1.0 MB)");
  }

  @Test
  void largeAndSingleNumbersAreWrittenAlike() {
    Use call =
        new Use(
            Use.Kind.UNSAFE_CALL,
            new Use.Site("a.B", "c", "()V", 1, 17, 0),
            new Member(JdkMethods.UNSAFE, "getLong", "(J)J"));
    ArtifactScan scan =
        new ArtifactScan(
            new Artifact("g", "x", "1", Artifact.Source.FILE_NAME, "x.jar"),
            1,
            Collections.nCopies(1200, call),
            List.of(),
            Map.of(),
            List.of());
    String text =
        ScanText.of(
            new ScanReport(25, List.of(scan), 1, 1, 1_000_000, List.of()),
            JdkMethods.ofThisJdk(),
            new ScanDetail(10, true, Map.of()),
            TextLines.Style.ASCII);
    assertThat(text)
        .startsWith("1 artifact with 1 class (1.0 MB); 1 uses sun.misc.Unsafe")
        .contains("1,200 calls in 1 artifact", "1,200 denied", "getLong(long) x 1,200")
        .doesNotContain("1200", "nothing. Nothing");
  }

  @Test
  void namesAreTextAndNothingIsLoaded() {
    Document page = page();
    assertThat(page.select("script").toString()).doesNotContain(EVIL);
    assertThat(page.select("[src], link, iframe, img")).isEmpty();
    assertThat(page.select("a[href]").eachAttr("href")).allMatch(href -> href.startsWith("#"));
  }
}
