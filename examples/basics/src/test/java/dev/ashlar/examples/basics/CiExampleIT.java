// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands of `examples/ci/run`, with the rules and the baseline that are there.
@Timeout(180)
class CiExampleIT {
  private static final Path CI = Path.of("..", "ci");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path folder;

  @Test
  void theRulesHold() throws Exception {
    Path logs = folder.resolve("logs");
    ashlar(
        "jit",
        "run",
        "--out",
        logs.toString(),
        "--",
        JAVA,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        CLASS_PATH,
        DecoderLoad.class.getName());
    Path junit = folder.resolve("jit.xml");
    ashlar(
        "jit",
        "check",
        CI.resolve("rules").toString(),
        logs.toString(),
        "--junit",
        junit.toString());
    assertThat(junit).content().contains("sumOfOrders has no virtual call");
  }

  @Test
  void theLibrariesHaveNothingThatIsNotInTheBaseline() throws Exception {
    String lib = Path.of("target", "lib").toString();
    ashlar("unsafe", "scan", lib, "--baseline", CI.resolve("unsafe.json").toString());
  }

  private void ashlar(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-cp", CLASS_PATH, "dev.ashlar.cli.Main"));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(150, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
  }
}
