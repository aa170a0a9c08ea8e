// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Ensures that only one run measures on a machine at a time.
///
/// The lock is JMH's own, `jmh.lock` in the temporary folder. A run holds the lock from its first
/// JVM to its last, and not for each JVM. So no other JMH run starts between two JVMs.
public final class RunLock implements AutoCloseable {
  private static final int LONGEST_OWNER = 4096;
  private static final long POLL_MILLIS = 500;

  private final FileChannel file;

  private RunLock(FileChannel file) {
    this.file = file;
  }

  /// Takes the lock.
  ///
  /// @param isPatient whether to wait for another run to end
  /// @param waiting receives a description of the other run, once, if this run waits
  /// @throws LabException if another run has the lock and this run does not wait, or if the lock
  ///   cannot be taken
  public static RunLock acquire(boolean isPatient, Consumer<String> waiting) {
    return acquire(Path.of(System.getProperty("java.io.tmpdir")), isPatient, waiting);
  }

  static RunLock acquire(Path folder, boolean isPatient, Consumer<String> waiting) {
    Path path = folder.resolve("jmh.lock");
    boolean told = false;
    try {
      FileChannel file = FileChannel.open(path, CREATE, READ, WRITE);
      while (tryLock(file) == null) {
        String owner = owner(file).orElse("a run of JMH");
        if (!isPatient) {
          file.close();
          throw LabException.failed(
              "%s measures on this machine already, and two would spoil each other's figures: let it"
                      .formatted(owner)
                  + " end, or wait for it with --wait (the lock is %s)".formatted(path));
        }
        if (!told) {
          waiting.accept(owner);
          told = true;
        }
        Thread.sleep(POLL_MILLIS);
      }
      write(file, "%d %s".formatted(ProcessHandle.current().pid(), Path.of("").toAbsolutePath()));
      return new RunLock(file);
    } catch (IOException e) {
      throw LabException.failed(
          "cannot lock %s: %s; choose another temporary folder with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
              .formatted(path, FailureReason.of(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LabException.failed("interrupted while waiting for another run");
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /// JMH writes nothing into its lock, and a run that was killed leaves its own name.
  private static Optional<String> owner(FileChannel file) {
    try {
      ByteBuffer content = ByteBuffer.allocate(LONGEST_OWNER);
      file.read(content, 0);
      String[] words = new String(content.array(), 0, content.position(), UTF_8).split(" ", 2);
      long pid = Long.parseLong(words[0]);
      return ProcessHandle.of(pid)
          .map(_ -> "another ashlar lab (process %d, started in %s)".formatted(pid, words[1]));
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static void write(FileChannel file, String owner) throws IOException {
    file.truncate(0);
    file.write(ByteBuffer.wrap(owner.getBytes(UTF_8)), 0);
  }

  /// Releases the lock. The file is not deleted, as JMH does not delete it either: otherwise two
  /// runs could have the lock.
  @Override
  public void close() {
    try (file) {
      file.truncate(0);
    } catch (IOException e) {
      // The system drops the lock with the process.
    }
  }
}
