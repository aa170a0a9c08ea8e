// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.process.LogFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folders that a command may read, with the files in them. Symbolic links are resolved before
/// a path is checked. A folder, and the files that are read beside a log, must not have links that
/// lead outside.
record ConfinedPaths(List<Path> folders) {
  /// A folder of runs has a folder for each run, with files.
  private static final int DEPTH = 2;

  /// @throws IllegalArgumentException with the path, if one is not a folder
  static ConfinedPaths of(List<Path> folders) {
    List<Path> real = new ArrayList<>();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new IllegalArgumentException(folder + " is no folder");
      }
      try {
        real.add(folder.toRealPath());
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot read " + folder + ": " + e.getMessage(), e);
      }
    }
    return new ConfinedPaths(List.copyOf(real));
  }

  /// {@return the file or folder with this name, without symbolic links} A relative name is
  /// resolved against each of the folders.
  ///
  /// @throws IllegalArgumentException if there is none, or if it or a link in it is outside of the
  ///   folders
  Path resolve(String name) {
    for (Path folder : folders) {
      try {
        Path file = folder.resolve(name);
        if (Files.exists(file)) {
          Path real = file.toRealPath();
          if (isInside(real)) {
            requireInside(real);
            return real;
          }
        }
      } catch (IOException | UncheckedIOException | InvalidPathException e) {
        // It is in none of the folders then.
      }
    }
    throw new IllegalArgumentException(
        "there is no '%s' in %s"
            .formatted(
                name, folders.stream().map(Path::toString).collect(Collectors.joining(", "))));
  }

  private boolean isInside(Path real) {
    return folders.stream().anyMatch(real::startsWith);
  }

  private void requireInside(Path real) throws IOException {
    List<Path> links;
    try (Stream<Path> read = Files.isDirectory(real) ? Files.walk(real, DEPTH) : beside(real)) {
      links = read.filter(Files::isSymbolicLink).toList();
    }
    for (Path link : links) {
      if (Files.exists(link) && !isInside(link.toRealPath())) {
        throw new IllegalArgumentException(
            "%s is a link to a file that is not in the served folders: name other files, or serve its folder"
                .formatted(link));
      }
    }
  }

  /// {@return what is read with a log: its recording, and the CPU times of its run}
  private static Stream<Path> beside(Path log) {
    return LogFolder.readWith(log).stream();
  }
}
