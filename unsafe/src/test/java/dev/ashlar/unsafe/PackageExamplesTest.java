// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import dev.ashlar.unsafe.run.UnsafeRun;
import dev.ashlar.unsafe.scan.UnsafeScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples in the comments of the packages compile.
class PackageExamplesTest {
  @ParameterizedTest
  @ValueSource(classes = {UnsafeScan.class, UnsafeRun.class})
  void theExampleCompiles(Class<?> type, @TempDir Path folder) throws Exception {
    String program =
        """
        import dev.ashlar.jit.*;
        import dev.ashlar.unsafe.*;
        import dev.ashlar.unsafe.run.*;
        import dev.ashlar.unsafe.scan.*;
        import java.nio.file.Path;
        import java.util.List;
        public final class Example {
          public static void run() throws java.io.IOException {
        %s
          }
        }
        """
            .formatted(PackageExample.of(type));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = Javac.pathOf(UnsafeScan.class, CompilationLog.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);
    assertThat(output.resolve("Example.class")).exists();
  }
}
