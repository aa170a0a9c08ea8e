// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ashlar.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class KnownLibrariesTest {
  private static final String FILE =
      """
      # calls
      a:moved
        1.9.0 3 2 0 1
        1.10.0 5 4 0 1
        1.11.0 1 0 0 0
        1.12.0 0 0 0 0
        property moved.noUnsafe

      a:stays
        1.0 1 1 0 2
        2.0 7 6 5 2
        property stays.noUnsafe
      a:never
        1.0 2 0 0 3
      """;

  @Test
  void whatHasMovedOffIsUpgraded() {
    KnownLibrary moved = library("a:moved");
    assertThat(moved.lastConcerned()).hasValue(new ScannedVersion("1.10.0", 5, 4, 0, 1));
    assertThat(moved.firstFree()).hasValue(new ScannedVersion("1.11.0", 1, 0, 0, 0));
    assertThat(moved.advice("1.9.7"))
        .isEqualTo(
            "Upgrade moved to 1.11.0 or later; 1.10.0 has 4 calls of memory methods of"
                + " sun.misc.Unsafe.");
    assertThat(moved.advice("")).startsWith("Upgrade");
    assertThat(moved.advice("1.11.0"))
        .isEqualTo(
            "Nothing to do: from 1.11.0 on, up to 1.12.0, no call of a memory method of"
                + " sun.misc.Unsafe was found.");
  }

  @Test
  void whatHasNotMovedOffIsNotUpgraded() {
    KnownLibrary stays = library("a:stays");
    assertThat(stays.firstFree()).isEmpty();
    assertThat(stays.advice("1.0"))
        .isEqualTo(
            "Newest version scanned: 2.0 has 6 calls of memory methods of sun.misc.Unsafe and 5 of"
                + " jdk.internal.misc.Unsafe. Whether it makes them depends on the JDK and on its"
                + " settings. 2.0 names the system property stays.noUnsafe. "
                + KnownLibrary.ALLOW);
  }

  @Test
  void whatNeverCalledIsSaidSo() {
    assertThat(library("a:never").advice("1.0"))
        .isEqualTo(
            "Nothing to do: no call of a memory method of sun.misc.Unsafe was found from 1.0 to"
                + " 1.0, in 1 version scanned. 1.0 names the class in 3 places: it may call methods"
                + " by reflection, which the scan does not follow.");
  }

  @Test
  void oneAndSeveralAreWrittenAlike() {
    KnownLibrary library =
        Objects.requireNonNull(
            KnownLibraries.parse("a:b\n  1.0 1 1 0 1\n  property x\n  property y\n").get("a:b"));
    assertThat(library.advice("1.0"))
        .startsWith("Newest version scanned: 1.0 has 1 call of memory methods")
        .contains(" 1.0 names the system properties x, y. ");
    assertThat(
            Objects.requireNonNull(KnownLibraries.parse("a:b\n  1.0 0 0 0 1\n").get("a:b"))
                .advice("1.0"))
        .contains("names the class in 1 place:");
  }

  private static String advice(String coordinates, String version) {
    return KnownLibraries.byCoordinates(coordinates).orElseThrow().advice(version);
  }

  /// Netty 4.2.1 and later have more than a hundred calls, and make none.
  @Test
  void whatARunShowedCountsMoreThanWhatAClassFileHas() {
    assertThat(advice("io.netty:netty-common", "4.1.118.Final"))
        .startsWith(
            "Upgrade netty-common to 4.2.1.Final or later: in a run of 4.2.1.Final on JDK 25")
        .contains("the JDK did not warn of it, though 4.2.20.Final has 117 calls")
        .contains(
            "In a run of 4.2.0.Final on JDK 25 (pooled direct buffers) the JDK warned; denied,")
        .endsWith("Without the upgrade, -Dio.netty.noUnsafe=true stops the calls.");
    assertThat(advice("io.netty:netty-common", "4.2.7.Final"))
        .startsWith("Nothing to do: in a run");
    assertThat(advice("com.google.protobuf:protobuf-java", "3.21.5"))
        .startsWith("Upgrade protobuf-java to 4.36.2");
    assertThat(advice("org.jctools:jctools-core", "4.0.5"))
        .startsWith("No release without such calls is known: 4.0.7 has 128 calls.")
        .contains("the JDK warned; denied, it failed.")
        .endsWith(KnownLibrary.ALLOW);
    assertThat(advice("com.esotericsoftware:kryo", "5.6.2"))
        .startsWith("Set -Dkryo.unsafe=false, with which it works when denied.");
    assertThat(advice("org.agrona:agrona", "2.6.0"))
        .startsWith("Set --add-exports java.base/jdk.internal.misc=ALL-UNNAMED: without it");
    assertThat(advice("org.agrona:agrona", "1.23.1"))
        .startsWith("In a run of 1.23.1 on JDK 25 (a buffer) the JDK warned; denied, it failed.")
        .contains(KnownLibrary.ALLOW + " With 2.6.0 or later: Set --add-exports");
    assertThat(advice("org.lz4:lz4-java", "1.8.0"))
        .startsWith(
            "Replace org.lz4:lz4-java by at.yawk.lz4:lz4-java, which has its later releases.")
        .contains("Upgrade lz4-java to 1.13.0 or later");
  }

  /// The newest Lucene names no Unsafe; the one in use does, as Byte Buddy.
  @Test
  void theCaveatAboutReflectionIsThatOfTheVersionInUse() {
    assertThat(advice("org.apache.lucene:lucene-core", "9.12.1"))
        .contains("9.12.1 names the class in 2 places: it may call methods by reflection")
        .contains("In a run of 9.12.1 on JDK 25 (a mapped file) the JDK did not warn");
    assertThat(advice("org.apache.lucene:lucene-core", "10.6.0")).doesNotContain("reflection");
    assertThat(advice("net.bytebuddy:byte-buddy", "1.18.17"))
        .contains("it may call methods by reflection");
  }

  @Test
  void linesThatCannotBeReadAreNamed() {
    assertThatThrownBy(() -> KnownLibraries.parse("a:b\n  1.0 two 0 0 0\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1.0 two 0 0 0");
    for (String run : List.of("run 1.0 warns", "run 1.0 warns maybe x", "run 1.0 loud works x")) {
      assertThatThrownBy(() -> KnownLibraries.parse("a:b\n  " + run + "\n"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(run);
    }
    assertThatThrownBy(() -> KnownLibraries.parse("a:b\n  1.0 2\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1.0 2");
  }

  @Test
  void versionsAreOrderedByTheirNumbers() {
    VersionOrder order = new VersionOrder();
    assertThat(order.compare("4.1.9.Final", "4.1.10.Final")).isNegative();
    assertThat(order.compare("33.0.0-jre", "33.0-android")).isZero();
    assertThat(order.compare("2.27", "2026.1")).isNegative();
    assertThat(order.compare("10", "9.9.9")).isPositive();
  }

  @Test
  void everyLibraryOfTheFileWasScanned() {
    assertThat(KnownLibraries.all()).hasSizeGreaterThanOrEqualTo(29);
    for (KnownLibrary library : KnownLibraries.all()) {
      List<String> versions = library.versions().stream().map(ScannedVersion::version).toList();
      assertThat(versions)
          .as(library.artifact())
          .isNotEmpty()
          .isSortedAccordingTo(new VersionOrder());
      assertThat(KnownLibraries.lookup(library.group(), library.artifact())).hasValue(library);
    }
    assertThat(KnownLibraries.lookup("", "netty-common", "4.1.0.Final")).isPresent();
    assertThat(KnownLibraries.lookup("", "lz4-java"))
        .as("the group that goes on")
        .hasValueSatisfying(l -> assertThat(l.group()).isEqualTo("at.yawk.lz4"));
    assertThat(KnownLibraries.lookup("io.netty", "unknown")).isEmpty();
    assertThat(KnownLibraries.lookup("", "io.netty.netty-common")).isPresent();
  }

  /// By default the newest versions, of those jars that are here; with `-Pslow` all of them, which
  /// Maven fetches.
  @Test
  @Timeout(3600)
  void theFileSaysWhatIsInTheJars() throws Exception {
    boolean isSlow = Slow.IS_ON;
    int jars = 0;
    for (KnownLibrary library : KnownLibraries.all()) {
      for (ScannedVersion expected : isSlow ? library.versions() : List.of(library.newest())) {
        String version = expected.version();
        Path jar =
            isSlow
                ? MavenJars.fetch(library.group(), library.artifact(), version)
                : MavenJars.jar(library.group(), library.artifact(), version);
        if (Files.exists(jar)) {
          assertThat(LibraryScan.of(jar, version)).as(library.artifact()).isEqualTo(expected);
          jars++;
        }
      }
    }
    assumeThat(jars).as("jars of known libraries in the local repository").isPositive();
  }

  private static KnownLibrary library(String coordinates) {
    return Objects.requireNonNull(KnownLibraries.parse(FILE).get(coordinates));
  }
}
