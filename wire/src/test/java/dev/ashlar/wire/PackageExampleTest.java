// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import dev.ashlar.text.Utf8;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example in the package's comment compiles and does what it says.
class PackageExampleTest {
  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String example = PackageExample.of(ProtoType.class);
    int statements = example.indexOf("byte[] message");
    String program =
        """
        import dev.ashlar.wire.*;
        import java.lang.invoke.MethodHandles;
        import java.util.Map;
        public final class Example {
        %s
          public static String run() {
        %s
            return message.length + " " + event + " " + source;
          }
        }
        """
            .formatted(example.substring(0, statements), example.substring(statements));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = Javac.pathOf(ProtoType.class, Bytes.class, Utf8.class, NullMarked.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);

    try (var loader = Javac.loader(output)) {
      Object result = loader.loadClass("Example").getMethod("run").invoke(null);
      assertThat(result)
          .asString()
          .startsWith("27 Event[time=7, name=start, labels={zone=a}] syntax = \"proto3\";")
          .contains("message Event {", "map<string, string> labels = 3;");
    }
  }
}
