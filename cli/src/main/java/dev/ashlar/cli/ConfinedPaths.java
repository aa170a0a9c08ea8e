// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A set of allowed folders and the files in them. Links are followed before a file is checked.
record ConfinedPaths(List<Path> folders) {
  /// @throws IllegalArgumentException naming what is no folder
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

  /// {@return the file or folder of that name, without links} A relative name is looked for in each
  /// of the folders.
  ///
  /// @throws IllegalArgumentException if there is none, or it is elsewhere
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
