// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.testing.Jdks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A running JVM is recorded without a restart, and is left as it was.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class JitAttachCommandTest {
  /// Is out of bounds ten times between two pauses. Ends with its input.
  private static final String PROGRAM =
      """
      public class Bounds {
        static int at(int[] values, int i) {
          try {
            return values[i];
          } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
          }
        }

        public static void main(String[] args) throws Exception {
          int[] values = new int[100];
          int sum = 0, rounds = 0;
          while (System.in.available() == 0) {
            for (int i = 0; i <= 100; i++) {
              sum += at(values, i);
            }
            if (++rounds % 10 == 0) {
              Thread.sleep(1);
            }
          }
          System.out.println(sum);
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void compileTheProgram() throws IOException {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "needs Linux");
    Path source = Files.writeString(folder.resolve("Bounds.java"), PROGRAM);
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "--release", "17", source.toString());
  }

  private Process program(Path jdk, String... flags) throws IOException {
    List<String> line =
        Stream.of(
                Stream.of(jdk.resolve("bin/java").toString(), "-XX:-OmitStackTraceInFastThrow"),
                Stream.of(flags),
                Stream.of("-cp", folder.toString(), "Bounds"))
            .flatMap(part -> part)
            .toList();
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(new File("/dev/null"))
        .start();
  }

  private static Path ownJdk() {
    return Path.of(System.getProperty("java.home"));
  }

  /// {@return the recordings in a JVM, and the files of ours that are left}
  private static String left(Process jvm) throws IOException {
    Process jcmd =
        new ProcessBuilder(ownJdk().resolve("bin/jcmd").toString(), "" + jvm.pid(), "JFR.check")
            .redirectErrorStream(true)
            .start();
    String recordings = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      return recordings
          + files
              .map(Path::toString)
              .filter(file -> file.startsWith("/tmp/ashlar-" + jvm.pid() + "-"))
              .toList();
    }
  }

  private String out() {
    return folder.resolve("runs").toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void deoptimizationsWithTheirStacks(int version) throws Exception {
    Path jdk = Jdks.find(version).orElse(null);
    Assumptions.assumeTrue(jdk != null, "no JDK " + version);
    Process jvm = program(jdk, "-XX:StartFlightRecording:name=own");
    try {
      Outcome outcome =
          Ashlar.run("jit", "attach", "--duration", "3", "--out", out(), "" + jvm.pid());
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.out())
          .contains("JDK " + version, "Bounds")
          .contains("repeated deoptimization: Bounds::at line 4 @ 2")
          .containsPattern("called by\\s+Bounds::main\\s+line\\s+15")
          .containsPattern("what\\s+was\\s+compiled\\s+before\\s+is\\s+not\\s+in\\s+it")
          .doesNotContain("Allocations");
      assertThat(left(jvm)).contains("name=own").doesNotContain("ashlar");
      Outcome again = Ashlar.run("jit", "report", out());
      assertThat(again.out()).isEqualTo(outcome.out());
      Path rules = Files.writeString(folder.resolve("rules"), "no deoptimization after 5 s\n");
      assertThat(Ashlar.run("jit", "check", rules.toString(), recording().toString()).err())
          .contains("needs a compilation log");
    } finally {
      jvm.destroyForcibly();
    }
  }

  private Path recording() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("runs"))) {
      return files.filter(file -> file.toString().endsWith(".jfr")).findFirst().orElseThrow();
    }
  }

  private Child attachFor200Seconds(Process jvm) throws IOException {
    return Ashlar.start(
        folder, List.of(), "jit", "attach", "--duration", "200", "--out", out(), "" + jvm.pid());
  }

  @Test
  void theJvmMayEndMeanwhile() throws Exception {
    Process jvm = program(ownJdk());
    try (Child ashlar = attachFor200Seconds(jvm)) {
      awaitRecording(ashlar);
      jvm.getOutputStream().write('\n');
      jvm.getOutputStream().flush();
      Outcome outcome = ashlar.await();
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.out()).contains("repeated deoptimization: Bounds::at");
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void interruptionEndsTheRecording() throws Exception {
    Process jvm = program(ownJdk());
    try (Child ashlar = attachFor200Seconds(jvm)) {
      awaitRecording(ashlar);
      ashlar.signal("INT");
      assertThat(ashlar.await().out()).contains("repeated deoptimization: Bounds::at");
      assertThat(left(jvm)).doesNotContain("ashlar");
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static void awaitRecording(Child ashlar) throws InterruptedException {
    Ashlar.waitUntil(() -> {
      try {
        return Files.readString(ashlar.err()).contains("ashlar: recording process");
      } catch (IOException e) {
        return false;
      }
    });
    // A few deoptimizations.
    Thread.sleep(1000);
  }

  @Test
  void whatCannotRecordSaysWhy() throws Exception {
    assertThat(Ashlar.run("jit", "attach", "--out", out(), "999999999").err())
        .contains("there is no process 999999999");
    Process other = new ProcessBuilder("sleep", "100").start();
    Process closed = program(ownJdk(), "-XX:+DisableAttachMechanism");
    try {
      for (Process process : List.of(other, closed)) {
        Outcome outcome = Ashlar.run("jit", "attach", "--out", out(), "" + process.pid());
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("process " + process.pid() + " does not record: ");
      }
      assertThat(other.isAlive()).isTrue();
      assertThat(folder.resolve("runs")).doesNotExist();
    } finally {
      other.destroyForcibly();
      closed.destroyForcibly();
    }
  }
}
