package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.LabException;
import dev.ashlar.report.LabPage;
import dev.ashlar.report.LabRun;
import dev.ashlar.report.ResultsJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The files of a run. That they can be written is found out before the first minute is spent.
final class LabOutput {
  private final Path folder;
  private final Optional<Path> copy;

  private LabOutput(Path folder, Optional<Path> copy) {
    this.folder = folder;
    this.copy = copy;
  }

  /// Makes the folder, and tries whether files can be written.
  ///
  /// @throws LabException if not
  static LabOutput prepare(Path folder, Optional<Path> copy) {
    try {
      Files.createDirectories(folder);
      tryToWrite(folder);
    } catch (IOException e) {
      throw LabException.wrongUsage("cannot write to --out %s: %s".formatted(folder, reason(e)));
    }
    copy.ifPresent(LabOutput::checkCopy);
    return new LabOutput(folder, copy);
  }

  private static void checkCopy(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw LabException.wrongUsage("--json %s is a folder".formatted(file));
      }
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        tryToWrite(parent);
      }
    } catch (IOException e) {
      throw LabException.wrongUsage("cannot write --json %s: %s".formatted(file, reason(e)));
    }
  }

  private static void tryToWrite(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, ".ashlar", ".tmp");
    Files.delete(probe);
  }

  /// {@return what kept a file from being written, without the path}
  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "there is no such folder";
      case FileAlreadyExistsException file -> "it is a file";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  /// Opens `lab.log`. A disk that is full loses the rest of the log, not the run.
  PrintStream openLog() throws IOException {
    OutputStream file = Files.newOutputStream(folder.resolve("lab.log"));
    return new PrintStream(file, true, UTF_8);
  }

  Path page() {
    return folder.resolve("index.html");
  }

  /// Writes all files of the results, each whole or not at all.
  void write(LabRun run) throws IOException {
    ResultsJson.write(run, folder.resolve("results.json"));
    if (copy.isPresent()) {
      ResultsJson.write(run, copy.get());
    }
    LabPage.write(run, page());
  }
}
