// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file is, its bytes decide: in a folder, in an archive, and in an archive of an archive.
class FileKindTest {
  @TempDir private Path folder = Path.of("");

  @SuppressWarnings("restricted")
  static final class Caller {
    static void load() {
      System.loadLibrary("none");
    }
  }

  private static byte[] type() throws IOException {
    try (InputStream in = FileKindTest.class.getResourceAsStream("FileKindTest$Caller.class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  /// {@return the scans of a file: as it is, in a folder, in an archive, and in one of that}
  private List<ScanReport> scans(String name, byte[] bytes) throws IOException {
    Path file = Files.write(Files.createDirectories(folder.resolve("in")).resolve(name), bytes);
    byte[] jar = new Jar().add("dir/" + name, bytes).bytes();
    Path outer = new Jar().add("lib/inner.jar", jar).write(folder.resolve("outer.jar"));
    return List.of(
        UnsafeScan.of(List.of(file)),
        UnsafeScan.of(List.of(folder.resolve("in"))),
        UnsafeScan.of(List.of(Files.write(folder.resolve("app.war"), jar))),
        UnsafeScan.of(List.of(outer)));
  }

  private static long useCount(ScanReport report) {
    return report.artifacts().stream().mapToLong(artifact -> artifact.uses().size()).sum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"A.class", "A.classdata", "A.esclazz", "A.SCL.lombok", "A.bin", "A", "A.jar"})
  void aClassFileMayHaveAnyName(String name) throws IOException {
    for (ScanReport report : scans(name, type())) {
      assertThat(report.problems()).isEmpty();
      assertThat(useCount(report)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a.zip", "a.rar", "a.hpi", "a.sar", "a.nbm", "a.aar", "a.kar", "a", "a.class"})
  void anArchiveMayHaveAnyName(String name) throws IOException {
    byte[] archive = new Jar().add("b/c", type()).bytes();
    for (ScanReport report : scans(name, archive)) {
      assertThat(report.problems()).isEmpty();
      assertThat(useCount(report)).isEqualTo(1);
    }
  }

  /// As that of a jar that is its own script, or the header of a jmod.
  @ParameterizedTest
  @ValueSource(ints = {4, 1000, 300_000})
  void anArchiveMayStandBehindSomethingElse(int before) throws IOException {
    byte[] archive = new Jar().add("A.class", type()).bytes();
    byte[] bytes = new byte[before + archive.length];
    Arrays.fill(bytes, 0, before, (byte) '#');
    System.arraycopy(archive, 0, bytes, before, archive.length);
    for (ScanReport report : scans("start.sh", bytes)) {
      assertThat(report.problems()).isEmpty();
      assertThat(useCount(report)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "526172211A0701, a RAR archive",
    "377ABCAF271C0004, a 7-Zip archive",
    "CAFED00D07960000, compressed with pack200",
    "DADAFECA00000100, a run-time image",
  })
  void anotherFormatIsNamed(String magic, String words) throws IOException {
    assertNamed("data", Arrays.copyOf(HexFormat.of().parseHex(magic), 2000), words);
  }

  private void assertNamed(String name, byte[] bytes, String words) throws IOException {
    for (ScanReport report : scans(name, bytes)) {
      assertThat(report.isComplete()).isFalse();
      assertThat(report.problems())
          .extracting(ScanProblem::words)
          .anyMatch(problem -> problem.contains(name + ": ") && problem.contains(words));
    }
  }

  @Test
  void anArchiveThatIsCompressedAsAWholeIsNamed() throws IOException {
    byte[] tar = new byte[1024];
    System.arraycopy("ustar".getBytes(ISO_8859_1), 0, tar, 257, 5);
    assertNamed("a.bin", tar, "a tar archive");
    assertNamed("a.bin", gzip(tar), "a compressed archive");
    assertNamed("a.gz", gzip(type()), "a compressed archive");
    assertNamed("a.tar.xz", new byte[10], "a compressed archive");
    for (ScanReport report : scans("words.gz", gzip("some words".getBytes(ISO_8859_1)))) {
      assertThat(report.problems())
          .noneMatch(problem -> problem.location().contains("words.gz") && isNested(problem));
    }
  }

  /// A file of that kind by itself has no class file, which is a problem.
  private static boolean isNested(ScanProblem problem) {
    return problem.location().contains("!/");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  /// Begins as class files do, with the number of processors instead of a version.
  @Test
  void aBinaryOfMacOsIsNoClassFile() throws IOException {
    byte[] binary = Arrays.copyOf(HexFormat.of().parseHex("CAFEBABE00000002"), 4000);
    for (ScanReport report : scans("libnative.dylib", binary)) {
      assertThat(report.problems()).noneMatch(FileKindTest::isNested);
      assertThat(report.classCount()).isZero();
    }
  }

  /// Each name promises something that the bytes do not keep.
  @Test
  void aBrokenPromiseIsNamed() throws IOException {
    byte[] text = "text".getBytes(ISO_8859_1);
    for (String name : List.of("a.class", "a.classdata", "a.jar", "a.zip")) {
      assertNamed(name, text, "it is not a");
    }
  }

  /// The JVM reads it, too.
  @Test
  void anotherChecksumHidesNothing() throws IOException {
    byte[] jar = new Jar().stored("A.class", type()).bytes();
    // Of the first local header; then of the directory.
    for (int at = 0; at < jar.length - 4; at++) {
      boolean header = jar[at] == 'P' && jar[at + 1] == 'K' && jar[at + 2] == 1;
      if (header) {
        jar[at + 16] ^= 1;
      }
    }
    ScanReport report = UnsafeScan.of(List.of(Files.write(folder.resolve("sum.jar"), jar)));
    assertThat(report.isComplete()).isTrue();
    assertThat(report.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.words()).contains("A.class", "checksum"));
    assertThat(useCount(report)).isEqualTo(1);
  }

  @Test
  void anEncryptedArchiveIsNamed() throws IOException {
    byte[] zip = new Jar().stored("A.class", type()).bytes();
    for (int at = 0; at < zip.length - 10; at++) {
      boolean local = zip[at] == 'P' && zip[at + 1] == 'K' && zip[at + 2] == 3 && zip[at + 3] == 4;
      boolean central =
          zip[at] == 'P' && zip[at + 1] == 'K' && zip[at + 2] == 1 && zip[at + 3] == 2;
      if (local || central) {
        zip[at + (local ? 6 : 8)] |= 1;
      }
    }
    assertNamed("secret.zip", zip, "encrypted");
  }
}
