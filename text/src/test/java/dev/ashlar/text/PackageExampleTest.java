// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example in the package's comment compiles and does what it says.
class PackageExampleTest {
  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String program =
        """
        import dev.ashlar.text.*;
        import java.util.List;
        public final class Example {
          public static String run() {
        %s
            return back + " " + end + " " + Utf8.decode(packet, 0, end);
          }
        }
        """
            .formatted(PackageExample.of(Utf8.class));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = Javac.pathOf(Utf8.class, Bytes.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);

    try (var loader = Javac.loader(output)) {
      Object result = loader.loadClass("Example").getMethod("run").invoke(null);
      assertThat(result).isEqualTo("Gr\u00FC\u00DFe 16 Gr\u00FC\u00DFeidgr\u00F6\u00DFe");
    }
  }
}
