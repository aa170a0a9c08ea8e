// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Jdks;
import dev.ashlar.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The programs of `docs/cliffs`.
class CliffsTest {
  private static final Path CLIFFS = Path.of("../docs/cliffs");
  private static final String RATIO = "\\w.* \\d+[.,]?\\d* (ns|ms).*: ratio \\S+";
  private static final int LONGEST = 40;

  @TempDir Path folder;

  static List<Path> programs() throws IOException {
    try (Stream<Path> files = Files.list(CLIFFS)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(programs()).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void isShortAndWithoutAshlarAndOnThePage(Path program) throws IOException {
    assertThat(Files.readAllLines(program)).hasSizeLessThanOrEqualTo(LONGEST);
    assertThat(program).content().doesNotContain("ashlar").containsPattern("(?m)^/// ");
    assertThat(CLIFFS.resolve("README.md"))
        .content()
        .contains("(%s)".formatted(program.getFileName()));
  }

  /// Compiled for 17, unless the program says that it needs more.
  @ParameterizedTest
  @MethodSource("programs")
  void runsForAMomentAndPrintsItsRatio(Path program) throws Exception {
    List<String> release =
        Files.readString(program).contains("/// since 22: ")
            ? List.of("--release", "25")
            : List.of("--release", "17");
    Path classes = Javac.compile(folder, release, program);
    String name = program.getFileName().toString().replace(".java", "");
    try (URLClassLoader loader = Javac.loader(classes)) {
      Method main = loader.loadClass(name).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      assertThat(printed(main).lines()).isNotEmpty().allMatch(line -> line.matches(RATIO));
    }
  }

  private static String printed(Method main) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setProperty("rounds", "2");
    System.setProperty("millis", "1");
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(out);
      System.clearProperty("rounds");
      System.clearProperty("millis");
    }
    return printed.toString(UTF_8);
  }

  /// A JVM for each program.
  @EnabledIfSystemProperty(
      named = Slow.PROPERTY,
      matches = "true",
      disabledReason = "minutes: in the profile slow")
  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void theScriptRunsThemOnAJdk(int version) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    Assumptions.assumeTrue(jdk.isPresent(), "no JDK " + version);
    Ended ended = run(jdk.get().toString());
    assertThat(ended.exitCode()).as(ended.printed()).isZero();
    assertThat(ended.printed()).startsWith("JDK " + version + "\n");
    for (Path program : programs()) {
      String name = program.getFileName().toString().replace(".java", "");
      boolean isTooNew = version < 22 && Files.readString(program).contains("/// since 22: ");
      assertThat(ended.printed())
          .containsPattern(
              "(?m)^"
                  + name
                  + ": "
                  + (isTooNew ? "needs JDK 22" : RATIO.replace("\\w", "\\S"))
                  + "$");
    }
  }

  @Test
  void theScriptNamesAJdkThatIsNone() throws Exception {
    Ended ended = run(folder.toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.printed())
        .contains(folder + "/bin/java does not start: name the folder of a JDK");
  }

  private record Ended(int exitCode, String printed) {}

  private static Ended run(String jdk) throws IOException, InterruptedException {
    ProcessBuilder script =
        new ProcessBuilder(CLIFFS.resolve("run").toString(), jdk).redirectErrorStream(true);
    script.environment().put("CLIFFS_FLAGS", "-Drounds=2 -Dmillis=1");
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(script.environment()::remove);
    Process process = script.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), printed);
  }
}
