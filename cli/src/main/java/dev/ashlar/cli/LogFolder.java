package dev.ashlar.cli;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Recording;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The folder where the JVMs of a run leave their logs, `jit-pidPID.log` each, and their
/// recordings, `jit-pidPID.jfr`. What earlier runs left there stays, and is none of this one's.
final class LogFolder {
  private static final String NAMES = "jit-*.log";
  private static final Pattern RECORDING = Pattern.compile("hotspot-pid-(\\d+)-id-.*");

  private final Path folder;
  private final Map<Path, FileTime> before = new HashMap<>();

  private LogFolder(Path folder) {
    this.folder = folder;
  }

  /// Makes the folder if it is not there.
  static LogFolder open(Path folder) throws IOException {
    // The JVMs may have other current folders.
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(folder + " is no folder", e);
    } catch (IOException e) {
      throw new IOException("cannot make " + folder + ": " + JitOutput.why(folder, e), e);
    }
    if (!Files.isWritable(absolute)) {
      throw new IOException("cannot write to " + folder + ": permission denied");
    }
    LogFolder logs = new LogFolder(absolute);
    for (Path log : logs.logs()) {
      logs.before.put(log, Files.getLastModifiedTime(log));
    }
    return logs;
  }

  private List<Path> logs() throws IOException {
    List<Path> logs = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMES)) {
      files.forEach(logs::add);
    }
    return logs;
  }

  /// Flags that make a JVM write its log. Those that do not know one of them pass over it.
  List<String> logFlags() {
    List<String> flags = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    flags.addAll(CompilationLog.jvmFlags(folder.resolve("jit-%p.log")));
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

  /// {@return the logs of this run; none if the command removed the folder}
  List<Path> written() throws IOException {
    List<Path> written = new ArrayList<>();
    if (exists()) {
      for (Path log : logs()) {
        // A number may have come again.
        if (!Files.getLastModifiedTime(log).equals(before.get(log))) {
          written.add(log);
        }
      }
    }
    return written;
  }

  /// {@return whether the JVM has not ended, and writes on}
  static boolean isRunning(CompilationLog log) {
    return ProcessHandle.of(log.vm().processId()).map(ProcessHandle::isAlive).orElse(false);
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
