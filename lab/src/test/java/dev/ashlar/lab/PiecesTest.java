// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.LabException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiecesTest {
  private static final Map<String, String> IDENTITY = Map.of("JDK", "25", "processor", "x");

  @TempDir Path folder;

  @Test
  void refusesFiguresOfAnotherMachineOrJdkByName() {
    var _ = Pieces.begin(folder, IDENTITY);
    assertThat(Pieces.resume(folder, IDENTITY).count()).isZero();
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Pieces.resume(folder, Map.of("JDK", "26", "processor", "x")))
        .withMessageContaining("JDK was '25' and is '26'")
        .matches(e -> !String.valueOf(e.getMessage()).contains("processor"))
        .matches(LabException::isWrongUsage);
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Pieces.resume(folder, Map.of("flags", "-Xint")))
        .withMessageContaining("flags was '' and is '-Xint'");
  }

  @Test
  void thereIsNothingToGoOnWith() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Pieces.resume(folder, IDENTITY))
        .withMessage("--resume: %s has no run that was stopped", folder);
  }

  @Test
  void aPieceThatCannotBeReadIsNamed() throws Exception {
    Pieces pieces = Pieces.begin(folder, IDENTITY);
    Path piece = Files.writeString(folder.resolve("pieces/strings.ascii-8.json"), "{");
    Files.writeString(folder.resolve("pieces/strings.ascii-8.jmh.json"), "[]");
    assertThat(pieces.count()).isEqualTo(1);
    assertThat(pieces.find("strings", "ascii-16")).isEmpty();
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> pieces.find("strings", "ascii-8"))
        .withMessageContaining("delete " + piece + " to measure the case again");
  }

  @Test
  void buildsAreToldApartByTheirCode() throws Exception {
    Path jar = Files.writeString(folder.resolve("a.jar"), "one");
    String before = ClassPathDigest.of(jar.toString());
    assertThat(before).hasSize(12).isEqualTo(ClassPathDigest.of(jar.toString()));
    String separator = File.pathSeparator;
    assertThat(ClassPathDigest.of(separator + jar + separator)).isEqualTo(before);
    Files.writeString(jar, "two");
    assertThat(ClassPathDigest.of(jar.toString())).isNotEqualTo(before);
  }
}
