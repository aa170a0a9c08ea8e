// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The state of patching: a folder for temporary files, and the problems.
final class PatchWork {
  private final Path folder;
  private final List<String> problems = new ArrayList<>();
  private int files;

  PatchWork(Path folder) {
    this.folder = folder;
  }

  void problem(String location, Exception e) {
    problem(location, e.getMessage() == null ? e.toString() : e.getMessage());
  }

  void problem(String location, String reason) {
    problems.add(location + ": " + reason);
  }

  /// {@return the inputs that cannot be patched, each with the reason}
  List<String> problems() {
    return problems;
  }

  Path newFile() {
    return folder.resolve(Integer.toString(files++));
  }

  Path write(byte[] bytes) throws IOException {
    return Files.write(newFile(), bytes);
  }
}
