// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.testing.Javac;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher `ashlar` in a checkout, where a script stands in for Maven and a small program for
/// the command.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for sh")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class LauncherTest {
  /// Prints what it was started with; with the argument `stay`, once more when its input ends.
  private static final String MAIN =
      """
      package dev.ashlar.cli;

      class Main {
        public static void main(String[] args) throws Exception {
          System.out.println(String.join(" ", args) + jars());
          int flags = java.util.List.of(args).indexOf("flags");
          if (flags >= 0) {
            com.sun.management.HotSpotDiagnosticMXBean jvm =
                java.lang.management.ManagementFactory.getPlatformMXBean(
                    com.sun.management.HotSpotDiagnosticMXBean.class);
            for (int i = flags + 1; i < args.length; i++) {
              System.out.println(args[i] + "=" + jvm.getVMOption(args[i]).getValue());
            }
          }
          if (args[0].equals("stay")) {
            System.in.read();
            System.out.println("stayed" + jars());
          }
        }

        private static String jars() {
          String found = "";
          for (String jar : System.getProperty("java.class.path").split(":")) {
            java.io.File file = new java.io.File(jar);
            found += file.exists() ? " " + file.getName() : " no " + file.getName();
          }
          return found;
        }
      }
      """;

  /// Leaves a line for each build, does what the test has put into `meanwhile`, and packs.
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$$" >> ../builds.txt
      . ../meanwhile
      version=$(cat ../version)
      lib=cli/target/ashlar-$version/ashlar-$version/lib
      mkdir -p "$lib"
      cp ../main.jar "$lib/main-$version.jar"
      """;

  /// A build that waits for the file `go`, or for the end of the test.
  private static final String UNTIL_TOLD =
      "while [ ! -e ../go ] && [ -e ../meanwhile ]; do sleep 0.05; done";

  @TempDir Path folder;
  private Path checkout;
  private int runs;

  @BeforeEach
  void makeACheckout() throws IOException {
    checkout = Files.createDirectory(folder.resolve("a checkout"));
    Files.copy(Path.of("../ashlar"), checkout.resolve("ashlar"));
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Path maven = Files.writeString(checkout.resolve("mvnw"), MAVEN);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    builds("1", "");
    Files.createFile(folder.resolve("builds.txt"));

    Path source = Files.writeString(folder.resolve("Main.java"), MAIN);
    Path classes = Javac.compile(folder, List.of(), source);
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    String[] options = {"--create", "--file", folder + "/main.jar", "-C", classes.toString(), "."};
    assertThat(jar.run(System.out, System.err, options)).isZero();
  }

  @Test
  void buildsOnFirstUseAndWhenASourceHasChanged() throws Exception {
    Outcome first = run("one");
    assertThat(first.exitCode()).isZero();
    assertThat(first.out()).isEqualTo("one main-1.jar\n");
    assertThat(first.err()).startsWith("Building Ashlar with " + checkout.toRealPath() + "/mvnw ");

    assertThat(run("two")).isEqualTo(new Outcome(0, "two main-1.jar\n", ""));
    assertThat(pidsOfBuilds()).hasSize(1);

    Path source = Files.createDirectories(checkout.resolve("text/src/main")).resolve("A.java");
    Files.writeString(source, "class A {}");
    assertThat(run("three").out()).isEqualTo("three main-1.jar\n");
    assertThat(run("four").err()).isEmpty();
    assertThat(pidsOfBuilds()).hasSize(2);

    // As ./mvnw clean does.
    try (Stream<Path> all = Files.walk(checkout.resolve("target"))) {
      all.map(Path::toFile).sorted(Comparator.reverseOrder()).forEach(File::delete);
    }
    assertThat(run("after mvnw clean").exitCode()).isZero();
    assertThat(pidsOfBuilds()).hasSize(3);
  }

  @Test
  void leavesJarsOfAnEarlierVersionOut() throws Exception {
    run("one");
    builds("2", "");
    changeASource();
    assertThat(run("two").out()).isEqualTo("two main-2.jar\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "perl"})
  void twoAtOnceBuildOnce(String locker) throws Exception {
    String path = pathWith(locker);
    builds("1", UNTIL_TOLD);
    try (Child first = start(path, "first")) {
      Ashlar.waitUntil(() -> pidsOfBuilds().size() == 1);
      try (Child second = start(path, "second")) {
        Ashlar.waitUntil(() -> said(second, "\n"));
        assertThat(second.readErr())
            .isEqualTo("ashlar: waiting for another build in " + checkout.toRealPath() + "\n");
        Files.createFile(folder.resolve("go"));
        assertThat(second.await().out()).isEqualTo("second main-1.jar\n");
        assertThat(first.await().out()).isEqualTo("first main-1.jar\n");
        assertThat(second.readErr().lines()).hasSize(1);
      }
    }
    assertThat(pidsOfBuilds()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "perl"})
  void aKilledLauncherBlocksNobodyOnceItsMavenHasEnded(String locker) throws Exception {
    String path = pathWith(locker);
    builds("1", UNTIL_TOLD);
    try (Child killed = start(path, "killed")) {
      Ashlar.waitUntil(() -> pidsOfBuilds().size() == 1);
      killed.process().destroyForcibly().waitFor();
      try (Child next = start(path, "next")) {
        Ashlar.waitUntil(() -> said(next, "waiting"));
        assertThat(pidsOfBuilds()).hasSize(1);
        ProcessHandle.of(pidsOfBuilds().getFirst()).ifPresent(ProcessHandle::destroyForcibly);
        builds("2", "");
        assertThat(next.await().out()).isEqualTo("next main-2.jar\n");
      }
    }
    assertThat(pidsOfBuilds()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsTheBuildToo(String signal, int code) throws Exception {
    builds("1", UNTIL_TOLD);
    try (Child child = start(System.getenv("PATH"), "interrupted")) {
      Ashlar.waitUntil(() -> pidsOfBuilds().size() == 1);
      child.signal(signal);
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(code);
      assertThat(outcome.err().lines()).hasSize(1);
      long maven = pidsOfBuilds().getFirst();
      Ashlar.waitUntil(() -> ProcessHandle.of(maven).isEmpty());
    }
    builds("1", "");
    assertThat(run("again").out()).isEqualTo("again main-1.jar\n");
  }

  @Test
  void aFailedBuildSaysWhyAndIsMadeAgain() throws Exception {
    run("one");
    changeASource();
    builds("2", "echo '[ERROR] no such thing'; echo '[ERROR] [Help 1] a link'; exit 1");
    for (int i = 0; i < 2; i++) {
      Outcome failed = run("two");
      assertThat(failed.exitCode()).isEqualTo(1);
      assertThat(failed.out()).isEmpty();
      assertThat(failed.err().lines())
          .containsExactly(
              "Building Ashlar with %s/mvnw (a minute or two on first use) ..."
                  .formatted(checkout.toRealPath()),
              "[ERROR] no such thing",
              "ashlar: the build failed; all of its output is in %s/target/build.log"
                  .formatted(checkout.toRealPath()));
    }
    builds("2", "");
    assertThat(run("three").out()).isEqualTo("three main-2.jar\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "perl"})
  void aRunningCommandKeepsItsJars(String locker) throws Exception {
    String path = pathWith(locker);
    try (Child running = start(path, "stay")) {
      Ashlar.waitUntil(() -> said(running, "stay"));
      for (int i = 2; i < 5; i++) {
        builds("" + i, "");
        changeASource();
        try (Child next = start(path, "next")) {
          assertThat(next.await().out()).isEqualTo("next main-" + i + ".jar\n");
        }
      }
      running.process().outputWriter(UTF_8).close();
      assertThat(running.await().out()).isEqualTo("stay main-1.jar\nstayed main-1.jar\n");
    }
    // What nothing runs from goes: there are the newest, the one before, and the first.
    assertThat(keptBuilds()).hasSize(3);
    changeASource();
    run("next");
    assertThat(keptBuilds()).hasSize(2);
  }

  @Test
  void saysWhereItCannotWrite() throws Exception {
    Files.createFile(checkout.resolve("target"));
    Outcome outcome = run("one");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err().lines().toList().getLast())
        .isEqualTo(
            "ashlar: Ashlar has to be built, but %s/target/builds cannot be written"
                .formatted(checkout.toRealPath()));
  }

  /// A container chooses for all JVMs in it: ours must not contradict.
  @Test
  void flagsOfTheEnvironmentCount() throws Exception {
    String choices =
        """
        JAVA_TOOL_OPTIONS: -Dnothing=chosen > UseSerialGC=true TieredStopAtLevel=1
        JAVA_TOOL_OPTIONS: -XX:+UseG1GC > UseG1GC=true UseSerialGC=false TieredStopAtLevel=1
        JDK_JAVA_OPTIONS: -XX:+UseParallelGC -Xmx64m > UseParallelGC=true MaxHeapSize=67108864
        _JAVA_OPTIONS: -XX:+UseZGC > UseZGC=true
        JAVA_TOOL_OPTIONS: -XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC > UseEpsilonGC=true
        JDK_JAVA_OPTIONS: -XX:+AggressiveHeap -Xmx256m > UseParallelGC=true
        JAVA_TOOL_OPTIONS: -XX:-UseSerialGC > UseSerialGC=false TieredStopAtLevel=1
        JAVA_TOOL_OPTIONS: -XX:TieredStopAtLevel=3 > TieredStopAtLevel=3 UseSerialGC=true
        JDK_JAVA_OPTIONS: -XX:-TieredCompilation > TieredCompilation=false TieredStopAtLevel=4
        JAVA_TOOL_OPTIONS: -Xint > UseInterpreter=true TieredStopAtLevel=4
        JAVA_TOOL_OPTIONS: --sun-misc-unsafe-memory-access=deny > UseSerialGC=true
        JDK_JAVA_OPTIONS: @options > UseZGC=true TieredStopAtLevel=3
        JDK_JAVA_OPTIONS: -XX:VMOptionsFile=options > UseZGC=true TieredStopAtLevel=3
        """;
    Files.writeString(checkout.resolve("options"), "-XX:+UseZGC\n-XX:TieredStopAtLevel=3\n");
    run("build");
    for (String line : choices.lines().toList()) {
      String[] choice = line.split(": | > ", -1);
      String[] expected = choice[2].split(" ", -1);
      String[] args =
          Stream.concat(Stream.of("flags"), Stream.of(expected).map(f -> f.split("=", -1)[0]))
              .toArray(String[]::new);
      try (Child child = start(Map.of("PATH", System.getenv("PATH"), choice[0], choice[1]), args)) {
        Outcome outcome = child.await();
        assertThat(outcome.exitCode()).as("%s: %s", line, outcome).isZero();
        assertThat(outcome.out().lines().skip(1)).as(line).containsExactly(expected);
        assertThat(outcome.err().lines())
            .as(line)
            .hasSize(1)
            .first()
            .asString()
            .contains(choice[0]);
      }
    }
  }

  @Test
  void longLogsAreReadWithBothCompilers() throws Exception {
    run("build");
    Path log = checkout.resolve("a log");
    String[] jit = {"jit", "report", "a log", "flags", "TieredStopAtLevel"};
    setSize(log, 32 << 20);
    assertThat(run(jit).out()).endsWith("TieredStopAtLevel=1\n");
    setSize(log, (32 << 20) + 1);
    assertThat(run(jit).out()).endsWith("TieredStopAtLevel=4\n");
    jit[1] = "run";
    assertThat(run(jit).out()).endsWith("TieredStopAtLevel=1\n");
    jit[0] = "lab";
    assertThat(run(jit).out()).endsWith("TieredStopAtLevel=1\n");
    // The last run's, where none is named.
    String[] unnamed = {"jit", "report", "flags", "TieredStopAtLevel"};
    assertThat(run(unnamed).out()).endsWith("TieredStopAtLevel=1\n");
    Path folder = Files.createDirectories(checkout.resolve("ashlar-jit/20260101-000000-1"));
    setSize(folder.resolve("jit-1.log"), 64 << 20);
    assertThat(run(unnamed).out()).endsWith("TieredStopAtLevel=4\n");
  }

  private static void setSize(Path file, int size) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(size);
    }
  }

  @Test
  void aCacheIsMadeOnceAndUsed() throws Exception {
    run("build");
    assertThat(caches()).isEmpty();
    Outcome first = runWithCache("flags", "AOTCache");
    assertThat(first.err()).isEqualTo("ashlar: preparing a faster start, once for this JDK ...\n");
    assertThat(caches()).hasSize(1).first().satisfies(c -> assertThat(c).isNotEmptyFile());
    Path cache = caches().getFirst();
    assertThat(first.out()).isEqualTo("flags AOTCache main-1.jar\nAOTCache=" + cache + "\n");
    assertThat(runWithCache("flags", "AOTCache")).isEqualTo(new Outcome(0, first.out(), ""));
    assertThat(run("flags", "AOTCache").out()).endsWith("AOTCache=\n");
  }

  /// Of another JDK, of another collector, damaged: the command runs, and says no more than ever.
  @Test
  void aCacheThatDoesNotFitIsPassedOver() throws Exception {
    run("build");
    Outcome fitting = runWithCache("one");
    assertThat(fitting.exitCode()).isZero();
    Path cache = caches().getFirst();
    byte[] whole = Files.readAllBytes(cache);
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    byte[] anotherVersion = whole.clone();
    // Behind the magic number.
    anotherVersion[8]++;
    for (byte[] content : List.of(cut, anotherVersion, "junk".getBytes(UTF_8), new byte[0])) {
      Files.write(cache, content);
      assertThat(runWithCache("one")).isEqualTo(new Outcome(0, fitting.out(), ""));
    }
    Files.write(cache, whole);
    String path = System.getenv("PATH");
    Map<String, String> otherPointers =
        Map.of("PATH", path, "ASHLAR_AOT_CACHE", "", "JAVA_TOOL_OPTIONS", "-XX:+UseZGC");
    try (Child child = start(otherPointers, "one")) {
      Outcome outcome = child.await();
      assertThat(outcome.out()).isEqualTo(fitting.out());
      assertThat(outcome.err().lines()).hasSize(1);
    }
  }

  @Test
  void aCacheThatCannotBeMadeIsNotTriedAgain() throws Exception {
    // What is packed does not start.
    builds("1", "rm ../main.jar; echo no jar > ../main.jar");
    run("build");
    Outcome first = runWithCache("one");
    assertThat(first.err()).startsWith("ashlar: preparing");
    assertThat(caches()).hasSize(1).first().satisfies(c -> assertThat(c).isEmptyFile());
    assertThat(runWithCache("one").err()).doesNotContain("preparing");
  }

  private Outcome runWithCache(String... args) throws IOException, InterruptedException {
    String path = System.getenv("PATH");
    try (Child child = start(Map.of("PATH", path, "ASHLAR_AOT_CACHE", ""), args)) {
      return child.await();
    }
  }

  private List<Path> caches() throws IOException {
    try (Stream<Path> all = Files.walk(checkout.toRealPath().resolve("target/builds"))) {
      return all.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  /// What the next builds pack, and what they do before.
  private void builds(String version, String meanwhile) throws IOException {
    Files.writeString(folder.resolve("version"), version);
    Files.writeString(folder.resolve("meanwhile"), meanwhile);
  }

  private void changeASource() throws IOException {
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
  }

  private Outcome run(String... args) throws IOException, InterruptedException {
    try (Child child = start(System.getenv("PATH"), args)) {
      return child.await();
    }
  }

  private Child start(String path, String... args) throws IOException {
    return start(Map.of("PATH", path), args);
  }

  private Child start(Map<String, String> environment, String... args) throws IOException {
    Path out = folder.resolve("out-" + ++runs);
    Path err = folder.resolve("err-" + runs);
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of("./ashlar"), Stream.of(args)).toList())
            .directory(checkout.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // The JVM announces these on stderr.
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    builder.environment().put("ASHLAR_AOT_CACHE", "no");
    builder.environment().putAll(environment);
    return new Child(builder.start(), out, err);
  }

  /// A path where files can be locked by this command only.
  private String pathWith(String locker) throws IOException {
    Path commands = Files.createDirectory(folder.resolve("commands"));
    String needed = "cat cp date dirname env find head mkdir mv readlink rm sleep " + locker;
    for (String name : needed.split(" ", -1)) {
      Path place =
          Stream.of(System.getenv("PATH").split(":", -1))
              .map(entry -> Path.of(entry, name))
              .filter(Files::isExecutable)
              .findFirst()
              .orElse(null);
      Assumptions.assumeTrue(place != null, "needs " + name);
      Path command = commands.resolve(name);
      Files.writeString(command, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(place));
      assertThat(command.toFile().setExecutable(true)).isTrue();
    }
    return commands.toString();
  }

  private List<Long> pidsOfBuilds() {
    try (Stream<String> lines = Files.lines(folder.resolve("builds.txt"))) {
      return lines.map(Long::valueOf).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> keptBuilds() throws IOException {
    try (Stream<Path> all = Files.list(checkout.resolve("target/builds"))) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  private static boolean said(Child child, String text) {
    try {
      return child.readOut().contains(text) || child.readErr().contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
