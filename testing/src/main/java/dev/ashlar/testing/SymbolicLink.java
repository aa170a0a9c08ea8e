// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Makes symbolic links, which Windows leaves to who has the right.
public final class SymbolicLink {
  private SymbolicLink() {}

  /// {@return the link; skips the test where there are none}
  public static Path create(Path link, Path target) {
    try {
      return Files.createSymbolicLink(link, target);
    } catch (IOException | UnsupportedOperationException none) {
      return Assumptions.abort("no symbolic links: " + none);
    }
  }
}
