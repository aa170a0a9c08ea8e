// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.table.Table;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.JavadocExamples;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each public type has an example in its comment that compiles and runs.
class JavadocExamplesTest {
  @Test
  void theyRun(@TempDir Path folder) throws Exception {
    List<String> imports = List.of("dev.ashlar.table", "java.lang.foreign", "java.lang.invoke");
    String classPath = Javac.pathOf(ArrowStream.class, Table.class, Bytes.class, NullMarked.class);
    assertThat(JavadocExamples.run(folder, ArrowStream.class, imports, classPath)).isEmpty();
  }
}
