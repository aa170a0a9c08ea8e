// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.SymbolicLink;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.internal.archive.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the input, a scan ends with a report that names what it could not read.
@ExtendWith(Seeded.class)
@Timeout(120)
class HostileInputTest {
  private static final JdkMethods JDK = JdkMethods.ofThisJdk();
  private static final Limits SMALL = new Limits(3, 1 << 20, 1 << 16, 1 << 21, 4);

  /// A class that is interesting: it calls a restricted method.
  private static final byte[] CLASS = classOf(Caller.class);

  @TempDir private Path folder;

  @SuppressWarnings("restricted")
  static final class Caller {
    static void load() {
      System.loadLibrary("none");
    }
  }

  private static byte[] classOf(Class<?> type) {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return Objects.requireNonNull(in).readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ScanReport scan(Path... paths) {
    return UnsafeScan.of(Arrays.asList(paths), Set.of(), JDK, SMALL);
  }

  private static List<String> reasons(ScanReport report) {
    return report.problems().stream().map(ScanProblem::words).toList();
  }

  private static long useCount(ScanReport report) {
    return report.artifacts().stream().mapToLong(a -> a.uses().size()).sum();
  }

  @Test
  void whatIsNoArchiveIsNamed() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
    Path empty = Files.createFile(folder.resolve("empty.jar"));
    Path missing = folder.resolve("missing.jar");
    ScanReport report = scan(text, empty, missing);
    assertThat(report.isComplete()).isFalse();
    assertThat(reasons(report))
        .satisfiesExactly(
            a -> assertThat(a).contains("text.jar: it is not a zip archive"),
            b -> assertThat(b).contains("empty.jar: "),
            c -> assertThat(c).contains("missing.jar: there is no such file"));
  }

  @Test
  void whatHasNoClassFileIsNoCleanScan() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path notes = Files.createDirectory(folder.resolve("notes"));
    Files.writeString(notes.resolve("a"), "a");
    assertThat(reasons(scan(empty, notes)))
        .containsExactly(empty + ": no class file was read", notes + ": no class file was read");
    Path jar = new Jar().add("Caller.class", CLASS).write(folder.resolve("a.jar"));
    assertThat(reasons(UnsafeScan.of(List.of(jar, empty), Set.of(jar, empty), JDK)))
        .containsExactly(empty + ": it has no class file");
    assertThat(UnsafeScan.of(List.of(folder, jar), Set.of(jar), JDK).isComplete()).isTrue();
  }

  @Test
  void damagedJarsAndClassesNeverThrow(RandomGenerator random) throws IOException {
    byte[] jar =
        new Jar()
            .manifest("Multi-Release: true")
            .add("a/Caller.class", CLASS)
            .stored("b.jar", new Jar().add("a/Caller.class", CLASS).bytes())
            .stored("c/Caller.class", CLASS)
            .bytes();
    Path file = folder.resolve("damaged.jar");
    int problems = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = jar.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      int length = random.nextInt(8) == 0 ? random.nextInt(damaged.length) : damaged.length;
      Files.write(file, Arrays.copyOf(damaged, length));
      problems += scan(file).isComplete() ? 0 : 1;
    }
    assertThat(problems).isGreaterThan(500);
  }

  @Test
  void damagedClassFilesAreNamedAndTheOthersRead() throws IOException {
    byte[] newer = CLASS.clone();
    newer[6] = 0;
    newer[7] = 99;
    Path jar =
        new Jar()
            .add("Text.class", "text")
            .add("Short.class", Arrays.copyOf(CLASS, CLASS.length / 2))
            .add("Newer.class", newer)
            .add("Whole.class", CLASS)
            .write(folder.resolve("mixed.jar"));
    ScanReport report = scan(jar);
    assertThat(reasons(report))
        .satisfiesExactly(
            a -> assertThat(a).contains("mixed.jar!/Text.class: it is not a class file"),
            b -> assertThat(b).contains("mixed.jar!/Short.class: the class file is truncated"),
            c ->
                assertThat(c)
                    .contains("mixed.jar!/Newer.class: class file version 99 is newer than"));
    assertThat(useCount(report)).isEqualTo(2);
  }

  @Test
  void aBombIsGivenUpAtTheLimit() throws IOException {
    byte[] zeros = new byte[1 << 19];
    Jar jar = new Jar();
    for (int i = 0; i < 100; i++) {
      jar.add(i + ".class", zeros);
    }
    Path bomb = jar.write(folder.resolve("bomb.jar"));
    assertThat(Files.size(bomb)).isLessThan(1 << 17);
    assertThat(reasons(scan(bomb))).anyMatch(r -> r.contains("bomb.jar: it inflates to far more"));
    Path nested = new Jar().add("b.jar", jar.bytes()).write(folder.resolve("nested.jar"));
    assertThat(reasons(scan(nested)))
        .anyMatch(r -> r.contains("nested.jar: it inflates to far more"));
    byte[] longer = Arrays.copyOf(CLASS, (1 << 20) + 1);
    Path large = new Jar().add("A.class", longer).write(folder.resolve("large.jar"));
    assertThat(reasons(scan(large)))
        .singleElement()
        .satisfies(r -> assertThat(r).contains("A.class: longer than the limit"));
  }

  @Test
  void jarsInJarsEndAtTheLimit() throws IOException {
    byte[] jar = new Jar().add("Caller.class", CLASS).bytes();
    for (int i = 0; i < 6; i++) {
      jar = new Jar().add("Caller.class", CLASS).add("inner.jar", jar).bytes();
    }
    ScanReport report = scan(Files.write(folder.resolve("deep.jar"), jar));
    assertThat(report.artifactCount()).isEqualTo(4);
    assertThat(reasons(report))
        .singleElement()
        .satisfies(r ->
            assertThat(r)
                .contains(
                    "inner.jar!/inner.jar!/inner.jar!/inner.jar: more than 3 archives in each"));
  }

  @Test
  void namesThatLeaveTheFolderAndDuplicatesAreNamed() throws IOException {
    Path jar =
        new Jar()
            .add("../../up/Caller.class", CLASS)
            .add("/top/Caller.class", CLASS)
            .add("c/Caller1.class", CLASS)
            .add("c/Caller2.class", CLASS)
            .write(folder.resolve("tricks.jar"));
    byte[] bytes = Files.readAllBytes(jar);
    // Renames both copies of the second name, in the entry and in the directory.
    byte[] from = "c/Caller2.class".getBytes(UTF_8);
    for (int i = 0; i <= bytes.length - from.length; i++) {
      if (Arrays.equals(bytes, i, i + from.length, from, 0, from.length)) {
        bytes[i + "c/Caller".length()] = '1';
      }
    }
    Files.write(jar, bytes);
    ScanReport report = scan(jar);
    assertThat(reasons(report))
        .satisfiesExactly(
            a -> assertThat(a).contains("unpacked, ../../up/Caller.class would be outside"),
            b -> assertThat(b).contains("unpacked, /top/Caller.class would be outside"),
            c -> assertThat(c).contains("several files are named c/Caller1.class"));
    assertThat(report.isComplete()).isTrue();
    assertThat(useCount(report)).isEqualTo(3);
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(jar);
    }
  }

  @Test
  void aClassThatStandsWhereVersionsDoIsRead() throws IOException {
    byte[] jar =
        new Jar()
            .manifest("Multi-Release: true")
            .add("META-INF/versions/Caller.class", CLASS)
            .add("a/Caller.class", CLASS)
            .bytes();
    Path file = Files.write(folder.resolve("versions.jar"), jar);
    Path unpacked = Files.createDirectories(folder.resolve("unpacked/META-INF/versions"));
    Files.write(unpacked.resolve("Caller.class"), CLASS);
    ScanReport report = scan(file, folder.resolve("unpacked"));
    assertThat(reasons(report)).isEmpty();
    assertThat(useCount(report)).isEqualTo(3);
  }

  @Test
  void aFolderThatSeveralLinksLeadToIsReadOnce() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Path target = Files.createDirectories(root.resolve("target"));
    Files.write(target.resolve("Caller.class"), CLASS);
    // Followed everywhere, the links of 12 folders are 2^12 ways.
    for (int i = 0; i < 12; i++) {
      Path next = Files.createDirectory(folder.resolve("f" + i));
      for (String name : List.of("left", "right")) {
        SymbolicLink.create(next.resolve(name), i == 0 ? target : folder.resolve("f" + (i - 1)));
      }
    }
    SymbolicLink.create(root.resolve("links"), folder.resolve("f11"));
    ScanReport report = scan(root);
    assertThat(reasons(report)).isEmpty();
    assertThat(useCount(report)).isEqualTo(1);
  }

  /// Each of two folders has a link to the other, and a jar has two names.
  @Test
  void whatSeveralPathsLeadToIsReadOnce() throws IOException {
    Path left = Files.createDirectories(folder.resolve("left"));
    Path right = Files.createDirectories(folder.resolve("right"));
    Files.write(left.resolve("Caller.class"), CLASS);
    SymbolicLink.create(left.resolve("link"), right);
    SymbolicLink.create(right.resolve("link"), left);
    Path jar = new Jar().add("Caller.class", CLASS).write(right.resolve("a.jar"));
    Path link = SymbolicLink.create(folder.resolve("b.jar"), jar);
    ScanReport report = scan(left, right, folder.resolve("right/../left"), link, folder);
    assertThat(useCount(report)).isEqualTo(2);
    assertThat(report.artifactCount()).isEqualTo(2);
    assertThat(reasons(report)).singleElement().asString().contains("a link leads back");
  }

  @Test
  void cyclesOfLinksEnd() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("a/b"));
    SymbolicLink.create(inner.resolve("loop"), folder.resolve("a"));
    SymbolicLink.create(folder.resolve("a/self"), Path.of("self"));
    Files.write(inner.resolve("Caller.class"), CLASS);
    ScanReport report = scan(folder);
    assertThat(useCount(report)).isEqualTo(1);
    assertThat(reasons(report)).anyMatch(r -> r.contains("loop: a link leads back"));
    assertThat(reasons(report)).hasSize(2);
  }

  @Test
  void aLongDirectoryIsNotReadIntoMemory() throws IOException {
    Path jar = new Jar().add("Caller.class", CLASS).write(folder.resolve("long.jar"));
    try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "rw")) {
      // The size of the central directory in the end record.
      file.seek(file.length() - 10);
      file.write(new byte[] {0, 0, 0, 0x7F});
    }
    assertThat(reasons(scan(jar)))
        .singleElement()
        .satisfies(
            r -> assertThat(r).contains("long.jar: its list of files is longer than the limit"));
  }
}
