// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.machine.RunLock;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LabCommandTest {
  private static final String TEMPORARY = "java.io.tmpdir";
  private static final String JDK = System.getProperty("java.home");

  private final String temporary = System.getProperty(TEMPORARY);
  @TempDir Path folder;
  private Path out = Path.of("");

  @BeforeEach
  void choose() {
    out = folder.resolve("not/yet/there");
    // The lock of a run is there, and other runs on this machine are none of this test's business.
    System.setProperty(TEMPORARY, folder.toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(TEMPORARY, temporary);
  }

  @Test
  void measuresAndReports() throws IOException {
    Path copy = out.resolve("copy.json");
    Outcome outcome =
        lab(
            "strings",
            "--case",
            "ascii-8",
            "--contender",
            "ashlar",
            "--forks",
            "2",
            "--verbose",
            "--prof",
            "gc",
            "--json",
            copy.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .containsSubsequence(
            "Measuring 1 case",
            "strings: A String field onto the wire",
            "\nascii-8\n",
            "ashlar",
            "JVMs in",
            "1 case in",
            "Report: " + out.resolve("index.html"));
    LabRun run = ResultsJson.read(out.resolve("results.json"));
    assertThat(run.complete()).isTrue();
    assertThat(run.experiments().getFirst().rows()).hasSize(1);
    assertThat(copy).hasSameBinaryContentAs(out.resolve("results.json"));
    assertThat(out.resolve("index.html")).content().contains("ascii-8").endsWith("</html>\n");
    assertThat(run.mode()).isEqualTo("default");
    assertThat(outcome.out()).contains("Profilers print to lab.log: gc");
    assertThat(out.resolve("lab.log")).content().contains("# Fork: 1 of 1", "gc.alloc.rate.norm");
    assertThat(out.resolve("jmh.json")).content().startsWith("[").contains("\"rawData\"");
    assertThat(out.toFile().list())
        .containsExactlyInAnyOrder(
            "results.json", "copy.json", "index.html", "lab.log", "jmh.json");
  }

  /// Measured JVMs inherit it; this one contradicts their collector, so they end at once.
  @Test
  void aVariableWithFlagsIsNamed() throws Exception {
    String variable = "JAVA_TOOL_OPTIONS=-XX:+UseSerialGC -Dkey=***";
    String[] words = {
      "lab", "--case", "ascii-8", "--contender", "ashlar", "--forks", "1", "--out", out.toString()
    };
    try (Child child =
        Ashlar.start(
            folder,
            Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC -Dkey=s3cret"),
            List.of(),
            words)) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err())
          .contains(
              "ashlar: JAVA_TOOL_OPTIONS adds flags to every measured JVM, and so changes the"
                  + " figures: "
                  + variable
                  + "\n");
    }
    assertThat(ResultsJson.read(out.resolve("results.json")).vmFlags())
        .contains("-XX:+UseG1GC", variable);
    assertThat(out.resolve("index.html")).content().contains(variable);
    assertThat(JvmFlags.ofEnvironment(Map.of("_JAVA_OPTIONS", "-Xint", "JDK_JAVA_OPTIONS", " ")))
        .containsExactly("_JAVA_OPTIONS=-Xint");
  }

  @Test
  void aCopyThatCannotBeWrittenFailsTheRunAndCostsNothingElse() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "the system has no /dev/full");
    Outcome outcome =
        lab(
            "--case",
            "ascii-8",
            "--contender",
            "ashlar",
            "--forks",
            "1",
            "--json",
            full.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("ashlar: cannot write /dev/full: ");
    LabRun run = ResultsJson.read(out.resolve("results.json"));
    assertThat(run.complete()).isTrue();
    assertThat(run.experiments().getFirst().rows())
        .singleElement()
        .satisfies(row -> assertThat(row.forks()).isEqualTo(1));
    assertThat(out.resolve("index.html")).isNotEmptyFile();
  }

  @Test
  void aLineACaseAndOneScreenWithNoiseOfItsOwn() throws IOException {
    Outcome outcome =
        lab(
            "--case",
            "ascii-{8,16}",
            "--contender",
            "{ashlar,jdk-getbytes}",
            "--forks",
            "1",
            "--load",
            "0.25");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines())
        .hasSizeLessThan(20)
        .noneMatch(line -> line.length() > 80 && !line.startsWith("WARNING"))
        .anyMatch(line -> line.startsWith("WARNING: on purpose, a process"))
        .anyMatch(line -> line.startsWith("  strings ascii-8  ") && line.contains("jdk one round"))
        .contains("Against the JDK: no verdict in 2 cases of one round of JVMs.");
    LabRun run = ResultsJson.read(out.resolve("results.json"));
    assertThat(run.conditions().warnings())
        .anyMatch(warning -> warning.contains("25 % of the time (--load 0.25)"));
    assertThat(out.resolve("index.html")).content().contains("(--load 0.25)");
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(child -> child.info().commandLine().orElse("").contains("MachineLoad"));
  }

  @Test
  void aLoadIsAShare() {
    reject("--load is a share between 0 and 1, not 1.5", "--load", "1.5");
    reject("--load is a share between 0 and 1, not NaN", "--load", "NaN");
  }

  @Test
  void withoutJvmsNothingIsMeasured() {
    Outcome outcome = lab("--forks", "0");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("--forks is at least 1, not 0");
  }

  @Test
  void listShowsCasesContendersAndFlags() {
    Outcome outcome = lab("--list");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("strings: ", "latin1-mixed-512", "otel-varhandle", "(needs --add-opens=java.base")
        .containsPattern("\n    telemetry .* \\[default] \\[quick]\n")
        .containsPattern("\n    ascii-512 [^\\[]* \\[quick]\n")
        .containsPattern("\n    latin1-8 [^\\[]*\n")
        .containsPattern("\n    otel-default .* \\[default] \\[quick]\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void anUnknownExperiment() {
    reject(Ashlar.NO_STINGS, "stings");
    reject(Ashlar.NO_STINGS, "stings", "--list");
  }

  @Test
  void anUnknownOption() {
    reject("Unknown option: '--fast' (see 'ashlar lab --help')", "--fast");
  }

  @Test
  void anOptionWithoutItsValue() {
    reject(
        "Missing required parameter for option '--case' (GLOB) (see 'ashlar lab --help')",
        "--case");
  }

  @Test
  void aBadGlob() {
    reject("--case '[' is not a glob: Missing ]", "--case", "[");
    reject("--contender '{a' is not a glob: Missing }", "--contender", "{a");
  }

  @Test
  void aGlobThatMatchesNothing() {
    reject("no case and contender match; 'ashlar lab --list' shows what there is", "--case", "a");
  }

  @Test
  void quickAndFull() {
    reject("--quick and --full exclude each other", "--quick", "--full");
    reject("--resume goes on with a --full run: give both", "--resume");
  }

  @Test
  void nothingToGoOnWith() {
    Outcome outcome = lab("--full", "--resume", "--case", "ascii-8");
    assertThat(outcome.err()).contains("--resume: " + out + " has no run that was stopped");
    assertThat(outcome.exitCode()).isEqualTo(2);
  }

  @Test
  void aFullRunLeavesNoPieces() {
    Outcome outcome =
        lab("--full", "--case", "ascii-8", "--contender", "jdk-getbytes", "--forks", "1");
    assertThat(outcome.exitCode()).isZero();
    assertThat(out.resolve("pieces")).doesNotExist();
    assertThat(out.resolve("results.json")).content().contains("\"full\"");
  }

  @Test
  void aJdkThatCannotBeMeasured() throws IOException {
    reject(
        "--jdk " + folder + " has no bin/java: give the folder of a JDK",
        "--jdk",
        folder.toString());
    Path java = Files.createDirectory(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho '    java.runtime.version = 17.0.1+12' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    reject(
        "--jdk " + folder + " is version 17.0.1+12; what is measured needs 25 or later",
        "--jdk",
        folder.toString());
  }

  @Test
  void aJdkIsMeasuredAndNamed() throws IOException {
    Path link = SymbolicLink.create(folder.resolve("jdk"), Path.of(JDK));
    Outcome outcome =
        lab(
            "--case",
            "ascii-8",
            "--contender",
            "jdk-getbytes",
            "--forks",
            "1",
            "--jdk",
            link.toString());
    assertThat(outcome.exitCode()).isZero();
    assertThat(ResultsJson.read(out.resolve("results.json")).jdk())
        .isEqualTo(Runtime.version().toString());
    assertThat(out.resolve("lab.log")).content().contains(link.resolve("bin/java").toString());
  }

  @Test
  void twoRunsDoNotSpoilEachOther() {
    try (RunLock _ = RunLock.acquire(false, _ -> {})) {
      Outcome outcome = lab("--case", "ascii-8", "--contender", "ashlar", "--forks", "1");
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err())
          .contains("another ashlar lab (process " + ProcessHandle.current().pid(), "--wait");
      assertThat(outcome.out()).isEmpty();
    }
  }

  @Test
  void aTextThatCannotBeRead() throws IOException {
    Path none = folder.resolve("none.txt");
    reject("--text " + none + ": there is no such file", "--text", none.toString());
    reject("--text " + folder + ": it is a folder", "--text", folder.toString());
    Path latin1 = Files.write(folder.resolve("latin1.txt"), new byte[] {'a', (byte) 0xE4});
    reject("--text " + latin1 + ": not UTF-8 at byte 1", "--text", latin1.toString());
  }

  @Test
  void anOutThatIsAFile() throws IOException {
    out = Files.writeString(folder.resolve("file"), "mine");
    reject("cannot write to --out " + out + ": it is a file");
    out = out.resolve("below");
    reject("cannot write to --out " + out + ": part of the path is a file");
    assertThat(folder.resolve("file")).hasContent("mine");
  }

  @Test
  void anOutThatCannotBeWritten() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertThat(locked.toFile().setWritable(false)).isTrue();
    Assumptions.assumeFalse(Files.isWritable(locked), "the superuser may write anywhere");
    out = locked;
    reject("cannot write to --out " + out + ": permission denied");
    out = locked.resolve("below");
    reject("cannot write to --out " + out + ": permission denied");
  }

  @Test
  void aCopyInAFolderThatIsMissing() {
    Path copy = folder.resolve("missing/copy.json");
    reject(
        "cannot write --json " + copy + ": there is no such file or folder",
        "--json",
        copy.toString());
  }

  @Test
  void aCopyThatIsAFolder() {
    reject("--json " + folder + " is a folder", "--json", folder.toString());
  }

  private Outcome lab(String... args) {
    List<String> all = new ArrayList<>(List.of("lab", "--out", out.toString()));
    all.addAll(List.of(args));
    return Ashlar.run(all.toArray(String[]::new));
  }

  private void reject(String why, String... args) {
    Set<Path> before = files();
    Outcome outcome = lab(args);
    assertThat(outcome.err().lines()).containsExactly("ashlar: " + why);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(files()).isEqualTo(before);
  }

  private Set<Path> files() {
    try (Stream<Path> files = Files.walk(folder)) {
      return Set.copyOf(files.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
