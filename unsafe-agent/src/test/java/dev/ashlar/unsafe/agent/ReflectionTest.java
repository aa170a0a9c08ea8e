// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.unsafe.agent.patch.Patch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls of Unsafe by reflection, by method handles, and in classes that no agent sees. The same
/// program with Unsafe says what each returns or throws.
class ReflectionTest {
  private static final String ALLOW = "--sun-misc-unsafe-memory-access=allow";

  @TempDir private Path folder = Path.of("");

  private Path classes(String program) throws IOException {
    return AgentJar.compiled(folder, AgentJar.program(program));
  }

  private String allowed(Path classes, String program) throws Exception {
    ChildJvm.Ended ended = ChildJvm.quick(folder, ALLOW, "-cp", classes.toString(), program);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }

  @Test
  void reflectionReturnsAndThrowsTheSame() throws Exception {
    Path classes = classes("Reflective");
    String expected = allowed(classes, "Reflective");
    assertThat(expected).contains("right: 8", "too few: java.lang.IllegalArgumentException");
    ChildJvm.Ended ended = AgentJar.replaced(folder, "-cp", classes.toString(), "Reflective");
    assertThat(ended.out()).as(ended.err()).isEqualTo(expected);
  }

  @Test
  void reflectionReturnsAndThrowsTheSameWithoutAnAgent() throws Exception {
    Path classes = classes("Reflective");
    Path jar = AgentJar.jar(folder.resolve("reflective.jar"), classes, new Manifest());
    Path out = folder.resolve("patched");
    Patch patch = Patch.of(List.of(jar), out, false);
    assertThat(patch.problems()).isEmpty();
    String path = out.resolve("reflective.jar") + File.pathSeparator + out.resolve(Patch.RUNTIME);
    ChildJvm.Ended ended =
        AgentJar.denied(folder, "--enable-native-access=ALL-UNNAMED", "-cp", path, "Reflective");
    assertThat(ended.out()).as(ended.err()).isEqualTo(allowed(classes, "Reflective"));
  }

  @Test
  void callsThatNoClassFileShowsReachTheReplacement() throws Exception {
    Path classes = classes("Unseen");
    String expected = allowed(classes, "Unseen");
    assertThat(expected).contains("43 43", "6 7");
    ChildJvm.Ended ended = AgentJar.replaced(folder, "-cp", classes.toString(), "Unseen");
    assertThat(ended.out()).as(ended.err()).isEqualTo(expected);
    assertThat(AgentJar.report(folder))
        .contains("\"delegated\": [", "\"putInt(Ljava/lang/Object;JI)V\"")
        .contains("\"refused\": {}");
  }
}
