// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings of older JDKs have fewer fields. The events here have the fields of JDK 11.
class OldRecordingTest {
  @TempDir private Path folder;

  @Name("jdk.JVMInformation")
  static final class JvmInformation extends Event {
    String jvmName = "OpenJDK 64-Bit Server VM";
    String jvmVersion = "OpenJDK 64-Bit Server VM (11.0.25+9) for linux-amd64 JRE (11.0.25+9)";
    String jvmArguments = "-Xmx1g";
    String jvmFlags = "";
    String javaArguments = "shop.Main";

    @jdk.jfr.Timestamp(jdk.jfr.Timestamp.MILLISECONDS_SINCE_EPOCH)
    long jvmStartTime = 1_700_000_000_000L;
  }

  @Test
  void aRecordingWithoutProcessIdIsRead() throws Exception {
    Path file = folder.resolve("old.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.disable("jdk.JVMInformation");
      recording.enable(JvmInformation.class);
      recording.start();
      new JvmInformation().commit();
      recording.stop();
      recording.dump(file);
    }
    CompilationLog log = CompilationLog.readPartial(file);
    assertThat(log.vm().processId()).isZero();
    assertThat(log.vm().name()).isEqualTo("OpenJDK 64-Bit Server VM");
    assertThat(log.vm().arguments()).containsExactly("-Xmx1g");
  }
}
