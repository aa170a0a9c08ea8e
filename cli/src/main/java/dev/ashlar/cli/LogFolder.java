package dev.ashlar.cli;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.machine.MachineCodeLog;
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

/// The folder of one run, where its JVMs leave their logs, `jit-pidPID.log` each, and their
/// recordings, `jit-pidPID.jfr`:
///
/// ```
/// ashlar-jit/                          of all runs
///   last-run                           names the one that was started last
///   2026-11-22T10-15-00-4711/          time and process id of the run
///     jit-pid4720.log
/// ```
final class LogFolder {
  /// Where runs are kept if nobody says otherwise.
  static final String DEFAULT = "ashlar-jit";

  private static final String LAST = "last-run";
  private static final Pattern RUN =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d+");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss", Locale.ROOT);
  private static final Pattern RECORDING = Pattern.compile("hotspot-pid-(\\d+)-id-.*");

  private final Path folder;

  private LogFolder(Path folder) {
    this.folder = folder;
  }

  /// Makes the folder of a new run in `parent`, which is made too if it is not there.
  static LogFolder create(Path parent) throws IOException {
    // The JVMs may have other current folders.
    Path absolute = parent.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(parent + " is not a folder", e);
    } catch (IOException e) {
      throw new IOException("cannot create " + parent + ": " + JitOutput.why(parent, e), e);
    }
    String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
    Path run = absolute.resolve(time + "-" + ProcessHandle.current().pid());
    try {
      return new LogFolder(Files.createDirectory(run));
    } catch (IOException e) {
      throw new IOException("cannot write to " + parent + ": " + JitOutput.why(parent, e), e);
    }
  }

  /// From now on this run is the last one.
  void markAsLast() throws IOException {
    Path name = folder.getFileName();
    // Whole or not at all, also with another run at work.
    Path written = Files.writeString(folder.resolve(LAST), name + "\n");
    Files.move(written, folder.resolveSibling(LAST), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Removes the folder of a run that did not come about.
  void discard() {
    try {
      Files.deleteIfExists(folder.resolve(Recording.SETTINGS_NAME));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // It is in nobody's way.
    }
  }

  /// {@return the folder of the last run in `parent`; empty if it has none, as a folder with logs
  /// has}
  static Optional<Path> lastRun(Path parent) throws IOException {
    Path marker = parent.resolve(LAST);
    if (Files.isRegularFile(marker)) {
      String name = Files.readString(marker).strip();
      if (RUN.matcher(name).matches() && Files.isDirectory(parent.resolve(name))) {
        return Optional.of(parent.resolve(name));
      }
    }
    // The marker may be lost, or its run removed.
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

  /// Flags that make a JVM write its log. Those that do not know one of them pass over it.
  List<String> logFlags() {
    List<String> flags = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    flags.addAll(CompilationLog.jvmFlags(folder.resolve("jit-%p.log")));
    return flags;
  }

  /// Flags that make a JVM print the machine code of methods into its log.
  List<String> codeFlags(List<String> patterns) {
    List<String> flags = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    flags.addAll(MachineCodeLog.jvmFlags(folder.resolve("jit-%p.log"), patterns));
    return flags;
  }

  /// Flags that make a JVM of JDK 17 or later record CPU samples and traps.
  ///
  /// @throws IllegalArgumentException if JFR cannot use the folder's name
  List<String> recordingFlags() throws IOException {
    Path settings = folder.resolve(Recording.SETTINGS_NAME);
    List<String> flags = Recording.jvmFlags(settings, folder);
    Files.writeString(settings, Recording.SETTINGS);
    return flags;
  }

  /// Gives each recording the name of its JVM's log. JDK 17 does not put a process id into a name
  /// that it is told, but into those that it finds itself for a folder.
  void nameRecordings() throws IOException {
    if (!exists()) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "hotspot-pid-*.jfr")) {
      for (Path recording : files) {
        Matcher name = RECORDING.matcher(recording.getFileName().toString());
        if (name.matches()) {
          Path named = folder.resolve("jit-pid" + name.group(1) + ".jfr");
          Files.move(recording, named, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /// {@return the logs so far; none if the command removed the folder}
  List<Path> logs() throws IOException {
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

  /// {@return whether the JVM has not ended, and writes on}
  static boolean isRunning(CompilationLog log) {
    return ProcessHandle.of(log.vm().processId()).map(ProcessHandle::isAlive).orElse(false);
  }

  Path path() {
    return folder;
  }

  @Override
  public String toString() {
    return shown(folder);
  }

  /// {@return a path as short as it can be on a command line here}
  static String shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) && !path.equals(here)
        ? here.relativize(path).toString()
        : path.toString();
  }

  /// {@return whether the folder is still there}
  boolean exists() {
    return Files.isDirectory(folder);
  }

  /// Moves beside the log what the compiler threads of a killed JVM left in the folder for
  /// temporary files, where nobody would look for it, or clean up.
  void keepParts(CompilationLog log) {
    boolean running = isRunning(log);
    for (Path part : log.parts()) {
      Path kept = folder.resolve(part.getFileName());
      if (!running && !part.equals(kept)) {
        try {
          Files.move(part, kept, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          // It has been read; where it is it can be read again.
        }
      }
    }
  }
}
