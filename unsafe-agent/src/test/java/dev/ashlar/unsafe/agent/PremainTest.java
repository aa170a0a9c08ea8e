// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.agent.rewrite.Transformer;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// JVMs that are too old for the agent.
class PremainTest {
  @ParameterizedTest
  @ValueSource(strings = {"1.8", "9", "17", "24"})
  void anOlderJvmSaysWhatItLacks(String version) throws Exception {
    assertThat(Premain.problem(version)).contains("needs JDK 25 or later; this is " + version);
    assertThat(Premain.problem("25")).isNull();
    assertThat(Premain.problem("100")).isNull();
    Path premain = Path.of("target", "classes", Transformer.OWN, "Premain.class");
    assertThat(ClassFile.of().parse(Files.readAllBytes(premain)).majorVersion())
        .isEqualTo(ClassFile.JAVA_8_VERSION);
  }
}
