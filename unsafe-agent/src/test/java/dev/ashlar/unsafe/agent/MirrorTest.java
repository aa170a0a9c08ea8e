// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Offsets that were taken from another class. The JVM gives fields of the same types the same
/// offsets, so a class with such fields tells the offset of a field that reflection hides.
class MirrorTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theOffsetOfAMirrorIsThatOfTheSameField() throws Exception {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Mirror"));
    String[] program = {"-cp", classes.toString(), "Mirror"};
    List<String> allowed = AgentJar.allowed(folder, program);
    assertThat(allowed).contains("true true", "ab").doesNotContain("false");
    ChildJvm.Ended ended = AgentJar.replaced(folder, program);
    assertThat(ended.out().lines().toList()).as(ended.err()).isEqualTo(allowed);
    assertThat(AgentJar.report(folder)).contains("\"refused\": {}");
  }

  @Test
  void theOffsetOfAnotherClassIsRefused() throws Exception {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Mirror"));
    ChildJvm.Ended ended = AgentJar.replaced(folder, "-cp", classes.toString(), "Mirror", "others");
    String method = "which java.lang.reflect.Method does not have";
    assertThat(ended.out())
        .as(ended.err())
        .isEqualToNormalizingNewlines(
            """
            offset N is that of Mirror$OtherType.override, %1$s
            offset N is that of Mirror$OtherOrder.override, %1$s
            offset N is that of Mirror$Fewer.override, %1$s
            offset N is that of Mirror$More.more, %1$s
            offset N is that of Mirror$Same.first, which java.lang.String does not have
            offset N is that of Mirror$Holder.value, which java.lang.Integer does not have
            false 7777
            """
                .formatted(method));
  }
}
