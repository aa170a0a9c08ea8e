// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorporaTest {
  @TempDir Path folder;

  @Test
  void telemetryHasEnoughDistinctValues() {
    String[] values = Corpora.telemetry();
    assertThat(Arrays.stream(values).distinct().count()).isGreaterThanOrEqualTo(256);
    assertThat(values).noneMatch(String::isEmpty).noneMatch(value -> value.contains("\t"));
    assertThat(values).anyMatch(value -> value.chars().anyMatch(c -> c > 0xFF));
  }

  @Test
  void keysComeAgainAndAgain() {
    String[] keys = Corpora.keys();
    assertThat(keys)
        .hasSameSizeAs(Corpora.telemetry())
        .allMatch(key -> key.matches("[A-Za-z0-9_./-]+"));
    assertThat(Arrays.stream(keys).distinct().count()).isBetween(64L, keys.length / 2L);
  }

  @Test
  void worldIsInManyScripts() {
    String[] names = Corpora.world();
    assertThat(names).hasSizeGreaterThan(1000).doesNotHaveDuplicates().isSorted();
    assertThat(
            Arrays.stream(names)
                .flatMapToInt(String::codePoints)
                .mapToObj(Character.UnicodeScript::of)
                .collect(Collectors.toSet()))
        .hasSizeGreaterThan(24);
  }

  @Test
  void linesThatAreNotEmpty() throws IOException {
    assertThat(Corpora.lines(file("one\n\r\n tw\u00F6 \n\uD83D\uDE00".getBytes(UTF_8))))
        .containsExactly("one", " tw\u00F6 ", "\uD83D\uDE00");
  }

  @Test
  void aMissingFile() {
    reject(folder.resolve("none"), "there is no such file");
  }

  @Test
  void aFolder() {
    reject(folder, "it is a folder");
  }

  @Test
  void anEmptyFile() throws IOException {
    reject(file(), "there is no text in it");
    reject(file('\n', '\r', '\n'), "there is no text in it");
  }

  @Test
  void aFileThatIsNotUtf8() throws IOException {
    reject(file('a', '\n', 'b', 0xFF, 'c'), "not UTF-8 at byte 3");
    reject(file('a', 0xE2, 0x82), "not UTF-8 at byte 1");
  }

  private static void reject(Path file, String why) {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Corpora.lines(file))
        .withMessage("--text " + file + ": " + why)
        .matches(LabException::isWrongUsage);
  }

  private Path file(int... bytes) throws IOException {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return file(content);
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("lines.txt"), content);
  }
}
