// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

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
        import dev.ashlar.otlp.*;
        import io.opentelemetry.sdk.trace.*;
        import io.opentelemetry.sdk.trace.export.*;
        public final class Example {
          public static String run(String token) {
        %s
            tracing.close();
            return exporter.toString();
          }
        }
        """
            .formatted(PackageExample.of(OtlpEncoder.class));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    Path output =
        Javac.compile(
            folder, List.of("--class-path", System.getProperty("java.class.path")), source);

    try (var loader = Javac.loader(output)) {
      Object result =
          loader.loadClass("Example").getMethod("run", String.class).invoke(null, "secret");
      assertThat(result)
          .asString()
          .contains("https://collector.example:4318/v1/traces", "gzip", "Authorization")
          .doesNotContain("secret");
    }
  }
}
