// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.cli.table.TradeFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB is fetched when it is first needed, where a script stands in for Maven.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
@Timeout(240)
class DuckDbInstallationTest {
  private static final List<String> PATH =
      List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));

  @TempDir private Path folder;
  private Path cache;
  private Path jar;
  private String file = "";

  @BeforeEach
  void write() throws IOException {
    cache = folder.resolve("cache");
    jar =
        Path.of(
            PATH.stream().filter(entry -> entry.contains("duckdb_jdbc")).findFirst().orElseThrow());
    file = TradeFiles.write(folder.resolve("t.ashlar"), TradeFiles.TYPE.columns(), 0, 5).toString();
  }

  /// What Maven does. Its arguments are kept.
  private void maven(String script) throws IOException {
    Path maven = folder.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\necho \"$@\" >> '" + folder + "/asked'\n" + script + "\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  private Outcome count() throws IOException, InterruptedException {
    return run("table", file, "sql", "select count(*) as n from t");
  }

  private Outcome run(String... words) throws IOException, InterruptedException {
    String path =
        PATH.stream()
            .filter(entry -> !entry.contains("duckdb_jdbc"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> flags =
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-Dashlar.cache=" + cache,
            // Where the lab has the lock of a run.
            "-Djava.io.tmpdir=" + folder,
            "-Dashlar.home=" + folder);
    try (Child child = Ashlar.startWith(path, folder, flags, words)) {
      return child.await();
    }
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }

  @Test
  void itIsFetchedOnce() throws Exception {
    maven("cp '" + jar + "' .");
    Outcome first = count();
    assertThat(first.out()).isEqualTo("n\n5\n");
    assertThat(first.err())
        .matches(
            "ashlar: getting DuckDB \\S+ \\(org.duckdb:duckdb_jdbc, 80 MB\\) from your Maven repository, once ...\n");
    assertThat(count()).isEqualTo(new Outcome(0, "n\n5\n", ""));
    assertThat(Files.readAllLines(folder.resolve("asked")))
        .singleElement()
        .asString()
        .contains(
            "--strict-checksums",
            "maven-dependency-plugin",
            ":copy",
            "-Dartifact=org.duckdb:duckdb_jdbc:");
    assertThat(kept()).hasSize(1);
  }

  /// Other JVMs use it there.
  @Test
  void itIsFetchedForTheExperimentThatHasIt() throws Exception {
    maven("cp '" + jar + "' .");
    Outcome outcome = lab("{ashlar-columns,duckdb-native}");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).startsWith("ashlar: getting DuckDB ");
    assertThat(outcome.out()).containsPattern("engines q1 +library .*\\d");
    assertThat(kept()).hasSize(1);
  }

  @Test
  void withoutItTheExperimentHasTheOthers() throws Exception {
    maven("exit 1");
    Outcome outcome = lab("{ashlar-columns,duckdb-native}");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("DuckDB could not be fetched");
    assertThat(outcome.out().replaceAll("\\s+", " "))
        .contains("engines q1 no rival")
        .contains("DuckDB is not here: './ashlar lab engines' gets it");
  }

  private Outcome lab(String contenders) throws IOException, InterruptedException {
    return run("lab", "engines", "--case", "q1", "--contender", contenders, "--forks", "1");
  }

  @Test
  void aJarThatWasCopiedThereIsTaken() throws Exception {
    maven("exit 1");
    Files.createDirectories(cache);
    Files.copy(jar, cache.resolve(jar.getFileName()));
    assertThat(count()).isEqualTo(new Outcome(0, "n\n5\n", ""));
    assertThat(folder.resolve("asked")).doesNotExist();
  }

  @Test
  void anotherJarIsRefusedAndDeleted() throws Exception {
    String name = jar.getFileName().toString();
    maven("echo no jar > " + name);
    Outcome outcome = count();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains(name + " has the SHA-256 ", "it was deleted. Run this again");
    assertThat(kept()).isEmpty();
  }

  @Test
  void aLibraryThatDoesNotLoadIsNamed() throws Exception {
    maven("cp '" + jar + "' .");
    count();
    Path library = kept().getFirst();
    Files.writeString(library, "no library");
    Outcome outcome = count();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("ashlar: " + library + " cannot be loaded: delete it");
  }

  @Test
  void withoutANetworkTheRemedyIsNamedAndNoAddress() throws Exception {
    maven(
        "echo '[ERROR] Could not transfer from https://user:secret@host/repo: no route.'; exit 1");
    Outcome outcome = count();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines()).hasSize(2);
    assertThat(outcome.err())
        .contains(
            "DuckDB could not be fetched: Could not transfer from (address) no route. Without a network: copy "
                + jar.getFileName(),
            " to " + cache)
        .doesNotContain("secret", "host");
    assertThat(Arrays.asList(kept().toArray())).isEmpty();
  }
}
