// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The build that the launcher makes skips tests, but Maven would fetch what they depend on.
class FirstBuildTest {
  private static final Pattern PROFILES = Pattern.compile("<profile>.*?</profile>", Pattern.DOTALL);
  private static final Pattern MANAGED =
      Pattern.compile("<dependencyManagement>.*</dependencyManagement>", Pattern.DOTALL);

  @ParameterizedTest
  @CsvSource({"duckdb_jdbc, 5", "selenium-chrome-driver, 1"})
  void itDoesNotFetch(String artifact, int modules) throws IOException {
    assertThat(Files.readString(Path.of("../ashlar"))).contains(" -Dmaven.test.skip package");
    List<Path> users = new ArrayList<>();
    try (Stream<Path> files = Files.find(Path.of(".."), 3, (path, _) -> path.endsWith("pom.xml"))) {
      for (Path pom : files.toList()) {
        String text = MANAGED.matcher(Files.readString(pom)).replaceAll("");
        assertThat(PROFILES.matcher(text).replaceAll("")).as("%s", pom).doesNotContain(artifact);
        PROFILES
            .matcher(text)
            .results()
            .map(profile -> profile.group())
            .filter(profile -> profile.contains(artifact))
            .forEach(profile -> {
              assertThat(profile).as("%s", pom).contains("<name>!maven.test.skip</name>");
              users.add(pom);
            });
      }
    }
    assertThat(users).hasSize(modules);
  }

  @Test
  void sparkIsBuiltWithItsProfileOnly() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    String module = "<module>spark</module>";
    assertThat(PROFILES.matcher(pom).replaceAll("")).doesNotContain(module);
    assertThat(PROFILES.matcher(pom).results().map(MatchResult::group))
        .filteredOn(profile -> profile.contains(module))
        .singleElement()
        .asString()
        .contains("<id>spark</id>")
        .doesNotContain("<activation>");
    assertThat(Files.readString(Path.of("../.ci/run"))).contains(" -Pspark ");
    assertThat(Files.readString(Path.of("../.github/workflows/release.yml")))
        .contains(" -Prelease,spark ");
  }
}
