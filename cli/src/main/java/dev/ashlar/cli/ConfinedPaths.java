// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The folders that a command may read, with the files in them. Symbolic links are resolved before
/// a path is checked.
record ConfinedPaths(List<Path> folders) {
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
  /// @throws IllegalArgumentException if there is none, or if it is outside of the folders
  Path resolve(String name) {
    for (Path folder : folders) {
      try {
        Path file = folder.resolve(name);
        if (Files.exists(file)) {
          Path real = file.toRealPath();
          if (folders.stream().anyMatch(real::startsWith)) {
            return real;
          }
        }
      } catch (IOException | InvalidPathException e) {
        // It is in none of the folders then.
      }
    }
    throw new IllegalArgumentException(
        "there is no '%s' in %s"
            .formatted(
                name, folders.stream().map(Path::toString).collect(Collectors.joining(", "))));
  }
}
