// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.cli.build.BuildTool;
import dev.ashlar.cli.build.MavenPaths;
import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class UnsafeScanCommandTest {
  private static final String FIRST =
      """
      class Memory {
        static sun.misc.Unsafe unsafe;
        static long get(long address) {
          return unsafe.getLong(address);
        }
      }
      """;

  private static final String SECOND =
      FIRST.replace(
          "  static long get",
          "\n  static void more() { unsafe.park(false, 1L); }\n  static long get");

  @TempDir private Path folder;
  private Path classes = Path.of("");

  @BeforeEach
  void compileFirst() throws IOException {
    classes = Files.createDirectories(folder.resolve("classes"));
    compile(FIRST);
  }

  private void compile(String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Memory.java"), source);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    assertThat(
            javac.run(
                out,
                out,
                "-XDignore.symbol.file",
                "-nowarn",
                "-d",
                classes.toString(),
                file.toString()))
        .isZero();
  }

  private static JsonNode json(Path file) throws IOException {
    return new JsonMapper().readTree(Files.readString(file));
  }

  @Test
  void printsEachCallWithItsPlaceItsReplacementAndTheVerdict() {
    Outcome outcome = Ashlar.run("unsafe", "scan", "--code", classes.toString());
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("What to do now: Nothing is known of classes: look for a newer release")
        .contains("1 artifact with 1 class ")
        .contains("1 uses sun.misc.Unsafe")
        .contains("1 use of Unsafe, 1 denied")
        .contains("getLong(long): Memory::get line 4")
        .contains("=deny, 1 call in 1 artifact")
        .contains("what to use instead")
        .contains("memory.get(ValueLayout.JAVA_LONG");
    assertThat(outcome.out().lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(101));
    assertThat(Ashlar.run("unsafe", "scan", classes.toString()).out())
        .doesNotContain("what to use instead");
  }

  @Test
  void writesAllUsesAsJsonAndAsSarif() throws IOException {
    Path json = folder.resolve("scan.json");
    Path sarif = folder.resolve("scan.sarif");
    Outcome outcome =
        Ashlar.run(
            "unsafe", "scan", classes.toString(), "--json", "" + json, "--sarif", "" + sarif);
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    JsonNode use = json(json).at("/artifacts/0/uses/0");
    assertThat(use.path("kind").asString("")).isEqualTo("UNSAFE_CALL");
    assertThat(use.path("class").asString("")).isEqualTo("Memory");
    assertThat(use.path("method").asString("")).isEqualTo("get(J)J");
    assertThat(use.path("line").asInt(0)).isEqualTo(4);
    assertThat(use.path("target").asString("")).isEqualTo("sun.misc.Unsafe::getLong(J)J");
    assertThat(use.path("denied").asBoolean(false)).isTrue();
    JsonNode result = json(sarif).at("/runs/0/results/0");
    assertThat(result.path("ruleId").asString("")).isEqualTo("unsafe-call");
    assertThat(result.path("level").asString("")).isEqualTo("warning");
    assertThat(result.at("/message/text").asString("")).contains("Memory::get line 4");
  }

  /// SARIF 2.1.0, 3.27.24: all results have a state, or none has.
  @Test
  void sarifHasTheStateAgainstTheBaseline() throws IOException {
    Path baseline = folder.resolve("baseline.json");
    Path sarif = folder.resolve("scan.sarif");
    compile(SECOND);
    Files.writeString(classes.resolve("Broken.class"), "broken");
    Ashlar.run("unsafe", "scan", classes.toString(), "--json", "" + baseline);
    String[] gate = {
      "unsafe", "scan", classes.toString(), "--baseline", "" + baseline, "--sarif", "" + sarif
    };
    Ashlar.run(gate);
    assertThat(states(sarif)).containsOnlyKeys("unchanged").containsEntry("unchanged", 3L);

    compile(FIRST);
    Files.delete(classes.resolve("Broken.class"));
    assertThat(Ashlar.run(gate).exitCode()).isZero();
    assertThat(states(sarif)).isEqualTo(Map.of("unchanged", 1L, "absent", 2L));
    assertThat(json(sarif).at("/runs/0/results/1/message/text").asString(""))
        .isEqualTo("sun.misc.Unsafe::park(ZJ)V in Memory::more()V");

    Ashlar.run("unsafe", "scan", classes.toString(), "--json", "" + baseline);
    compile(SECOND);
    assertThat(Ashlar.run(gate).exitCode()).isEqualTo(1);
    assertThat(states(sarif)).isEqualTo(Map.of("unchanged", 1L, "new", 1L));
  }

  private static Map<String, Long> states(Path sarif) throws IOException {
    return json(sarif)
        .at("/runs/0/results")
        .valueStream()
        .collect(
            Collectors.groupingBy(
                result -> result.path("baselineState").asString("none"), Collectors.counting()));
  }

  @Test
  void againstABaselineOnlyWhatIsNewCounts() throws IOException {
    Path baseline = folder.resolve("baseline.json");
    Ashlar.run("unsafe", "scan", classes.toString(), "--json", baseline.toString());
    String[] again = {"unsafe", "scan", classes.toString(), "--baseline", baseline.toString()};
    Outcome same = Ashlar.run(again);
    assertThat(same.exitCode()).isZero();
    assertThat(same.out()).isEqualTo("nothing new\n");
    compile(SECOND);
    Path junit = folder.resolve("junit.xml");
    Outcome gate =
        Ashlar.run(
            "unsafe",
            "scan",
            classes.toString(),
            "--baseline",
            "" + baseline,
            "--junit",
            "" + junit);
    assertThat(gate.exitCode()).isEqualTo(1);
    assertThat(Files.readString(junit))
        .contains("tests=\"2\" failures=\"1\"")
        .contains("<failure message=\"classes: call of sun.misc.Unsafe park(boolean, long) in")
        .contains("name=\"everything is read\"");
    assertThat(Ashlar.run("unsafe", "scan", classes.toString(), "--junit", "" + junit).err())
        .contains("--junit needs --baseline");
    Outcome more = Ashlar.run(again);
    assertThat(more.exitCode()).isEqualTo(1);
    // The known call is on another line.
    assertThat(more.out().lines())
        .singleElement()
        .satisfies(line ->
            assertThat(line)
                .contains("new: classes: call of sun.misc.Unsafe park(boolean, long)")
                .contains("Memory::more line 4"));
    Files.writeString(classes.resolve("Broken.class"), "broken");
    compile(FIRST);
    Outcome broken = Ashlar.run(again);
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.out()).contains("Broken.class: it is not a class file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{      | is no JSON: Unexpected end-of-input: expected close marker for Object (see",
        "[]     | is no baseline: make one with 'ashlar unsafe scan --json FILE'",
        "null   | is no baseline: make one with 'ashlar unsafe scan --json FILE'",
        "''     | is no baseline: make one with 'ashlar unsafe scan --json FILE'"
      })
  void whatIsNoBaselineIsNamed(String text, String why) throws IOException {
    Path baseline = Files.writeString(folder.resolve("garbage.json"), text);
    Outcome outcome =
        Ashlar.run("unsafe", "scan", classes.toString(), "--baseline", baseline.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("garbage.json " + why);
  }

  @Test
  void scansTheClassPathOfARunningJvm() throws IOException, URISyntaxException {
    Path sleeper =
        Files.writeString(
            folder.resolve("Sleeper.java"),
            """
            class Sleeper {
              public static void main(String[] args) throws Exception {
                System.in.read();
              }
            }
            """);
    Path program = Javac.compile(folder.resolve("sleeper"), List.of(), sleeper);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                program + java.io.File.pathSeparator + classes,
                "Sleeper")
            .start();
    try {
      Outcome outcome = Ashlar.run("unsafe", "scan", "--pid", "" + process.pid());
      assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
      assertThat(outcome.out()).contains("Memory::get line 4").contains("2 artifacts");
    } finally {
      process.destroyForcibly();
    }
    Outcome ended = Ashlar.run("unsafe", "scan", "--pid", "999999999");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("cannot ask process 999999999").contains("jcmd -l");
  }

  /// Prints what Maven prints for a project with two modules.
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void scansWhatTheProjectsOwnMavenResolves() throws IOException {
    Path project = Files.createDirectories(folder.resolve("project/module/target"));
    Path root = folder.resolve("project");
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(project.resolveSibling("pom.xml"), "<project/>");
    Files.move(classes, project.resolve("classes"));
    Path jar = Files.createDirectories(folder.resolve("library"));
    Files.copy(project.resolve("classes/Memory.class"), jar.resolve("Memory.class"));
    Path wrapper = root.resolve("mvnw");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        [ "$1" = --offline ] || exit 2
        [ "$3" = dependency:tree ] && exit 1
        echo '[INFO] Dependencies classpath:'
        echo
        echo '[INFO] Dependencies classpath:'
        echo '%s'
        """
            .formatted(jar));
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    Outcome outcome = Ashlar.run("unsafe", "scan", "--maven", root.toString());
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    assertThat(outcome.out()).contains("2 artifacts").contains("classes: ").contains("library: ");
    assertThat(outcome.err())
        .contains("the path to each artifact is unknown")
        .contains("dependency:tree");
    Files.writeString(wrapper, "#!/bin/sh\necho '[ERROR] no such artifact'\nexit 1\n");
    Outcome failed = Ashlar.run("unsafe", "scan", "--maven", root.toString());
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("cannot resolve the class path")
        .contains("[ERROR] no such artifact");
  }

  @Test
  void thePathOfADependencyIsTheShortest() {
    assertThat(
            MavenPaths.parse(
                List.of(
                    "[INFO] --- dependency:3.8.1:tree (default-cli) @ app ---",
                    "[INFO] shop:app:jar:1.0",
                    "[INFO] +- b:client:jar:2.1:compile",
                    "[INFO] |  +- c:codec:jar:linux:3:compile",
                    "[INFO] |  |  \\- io.netty:netty-common:jar:4.1.100.Final:compile",
                    "[INFO] |  \\- d:log:jar:4:runtime (optional)",
                    "[INFO] \\- e:last:jar:5:compile",
                    "[INFO]    \\- io.netty:netty-common:jar:4.1.100.Final:compile",
                    "[INFO] shop:other:war:1.0",
                    "[INFO] BUILD SUCCESS")))
        .isEqualTo(
            Map.of(
                "b:client:2.1", "app:1.0",
                "c:codec:3", "app:1.0 > client:2.1",
                "io.netty:netty-common:4.1.100.Final", "app:1.0 > last:5",
                "d:log:4", "app:1.0 > client:2.1",
                "e:last:5", "app:1.0"));
  }

  /// What cannot be read is never called clean.
  @Test
  void unreadableInputFails() throws IOException {
    byte[] class1 = Files.readAllBytes(classes.resolve("Memory.class"));
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
    Path whole = zip("whole.jar", Map.of("Memory.class", class1));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.jar"), Arrays.copyOf(bytes, bytes.length / 2));
    Path nested = zip("nested.jar", Map.of("A.class", class1, "lib/in.jar", new byte[] {1, 2}));
    Path bomb = zip("bomb.jar", Map.of("A.class", class1, "B.class", new byte[1 << 28]));
    Path empty = Files.createDirectories(folder.resolve("empty"));
    for (Path path : List.of(text, cut, nested, bomb, empty)) {
      Outcome outcome = Ashlar.run("unsafe", "scan", path.toString());
      assertThat(outcome.exitCode()).as("%s: %s", path, outcome.out()).isEqualTo(1);
      assertThat(outcome.out()).doesNotContain("none uses").contains(path.toString());
      assertThat(outcome.err()).contains("not everything could be read");
    }
    assertThat(Ashlar.run("unsafe", "scan", whole.toString()).exitCode()).isZero();
    assertThat(Ashlar.run("unsafe", "scan", whole.toString(), empty.toString()).exitCode())
        .isEqualTo(1);
  }

  private Path zip(String name, Map<String, byte[]> files) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return file;
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aModuleThatIsNotCompiledIsNamed() throws IOException {
    Path root = Files.createDirectories(folder.resolve("raw"));
    Files.createDirectories(root.resolve("src/main/java"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Path wrapper = Files.writeString(root.resolve("mvnw"), "#!/bin/sh\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    Outcome outcome = Ashlar.run("unsafe", "scan", "--maven", root.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("raw/target/classes: there is no such file");
  }

  @Test
  void aToolThatIsNotThereIsNamed() {
    BuildTool tool = BuildTool.of(folder, "gradlew", "gradlew.bat", "no-such-tool");
    assertThatThrownBy(() -> tool.run("", "", List.of("task")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot run 'no-such-tool'")
        .hasMessageContaining("install it, or add its wrapper");
  }

  /// Prints what Gradle prints of the init script's task, and the script itself to a file.
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void scansWhatTheProjectsOwnGradleResolves() throws IOException {
    Path root = Files.createDirectories(folder.resolve("project"));
    Files.writeString(root.resolve("settings.gradle.kts"), "");
    Path jar = Files.createDirectories(folder.resolve("library"));
    Files.copy(classes.resolve("Memory.class"), jar.resolve("Memory.class"));
    Files.createDirectories(folder.resolve("files-2.1/c/memory/3/1f2e"));
    byte[] memory = Files.readAllBytes(classes.resolve("Memory.class"));
    Path cached = zip("files-2.1/c/memory/3/1f2e/memory-3.jar", Map.of("Memory.class", memory));
    Path wrapper = root.resolve("gradlew");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        [ "$1" = --offline ] || exit 2
        while [ "$1" != --init-script ]; do shift; done
        cat "$2" > script
        echo 'Some warning'
        echo 'ashlar-class-path:%s'
        echo 'ashlar-class-path:%s'
        echo 'ashlar-class-path:%s/build/resources/main'
        echo 'ashlar-class-path:%s'
        echo 'ashlar-path:shop:app:unspecified'
        echo 'ashlar-path:shop:app:unspecified b:client:2.1'
        echo 'ashlar-path:shop:app:unspecified b:client:2.1 c:memory:3'
        echo 'ashlar-path:shop:core:1.0 b:client:2.1'
        echo 'ashlar-path:shop:all:1.0 shop:app:unspecified b:client:2.1 c:memory:3'
        """
            .formatted(classes, jar, root, cached));
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    Outcome outcome = Ashlar.run("unsafe", "scan", "--gradle", root.toString());
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("3 artifacts")
        .contains("brought in by app > client:2.1\n")
        .contains("classes: ")
        .contains("library: ")
        .doesNotContain("no such file");
    assertThat(Files.readString(root.resolve("script")))
        .contains("allprojects {", "ashlarClassPath", "println 'ashlar-class-path:' + it");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        cat << END
        openjdk version "17.0.15" 2025-04-15
        OpenJDK Runtime Environment (build 17.0.15+6-Debian-1deb12u1)
        OpenJDK 64-Bit Server VM (build 17.0.15+6-Debian-1deb12u1, mixed mode, sharing)

        FAILURE: Build failed with an exception.

        * Where:
        Initialization script '/tmp/init.gradle' line: 1

        * What went wrong:
        no x at https://user:s3cret@example.com/repository
        END
        exit 1
        """);
    Outcome failed = Ashlar.run("unsafe", "scan", "--gradle", root.toString());
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("Gradle cannot resolve the class path")
        .contains("assemble' once")
        .contains("assemble' once: * What went wrong: no x at (address)");
    assertThat(Ashlar.run("unsafe", "scan", "--gradle", folder.toString()).err())
        .contains("is no Gradle project: it has none of build.gradle, build.gradle.kts");
    assertThat(Ashlar.run("unsafe", "scan", "--gradle", "--maven").err())
        .contains("exclude each other");
  }

  @Test
  void wrongUsageNamesTheValue() {
    assertThat(Ashlar.run("unsafe", "scan").err()).contains("give a jar, a class file or a folder");
    Outcome missing = Ashlar.run("unsafe", "scan", "none.jar");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("there is no file none.jar");
    assertThat(Ashlar.run("unsafe", "scan", "--top", "-1", ".").err())
        .contains("--top must be 0 or more, not -1");
    Path same = folder.resolve("same");
    assertThat(Ashlar.run("unsafe", "scan", ".", "--json", "" + same, "--sarif", "" + same).err())
        .contains("one file is given twice");
    assertThat(Ashlar.run("unsafe", "scan", ".", "--baseline", "" + same).err())
        .contains("--baseline: ");
    assertThat(Ashlar.run("unsafe", "scan", "--maven", folder.toString()).err())
        .contains("is no Maven project: it has no pom.xml");
  }
}
