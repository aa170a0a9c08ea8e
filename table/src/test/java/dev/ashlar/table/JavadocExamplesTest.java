// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.JavadocExamples;
import dev.ashlar.text.Utf8;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each public type has an example in its comment that compiles and runs.
class JavadocExamplesTest {
  @Test
  void theyRun(@TempDir Path folder) throws Exception {
    List<String> imports =
        List.of(
            "java.lang.foreign",
            "java.lang.invoke",
            "java.math",
            "java.nio.file",
            "java.time",
            "java.time.temporal",
            "java.util",
            "dev.ashlar.table.annotation.DictionaryEncoded");
    String classPath = Javac.pathOf(TableType.class, Bytes.class, Utf8.class, NullMarked.class);
    assertThat(JavadocExamples.run(folder, TableType.class, imports, classPath)).isEmpty();
  }
}
