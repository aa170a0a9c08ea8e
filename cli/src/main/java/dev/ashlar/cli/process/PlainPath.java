// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Paths for flags of JVMs. HotSpot takes `%p` and `%t` in names of logs for something else, ends a
/// name at a colon or a comma, and that of an agent at an equals sign. It has no escape for them.
public final class PlainPath {
  private static final String SPECIAL = ",%=:!'\"";

  private PlainPath() {}

  /// {@return the path, or that of a link to it if HotSpot cannot use its name} The link is removed
  /// when this process ends. Where links cannot be made, it is the path.
  public static Path of(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    Path root = absolute.getRoot();
    String name = root == null ? absolute.toString() : root.relativize(absolute).toString();
    if (name.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0)) {
      return path;
    }
    Path folder = Files.createTempDirectory("ashlar-run-");
    folder.toFile().deleteOnExit();
    try {
      Path link = Files.createSymbolicLink(folder.resolve("link"), absolute);
      link.toFile().deleteOnExit();
      return link;
    } catch (FileSystemException | UnsupportedOperationException e) {
      return path;
    }
  }
}
