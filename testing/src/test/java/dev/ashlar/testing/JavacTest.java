// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavacTest {
  @TempDir Path folder;

  @Test
  void compilesAndLoads() throws Exception {
    Path source = Files.writeString(folder.resolve("A.java"), "public class A {}");
    try (var loader = Javac.loader(Javac.compile(folder, List.of(), source))) {
      assertThat(loader.loadClass("A").getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void aWarningIsAnError() throws Exception {
    String warned = "class A { int f(Object o) { return ((java.util.List<String>) o).size(); } }";
    Path source = Files.writeString(folder.resolve("A.java"), warned);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Javac.compile(folder, List.of(), source))
        .withMessageContaining("unchecked");
  }
}
