// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The BOM has every library that is published, in its version, and nothing else.
final class BomTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(ashlar-.+)</artifactId>");
  private static final Pattern VERSION = Pattern.compile("<version>(.+)</version>");

  @Test
  void itHasEachLibrary() throws IOException {
    String bom = pom("bom");
    List<String> libraries =
        all(MODULE, Files.readString(ROOT.resolve("pom.xml"))).stream()
            .filter(module -> !module.equals("bom"))
            .map(BomTest::pom)
            .filter(pom -> !pom.contains("<release.skip>true</release.skip>"))
            .map(pom -> pom.substring(pom.indexOf("</parent>")))
            .map(pom -> all(ARTIFACT, pom).getFirst())
            .toList();
    String managed = bom.substring(bom.indexOf("<dependencyManagement>"));
    assertThat(all(ARTIFACT, managed.substring(0, managed.indexOf("</dependencyManagement>"))))
        .containsExactlyInAnyOrderElementsOf(libraries);
  }

  @Test
  void itHasTheVersionOfTheParent() throws IOException {
    assertThat(all(VERSION, pom("bom")).getFirst())
        .isEqualTo(all(VERSION, Files.readString(ROOT.resolve("pom.xml"))).getFirst());
  }

  private static String pom(String module) {
    try {
      return Files.readString(ROOT.resolve(module, "pom.xml"));
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }
}
