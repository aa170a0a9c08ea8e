// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

public final class ClassFolder implements ClassSource {
  private final Path folder;

  public ClassFolder(Path folder) {
    // No path starts with the empty one, which "." is when normalized.
    this.folder = folder.toAbsolutePath().normalize();
  }

  @Override
  public byte @Nullable [] find(String name) throws IOException {
    Path file = folder.resolve(name).normalize();
    // A pipe or a device may never end.
    if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return ClassSource.readAll(in);
    }
  }
}
