// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UnsafePatchCommandTest {
  private static final String MEMORY =
      """
      class Memory {
        static sun.misc.Unsafe unsafe;
        static long get(java.nio.Buffer buffer) throws Exception {
          java.lang.reflect.Field field = java.nio.Buffer.class.getDeclaredField("address");
          return unsafe.getLong(buffer, unsafe.objectFieldOffset(field));
        }
      }
      """;

  @TempDir private Path folder = Path.of("");

  private Path jar() throws IOException {
    Path file = Files.writeString(folder.resolve("Memory.java"), MEMORY);
    Path jar = folder.resolve("memory.jar");
    tool("javac", "-XDignore.symbol.file", "-nowarn", file.toString());
    tool("jar", "-c", "-f", jar.toString(), "-C", folder.toString(), "Memory.class");
    return jar;
  }

  private static void tool(String name, String... arguments) {
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    assertThat(ToolProvider.findFirst(name).orElseThrow().run(out, out, arguments)).isZero();
  }

  @Test
  void printsTheCountsTheFlagsAndTheVerdict() throws IOException {
    String out = folder.resolve("out").toString();
    String json = folder.resolve("patch.json").toString();
    Outcome outcome = Ashlar.run("unsafe", "patch", jar().toString(), "-o", out, "--json", json);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains(
            "2 calls replaced  memory.jar",
            "ashlar-unsafe-runtime.jar has to be on the class path",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "1 jars, 2 calls replaced: no denied call is left");
    JsonNode tree = JsonMapper.builder().build().readTree(Files.readString(Path.of(json)));
    assertThat(tree.at("/jars/0/replaced").asInt()).isEqualTo(2);
    assertThat(tree.at("/flags/1").asString())
        .isEqualTo("--add-opens=java.base/java.nio=ALL-UNNAMED");
    assertThat(Path.of(out)).isDirectoryContaining("glob:**ashlar-unsafe-runtime.jar");
    Outcome again = Ashlar.run("unsafe", "patch", jar().toString(), "-o", out);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("is not empty");
  }

  @Test
  void whatCannotBePatchedIsAnError() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "text");
    Path out = folder.resolve("out");
    Outcome outcome = Ashlar.run("unsafe", "patch", text.toString(), "-o", out.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("ashlar: text.jar: ", "ashlar: nothing was written");
    assertThat(out).doesNotExist();
    Outcome none = Ashlar.run("unsafe", "patch", folder + "/none.jar", "-o", out.toString());
    assertThat(none.exitCode()).isEqualTo(2);
  }
}
