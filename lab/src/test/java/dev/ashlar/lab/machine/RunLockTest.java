// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RunLockTest {
  @TempDir Path folder;

  @Test
  void aSecondRunIsRefusedAndToldOfTheFirst() {
    try (RunLock _ = acquire()) {
      assertThatExceptionOfType(LabException.class)
          .isThrownBy(this::acquire)
          .withMessageContaining("another ashlar lab (process " + ProcessHandle.current().pid())
          .withMessageContaining("--wait")
          .withMessageContaining(folder.resolve("jmh.lock").toString())
          .matches(e -> !e.isWrongUsage());
    }
    acquire().close();
  }

  @Test
  void aPatientRunWaitsForTheFirst() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    RunLock first = acquire();
    Thread second =
        Thread.startVirtualThread(() -> RunLock.acquire(folder, true, heard::add).close());
    while (heard.isEmpty()) {
      Thread.sleep(10);
    }
    assertThat(second.isAlive()).isTrue();
    first.close();
    second.join();
    assertThat(heard).singleElement().asString().startsWith("another ashlar lab");
  }

  /// A run that was killed leaves its name, and JMH's own runs have none.
  @Test
  void aLockWithoutOwnerIsSomeRunOfJmh() throws Exception {
    Path file = folder.resolve("jmh.lock");
    Files.writeString(file, "999999999 /nowhere");
    acquire().close();
    assertThat(file).isEmptyFile();
    try (var channel =
            java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      assertThatExceptionOfType(LabException.class)
          .isThrownBy(this::acquire)
          .withMessageStartingWith("a run of JMH measures on this machine already");
    }
  }

  @Test
  void namesTheReasonAndTheRemedyWhenItCannotLock() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> RunLock.acquire(folder.resolve("none"), false, _ -> {}))
        .withMessage(
            "cannot lock %s: there is no such file or folder; choose another temporary folder with"
                + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
            folder.resolve("none").resolve("jmh.lock"));
  }

  private RunLock acquire() {
    return RunLock.acquire(folder, false, _ -> {});
  }
}
