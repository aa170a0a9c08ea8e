// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first example in the package's comment compiles and does what it says.
final class PackageExampleTest {
  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String program =
        """
        import dev.ashlar.memory.*;
        import java.lang.foreign.*;
        public final class Example {
          public static String run() {
        %s
            return Integer.toHexString(header.getInt(0)) + " " + header.getLong(8)
                + " " + new String(line, java.nio.charset.StandardCharsets.US_ASCII);
          }
        }
        """
            .formatted(PackageExample.of(Bytes.class));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = Javac.pathOf(Bytes.class, NullMarked.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);
    try (var loader = Javac.loader(output)) {
      Object result = loader.loadClass("Example").getMethod("run").invoke(null);
      assertThat(result).isEqualTo("cafe 42 " + "-".repeat(80));
    }
  }
}
