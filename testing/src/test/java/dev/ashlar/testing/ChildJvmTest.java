// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildJvmTest {
  @Test
  void returnsWhatWasPrinted() throws Exception {
    assertThat(ChildJvm.run("child", 60, List.of("-Dend=0"), Program.class.getName(), "a"))
        .isEqualToIgnoringNewLines("out aerr");
  }

  @Test
  void aProgramThatFailsFailsTheTest() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () -> ChildJvm.run("failed", 60, List.of("-Dend=3"), Program.class.getName(), "b"))
        .withMessageContaining("out b");
  }

  @Test
  void aProgramThatGoesOnFailsTheTest() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> ChildJvm.run("endless", 1, List.of(), Program.class.getName()))
        .withMessageContaining("instead of hanging");
  }

  @Test
  void tellsOutputsApart(@TempDir Path folder) throws Exception {
    String classes = Javac.pathOf(Program.class);
    ChildJvm.Ended ended =
        ChildJvm.java(folder, "-Dend=4", "-cp", classes, Program.class.getName(), "c");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.out()).isEqualToIgnoringNewLines("out c");
    assertThat(ended.err()).isEqualToIgnoringNewLines("err");
  }

  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws InterruptedException {
      if (arguments.length == 0) {
        Thread.sleep(Long.MAX_VALUE);
      }
      System.out.println("out " + arguments[0]);
      System.err.println("err");
      System.exit(Integer.getInteger("end"));
    }
  }
}
