// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir Path folder;

  @Test
  void aFailureKeepsTheOldFileAndLeavesNothing() throws IOException {
    Path file = folder.resolve("results.json");
    Files.writeString(file, "old");

    assertThatThrownBy(() ->
            AtomicFile.write(
                file,
                out -> {
                  out.write(new byte[100_000]);
                  throw new IOException("No space left on device");
                }))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write " + file + ": No space left on device");

    assertThat(file).hasContent("old");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void aDeathInTheMiddleLeavesNothing() throws IOException {
    assertThatThrownBy(() ->
            AtomicFile.write(
                folder.resolve("results.json"),
                out -> {
                  out.write(1);
                  throw new OutOfMemoryError("made up");
                }))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(files()).isEmpty();
  }

  @Test
  void aFullDeviceIsNamed() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "the system has no /dev/full");

    assertThatThrownBy(() -> AtomicFile.write(full, out -> out.write(new byte[10])))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/dev/full")
        .hasMessageContaining("No space left");
    assertThat(full).exists();
  }

  @Test
  void aFileInTheWayIsNamed() throws IOException {
    Path obstacle = Files.writeString(folder.resolve("obstacle"), "");

    assertThatThrownBy(() -> write(obstacle.resolve("results.json"), "x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(obstacle.toString())
        .hasMessageContaining("not a folder");
  }

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Path target = Files.createDirectory(folder.resolve("taken"));

    assertThatThrownBy(() -> write(target, "x"))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write " + target + ": it is a folder");
    assertThat(files()).containsExactly(target);
  }

  @Test
  void missingFoldersAreMade() throws IOException {
    write(folder.resolve("a/b/c.txt"), "x");

    assertThat(folder.resolve("a/b/c.txt")).hasContent("x");
  }

  @Test
  void aLinkIsFollowed() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "old");
    Path link = SymbolicLink.create(folder.resolve("link"), target);

    write(link, "new");

    assertThat(link).isSymbolicLink().hasContent("new");
    assertThat(target).hasContent("new");
  }

  @Test
  void anInterruptedThreadStillWrites() throws IOException {
    Thread.currentThread().interrupt();
    try {
      write(folder.resolve("results.json"), "x");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    assertThat(folder.resolve("results.json")).hasContent("x");
  }

  private static void write(Path file, String text) throws IOException {
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
