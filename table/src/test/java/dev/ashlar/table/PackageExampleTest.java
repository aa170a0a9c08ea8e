// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example in the package's comment compiles and does what it says.
final class PackageExampleTest {
  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String program =
        """
        import dev.ashlar.table.*;
        import dev.ashlar.table.annotation.*;
        import java.lang.foreign.*;
        import java.lang.invoke.*;
        public final class Example {
        %s
          public static long run(Arena arena) {
            return worth(arena);
          }
        }
        """
            .formatted(PackageExample.of(TableType.class));
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = Javac.pathOf(TableType.class, NullMarked.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);
    try (var loader = Javac.loader(output);
        Arena arena = Arena.ofConfined()) {
      Object worth = loader.loadClass("Example").getMethod("run", Arena.class).invoke(null, arena);
      assertThat(worth).isEqualTo(420L);
    }
  }
}
