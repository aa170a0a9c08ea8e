// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The folder of one run. Its JVMs write logs named `jit-pidPID.log` to it, and recordings named
/// `jit-pidPID.jfr`:
///
/// ```
/// ashlar-jit/                          of all runs
///   last-run                           names the one that was started last
///   2026-11-22T10-15-00-4711/          time and process id of the run
///     jit-pid4720.log
/// ```
public final class LogFolder {
  /// The default name of the folder that has the runs.
  public static final String DEFAULT = "ashlar-jit";

  /// The name of the file with the CPU times of a run's JVMs.
  public static final String CPU_TIMES = "cpu-times";

  private static final String LAST = "last-run";
  private static final Pattern RUN =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d+");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss", Locale.ROOT);
  private static final Pattern RECORDING = Pattern.compile("hotspot-pid-(\\d+)-id-.*");

  private final Path folder;

  /// The folder in flags of JVMs, which [PlainPath] explains.
  private final Path inFlags;

  /// Whether the folder of all runs was made for this one.
  private final boolean first;

  private LogFolder(Path folder, boolean first) throws IOException {
    this.folder = folder;
    this.inFlags = PlainPath.of(folder);
    this.first = first;
  }

  /// Creates the folder of a new run in `parent`, which is created if it is missing.
  public static LogFolder create(Path parent) throws IOException {
    // The JVMs may have other working directories.
    Path absolute = parent.toAbsolutePath().normalize();
    boolean first = Files.notExists(absolute);
    try {
      Files.createDirectories(absolute);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(parent + " is not a folder", e);
    } catch (IOException e) {
      throw new IOException("cannot create " + parent + ": " + Failures.why(parent, e), e);
    }
    String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
    Path run = absolute.resolve(time + "-" + ProcessHandle.current().pid());
    try {
      return new LogFolder(Files.createDirectory(run), first);
    } catch (IOException e) {
      throw new IOException("cannot write to " + parent + ": " + Failures.why(parent, e), e);
    }
  }

  /// Makes this run the last one.
  public void markAsLast() throws IOException {
    Path name = folder.getFileName();
    // Atomically, because another run may do the same.
    Path written = Files.writeString(folder.resolve(LAST), name + "\n");
    Files.move(written, folder.resolveSibling(LAST), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Removes the folder of a run that left no file. Also removes the folder of all runs, if it was
  /// created for this run.
  public void discard() {
    Path parent = folder.resolveSibling("");
    try {
      Files.deleteIfExists(folder.resolve(Recording.SETTINGS_NAME));
      Files.deleteIfExists(folder);
      if (first && lastRun(parent).isEmpty()) {
        Files.deleteIfExists(parent.resolve(LAST));
        Files.deleteIfExists(parent);
      }
    } catch (IOException e) {
      // What is left is not empty, or does no harm.
    }
  }

  /// {@return a line with the path of the logs, and the command that deletes them}
  public String kept() {
    String delete = File.separatorChar == '\\' ? "rmdir /s /q " : "rm -r ";
    return "ashlar: the logs of this run stay until you delete them: %s%s"
        .formatted(delete, ShellWord.of(toString()));
  }

  /// {@return the folder of the last run in `parent`; empty if `parent` has no runs, but for
  /// example logs}
  public static Optional<Path> lastRun(Path parent) throws IOException {
    Path marker = parent.resolve(LAST);
    if (Files.isRegularFile(marker)) {
      String name = Files.readString(marker).strip();
      if (RUN.matcher(name).matches() && Files.isDirectory(parent.resolve(name))) {
        return Optional.of(parent.resolve(name));
      }
    }
    // The marker or its run may have been removed.
    Path newest = null;
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
      for (Path run : folders) {
        if (RUN.matcher(run.getFileName().toString()).matches()
            && (newest == null || run.compareTo(newest) > 0)) {
          newest = run;
        }
      }
    }
    return Optional.ofNullable(newest);
  }

  /// Returns flags that make a JVM write its log. A JVM ignores flags that it does not know.
  public List<String> logFlags() {
    List<String> flags = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    flags.addAll(CompilationLog.jvmFlags(inFlags.resolve("jit-%p.log")));
    return flags;
  }

  /// Returns flags that make a JVM print the machine code of methods into its log.
  public List<String> codeFlags(List<String> patterns) {
    List<String> flags = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    flags.addAll(MachineCodeLog.jvmFlags(inFlags.resolve("jit-%p.log"), patterns));
    return flags;
  }

  /// Returns flags that make a JVM of JDK 17 or later record events.
  ///
  /// @param events the settings of JFR
  /// @throws IllegalArgumentException if JFR cannot use the folder's name
  public List<String> recordingFlags(String events) throws IOException {
    Path settings = inFlags.resolve(Recording.SETTINGS_NAME);
    List<String> flags = Recording.jvmFlags(settings, inFlags);
    Files.writeString(settings, events);
    return flags;
  }

  /// Renames each recording to the name of its JVM's log. JDK 17 puts the process id into the name
  /// of a recording only if JFR chooses the name itself.
  public void nameRecordings() throws IOException {
    if (!exists()) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "hotspot-pid-*.jfr")) {
      for (Path recording : files) {
        Matcher name = RECORDING.matcher(recording.getFileName().toString());
        if (name.matches()) {
          Path named = recording(Long.parseLong(name.group(1)));
          Files.move(recording, named, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /// {@return the file of the recording of a JVM}
  public Path recording(long pid) {
    return folder.resolve("jit-pid" + pid + ".jfr");
  }

  /// {@return the name of the recording that is read with a log}
  public static Path recordingOf(Path log) {
    Path name = log.getFileName();
    return name == null
        ? log
        : log.resolveSibling(name.toString().replaceFirst("\\.log$", "") + ".jfr");
  }

  /// {@return the files that are read with a log, if they exist}
  public static List<Path> readWith(Path log) {
    return List.of(recordingOf(log), log.resolveSibling(CPU_TIMES));
  }

  /// {@return the logs so far; none if the command removed the folder}
  public List<Path> logs() throws IOException {
    List<Path> logs = new ArrayList<>();
    if (exists()) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "jit-*.log")) {
        files.forEach(logs::add);
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    return logs;
  }

  /// {@return whether the JVM that writes a log is still running}
  public static boolean isRunning(CompilationLog log) {
    return ProcessHandle.of(log.vm().processId()).map(ProcessHandle::isAlive).orElse(false);
  }

  public Path path() {
    return folder;
  }

  /// {@return the path of this folder for flags of JVMs}
  public Path inFlags() {
    return inFlags;
  }

  @Override
  public String toString() {
    return shown(folder);
  }

  /// {@return the shortest form of a path, as a command line in the current folder would have it}
  public static String shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) && !path.equals(here)
        ? here.relativize(path).toString()
        : path.toString();
  }

  public boolean exists() {
    return Files.isDirectory(folder);
  }

  /// Moves the files of the compiler threads of a killed JVM from the temporary folder to the
  /// folder of its log.
  public void keepParts(CompilationLog log) {
    boolean running = isRunning(log);
    for (Path part : log.parts()) {
      Path kept = folder.resolve(part.getFileName());
      if (!running && !part.equals(kept)) {
        try {
          Files.move(part, kept, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          // The log names its path, so it can be read there.
        }
      }
    }
  }
}
