// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.unsafe.agent.AgentJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Methods that JDK 25 lacks and old jars call.
class OldMethodsTest {
  private static final String OLD_UNSAFE =
      """
      package sun.misc;
      public class Unsafe {
        private Unsafe() {}
        public native Class<?> defineClass(
            String name, byte[] b, int off, int len, ClassLoader l, java.security.ProtectionDomain d);
        public native Class<?> defineAnonymousClass(Class<?> host, byte[] b, Object[] patches);
        public native void ensureClassInitialized(Class<?> type);
        public native void monitorEnter(Object o);
      }
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void classesAreDefinedAndTheRestIsReported() throws Exception {
    Path stub = Files.createDirectories(folder.resolve("stub").resolve("sun").resolve("misc"));
    Files.writeString(stub.resolve("Unsafe.java"), OLD_UNSAFE);
    Path classes =
        Javac.compile(
            folder,
            List.of("--patch-module", "jdk.unsupported=" + folder.resolve("stub")),
            Path.of(AgentJar.program("Old")));
    ChildJvm.Ended ended = AgentJar.replaced(folder, "-cp", classes.toString(), "Old");
    assertThat(ended.out())
        .as(ended.err())
        .isEqualToNormalizingNewlines(
            """
            defined true true
            twice true
            hidden true 7
            defineAnonymousClass: a constant pool cannot be patched any more
            defineClass: Old$Inner cannot be defined in the boot class loader
            no monitorEnter
            """);
    assertThat(ended.exitCode()).isZero();
    assertThat(AgentJar.report(folder))
        .contains("\"left\": {\"monitorEnter(Ljava/lang/Object;)V\"");
  }
}
