// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.report.lab.LabPage;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files of a run. It checks that they can be written before the measurements begin.
final class LabOutput {
  private final Path folder;
  private final Optional<Path> copy;

  private LabOutput(Path folder, Optional<Path> copy) {
    this.folder = folder;
    this.copy = copy;
  }

  /// Creates the folder, and checks that files can be written.
  ///
  /// @throws LabException if they cannot; folders that this method has created are deleted
  static LabOutput prepare(Path folder, Optional<Path> copy) {
    List<Path> missing = missingFolders(folder);
    try {
      checkFolder(folder);
      copy.ifPresent(LabOutput::checkCopy);
      return new LabOutput(folder, copy);
    } catch (LabException e) {
      missing.forEach(LabOutput::deleteQuietly);
      throw e;
    }
  }

  /// {@return the folders on the way that are not there, innermost first}
  private static List<Path> missingFolders(Path folder) {
    List<Path> missing = new ArrayList<>();
    Path at = folder.toAbsolutePath();
    while (at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      missing.add(at);
      at = at.getParent();
    }
    return missing;
  }

  private static void deleteQuietly(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // What keeps it is not ours.
    }
  }

  private static void checkFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      tryToWrite(folder);
    } catch (IOException e) {
      throw LabException.wrongUsage(
          "cannot write to --out %s: %s".formatted(folder, FailureReason.of(e)));
    }
  }

  /// Checks that a copy of the results can be written.
  ///
  /// @throws LabException if it cannot
  static void checkCopy(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw LabException.wrongUsage("--json %s is a folder".formatted(file));
      }
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      Path parent = target.getParent();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        // A pipe or a device: nothing has to be made beside it.
        if (!Files.isWritable(target)) {
          throw new AccessDeniedException(target.toString());
        }
      } else if (parent != null) {
        tryToWrite(parent);
      }
    } catch (IOException e) {
      throw LabException.wrongUsage(
          "cannot write --json %s: %s".formatted(file, FailureReason.of(e)));
    }
  }

  private static void tryToWrite(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, ".ashlar", ".tmp");
    Files.delete(probe);
  }

  /// Opens `lab.log`. A full disk loses the rest of the log, but does not end the run.
  ///
  /// @param goesOn whether to append to the log of an earlier run
  /// @throws LabException if the file cannot be opened
  PrintStream openLog(boolean goesOn) {
    Path log = folder.resolve("lab.log");
    try {
      return new PrintStream(
          goesOn ? Files.newOutputStream(log, CREATE, APPEND) : Files.newOutputStream(log),
          true,
          UTF_8);
    } catch (IOException e) {
      throw LabException.failed("cannot write %s: %s".formatted(log, FailureReason.of(e)));
    }
  }

  Path page() {
    return folder.resolve("index.html");
  }

  /// Writes all files of the results, each completely or not at all. The copy comes last, because
  /// it may be on another disk, where a failure must not cost the other files.
  ///
  /// @param jmhJson the results in JMH's own format
  void write(LabRun run, String jmhJson) throws IOException {
    ResultsJson.write(run, folder.resolve("results.json"));
    Files.writeString(folder.resolve("jmh.json"), jmhJson);
    LabPage.write(run, page());
    if (copy.isPresent()) {
      ResultsJson.write(run, copy.get());
    }
  }
}
