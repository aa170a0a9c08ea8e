// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The archive of the command, unpacked in an empty folder, once: its first command makes a cache
/// of classes. There is no checkout, and no Maven is on the PATH.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for sh")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class DistributionIT {
  private static final Path ARCHIVE = Path.of(System.getProperty("ashlar.distribution"));

  @TempDir private static Path shared;
  private static Path home = Path.of("");

  @TempDir Path folder;

  @BeforeAll
  static void unpack() throws Exception {
    assertThat(run(shared, "tar", "-xzf", ARCHIVE.toString()).exitCode()).isZero();
    try (Stream<Path> unpacked = Files.list(shared).filter(Files::isDirectory)) {
      home = unpacked.reduce((one, other) -> one).orElseThrow();
    }
  }

  @Test
  void hasWhatIsNeededAndNothingElse() throws Exception {
    try (Stream<Path> entries = Files.list(home)) {
      assertThat(entries.map(entry -> entry.getFileName().toString()))
          .contains("ashlar", "LICENSE", "README.md", "lib");
    }
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .allMatch(name -> name.endsWith(".jar"))
          .noneMatch(name -> name.contains("duckdb") || name.contains("junit-jupiter-engine"));
    }
  }

  @Test
  void namesItsVersion() throws Exception {
    Outcome outcome = ashlar("--version");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    String version =
        ARCHIVE.getFileName().toString().replaceFirst("(.*)\\.tar\\.gz", "$1").replace("-", " ");
    assertThat(outcome.out().replace("-", " ")).startsWith(version + ",");
  }

  @Test
  void scansJars() throws Exception {
    Outcome outcome = ashlar("unsafe", "scan", home.resolve("lib").toString());
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("netty-common");
  }

  @Test
  void runsAProgramAndReportsWhatHotSpotDid() throws Exception {
    Path source = Files.writeString(folder.resolve("Sum.java"), SUM);
    Path logs = folder.resolve("logs");
    Outcome outcome =
        ashlar("jit", "run", "--out", logs.toString(), "--", java().toString(), source.toString());
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    Outcome report = ashlar("jit", "explain", "Sum::main", logs.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(report.out()).contains("Sum::main");
  }

  @Test
  void listsTheExperiments() throws Exception {
    Outcome outcome = ashlar("lab", "--list");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("strings", "records", "export");
  }

  private static final String SUM =
      """
      class Sum {
        public static void main(String[] args) {
          long sum = 0;
          for (int i = 0; i < 200_000_000; i++) {
            sum += i ^ (sum >> 3);
          }
          System.out.println(sum);
        }
      }
      """;

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private Outcome ashlar(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("ashlar").toString()));
    command.addAll(List.of(arguments));
    return run(folder, command.toArray(String[]::new));
  }

  private static Outcome run(Path folder, String... command)
      throws IOException, InterruptedException {
    Path out = folder.resolve("stdout.txt");
    Path err = folder.resolve("stderr.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PATH", "/usr/bin:/bin");
    Process process = builder.start();
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).as(String.join(" ", command)).isTrue();
    return new Outcome(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
