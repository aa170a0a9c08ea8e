// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.run.ExceptionLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `jcmd` is the judge of whether a JVM still logs.
@Timeout(120)
class ExceptionLogLimitTest {
  private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");

  @TempDir private Path folder;

  static final class Waiting {
    private Waiting() {}

    public static void main(String[] args) throws IOException {
      System.out.println("ready");
      System.in.read();
    }
  }

  private static String logs(long pid) throws IOException {
    Process jcmd =
        new ProcessBuilder(BIN.resolve("jcmd").toString(), "" + pid, "VM.log", "list").start();
    try (var out = jcmd.getInputStream()) {
      return new String(out.readAllBytes(), UTF_8);
    }
  }

  private void setLength(long pid, long length) throws IOException {
    Path log = folder.resolve(ExceptionLogLimit.name("" + pid));
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(length);
    }
  }

  @Test
  void aJvmWithALongLogStopsLogging() throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                BIN.resolve("java").toString(),
                "-Xlog:exceptions=info:file=" + folder.resolve("own.txt"),
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName())
            .start();
    try (ExceptionLogLimit _ = ExceptionLogLimit.watch(folder)) {
      assertThat(jvm.inputReader().readLine()).isEqualTo("ready");
      setLength(jvm.pid(), ExceptionLog.MOST_BYTES);
      assertThat(logs(jvm.pid())).contains("own.txt");
      setLength(jvm.pid(), ExceptionLog.MOST_BYTES + 1);
      while (logs(jvm.pid()).contains("own.txt")) {
        Thread.sleep(100);
      }
      assertThat(jvm.isAlive()).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
  }
}
