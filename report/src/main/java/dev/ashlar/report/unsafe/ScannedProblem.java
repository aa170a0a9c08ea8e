// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.ScanProblem;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// A problem of an earlier scan.
///
/// @param words the location and the reason, as [ScanProblem#words] has them
record ScannedProblem(String words) {
  private static final String INSIDE = "!/";
  private static final String REASON = ": ";

  /// {@return the path, with the paths inside of archives}
  String location() {
    int end = words.indexOf(REASON);
    return end < 0 ? words : words.substring(0, end);
  }

  /// {@return whether it is a problem of the same file for the same reason} The file system decides
  /// which file is the same: `lib`, `./lib`, an absolute path and a link to it are.
  boolean is(ScanProblem problem) {
    String reason = REASON + problem.reason();
    return words.equals(problem.words())
        || (words.endsWith(reason)
            && real(words.substring(0, words.length() - reason.length()))
                .equals(real(problem.location())));
  }

  private static String real(String location) {
    int inside = location.indexOf(INSIDE);
    String disk = inside < 0 ? location : location.substring(0, inside);
    try {
      return real(Path.of(disk)) + (inside < 0 ? "" : location.substring(inside));
    } catch (InvalidPathException e) {
      // It is of another operating system.
      return location;
    }
  }

  /// The file may be missing, but not the folders around it.
  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath();
    for (Path parent = absolute; parent != null; parent = parent.getParent()) {
      try {
        return parent.toRealPath().resolve(parent.relativize(absolute)).normalize();
      } catch (IOException e) {
        // There is no such file.
      }
    }
    return absolute.normalize();
  }
}
