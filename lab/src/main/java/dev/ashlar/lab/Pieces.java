// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The finished cases of a long run. Each case has its own files, so that a stopped run can be
/// continued:
///
/// ```
/// pieces/identity                    conditions of the figures, one per line: NAME TAB VALUE
/// pieces/strings.ascii-512.json      the case, as a run with this case only
/// pieces/strings.ascii-512.jmh.json  the case in JMH's JSON format
/// ```
///
/// The file of a case is moved to its place last, after all other files are written to the disk.
public final class Pieces {
  private static final String FOLDER = "pieces";
  private static final String IDENTITY = "identity";
  private static final String JSON = ".json";
  private static final String JMH_JSON = ".jmh.json";

  private final Path folder;

  private Pieces(Path folder) {
    this.folder = folder;
  }

  /// A case that was finished earlier.
  record Piece(LabRun run, String jmhJson) {}

  /// Starts a run.
  ///
  /// @param results the folder of the results
  /// @param identity the conditions on which the figures depend
  /// @throws LabException if the folder has cases of an earlier run, which would be lost
  public static Pieces begin(Path results, Map<String, String> identity) {
    Pieces pieces = new Pieces(results.resolve(FOLDER));
    long finished = pieces.count();
    if (finished > 0) {
      throw LabException.wrongUsage(
          "%s has %d finished cases of a run that was stopped: go on with --resume, choose another"
                  .formatted(pieces.folder, finished)
              + " --out, or delete that folder");
    }
    try {
      Files.createDirectories(pieces.folder);
      StringBuilder lines = new StringBuilder();
      identity.forEach((name, value) -> lines.append(name).append('\t').append(value).append('\n'));
      pieces.write(IDENTITY, lines.toString());
      return pieces;
    } catch (IOException e) {
      throw cannotWrite(pieces.folder, e);
    }
  }

  /// Continues a stopped run.
  ///
  /// @throws LabException if there is no stopped run, or if conditions on which the figures depend
  ///   have changed
  public static Pieces resume(Path results, Map<String, String> identity) {
    Pieces pieces = new Pieces(results.resolve(FOLDER));
    Path file = pieces.folder.resolve(IDENTITY);
    if (!Files.isRegularFile(file)) {
      throw LabException.wrongUsage("--resume: %s has no run that was stopped".formatted(results));
    }
    Map<String, String> before = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int tab = line.indexOf('\t');
        if (tab > 0) {
          before.put(line.substring(0, tab), line.substring(tab + 1));
        }
      }
    } catch (IOException e) {
      throw LabException.failed("cannot read %s: %s".formatted(file, FailureReason.of(e)));
    }
    List<String> differences =
        identity.entrySet().stream()
            .filter(now -> !Objects.equals(before.get(now.getKey()), now.getValue()))
            .map(now ->
                "%s was '%s' and is '%s'"
                    .formatted(now.getKey(), before.getOrDefault(now.getKey(), ""), now.getValue()))
            .toList();
    if (!differences.isEmpty()) {
      throw LabException.wrongUsage(
          "--resume: the figures would not be of one run: %s; begin anew with another --out, or"
                  .formatted(String.join("; ", differences))
              + " delete "
              + pieces.folder);
    }
    return pieces;
  }

  /// {@return the number of finished cases}
  public long count() {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(JSON) && !name.endsWith(JMH_JSON))
          .filter(name -> !name.startsWith("."))
          .count();
    } catch (IOException e) {
      throw LabException.failed("cannot read %s: %s".formatted(folder, FailureReason.of(e)));
    }
  }

  /// {@return whether a case is finished}
  boolean has(String experiment, String caseName) {
    return Files.exists(folder.resolve(name(experiment, caseName) + JSON));
  }

  /// {@return a case, if it is finished}
  Optional<Piece> find(String experiment, String caseName) {
    Path file = folder.resolve(name(experiment, caseName) + JSON);
    if (!has(experiment, caseName)) {
      return Optional.empty();
    }
    try {
      Path jmh = folder.resolve(name(experiment, caseName) + JMH_JSON);
      return Optional.of(new Piece(ResultsJson.read(file), Files.readString(jmh)));
    } catch (IOException e) {
      throw LabException.failed(
          "--resume: cannot read the case: %s; delete %s to measure the case again"
              .formatted(FailureReason.of(e), file));
    }
  }

  /// Stores a case. Its files are on the disk when this method returns.
  void add(String experiment, String caseName, Piece piece) {
    try {
      write(name(experiment, caseName) + JMH_JSON, piece.jmhJson());
      Path partial = folder.resolve("." + name(experiment, caseName) + JSON);
      ResultsJson.write(piece.run(), partial);
      force(partial);
      move(partial, name(experiment, caseName) + JSON);
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  private static String name(String experiment, String caseName) {
    return experiment + "." + caseName;
  }

  private void write(String name, String content) throws IOException {
    Path partial = folder.resolve("." + name);
    Files.writeString(partial, content, UTF_8);
    force(partial);
    move(partial, name);
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private void move(Path partial, String name) throws IOException {
    Files.move(
        partial,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /// Deletes the folder, after all its cases have been written to the results.
  public void delete() {
    ScratchFiles.deleteFolder(folder);
  }

  private static LabException cannotWrite(Path folder, IOException e) {
    return LabException.failed("cannot write to %s: %s".formatted(folder, FailureReason.of(e)));
  }
}
