// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.internal.classfile.ClassFile;
import dev.ashlar.jit.internal.classfile.JimageFile;
import dev.ashlar.testing.Jdks;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The judge is the JDK's own file system of its image.
@ExtendWith(Seeded.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class JimageFileTest {
  private static final Path HOME = Path.of(System.getProperty("java.home"));
  private static final String STRING = "java/lang/String.class";
  private static final int HEADER_BYTES = 28;

  @TempDir private Path folder;

  private static Path image() {
    Path image = HOME.resolve("lib/modules");
    assumeTrue(Files.isRegularFile(image), "this JDK has no image");
    return image;
  }

  @Test
  void classFilesAreThoseOfTheJdksOwnReader(RandomGenerator random) throws IOException {
    FileSystem judge = FileSystems.getFileSystem(URI.create("jrt:/"));
    List<Path> classes = new ArrayList<>();
    try (Stream<Path> all = Files.walk(judge.getPath("/modules"))) {
      all.filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.endsWith("module-info.class"))
          .forEach(classes::add);
    }
    Collections.shuffle(classes, Random.from(random));
    try (JimageFile image = JimageFile.open(image())) {
      for (Path file : classes.subList(0, 500)) {
        String name = file.subpath(2, file.getNameCount()).toString();
        assertThat(image.find(name)).as(name).isEqualTo(Files.readAllBytes(file));
        assertThat(image.find(name + "x")).isNull();
      }
      assertThat(image.find("java/lang/Missing.class")).isNull();
      assertThat(image.find("")).isNull();
    }
  }

  @Test
  void aJdkOfAnotherVersionIsRead() throws IOException {
    Path other = Jdks.find(17).orElse(HOME);
    JdkImage jdk = JdkImage.of(other);
    assertThat(jdk.version()).isEqualTo(release(other));
    try (JimageFile image = jdk.classes().open()) {
      ClassFile string =
          Objects.requireNonNull(ClassFile.parse(Objects.requireNonNull(image.find(STRING))));
      assertThat(string.line("length", "()I", -1, 0)).isPresent();
    }
  }

  private static String release(Path home) throws IOException {
    return Files.readAllLines(home.resolve("release")).stream()
        .filter(line -> line.startsWith("JAVA_RUNTIME_VERSION="))
        .map(line -> line.replaceAll(".*=\"(.*)\"", "$1"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsNoJdkIsRefused() throws IOException {
    assertThatThrownBy(() -> JdkImage.of(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(
            folder
                + " is not the folder of a JDK of version 9 or later: it has no file lib/modules");
    Files.createDirectory(folder.resolve("lib"));
    Files.write(folder.resolve("lib/modules"), new byte[100]);
    assertThatThrownBy(() -> JdkImage.of(folder)).isInstanceOf(IOException.class);
  }

  /// All before the contents, and how many bytes that is.
  private static byte[] index() throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(image().toFile(), "r")) {
      byte[] bytes = new byte[HEADER_BYTES];
      in.readFully(bytes);
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
      int byteCount = HEADER_BYTES + 8 * header.getInt(16) + header.getInt(20) + header.getInt(24);
      byte[] index = new byte[byteCount];
      in.seek(0);
      in.readFully(index);
      return index;
    }
  }

  /// A file as the original, of which only the index is there, and holes behind it.
  private Path write(byte[] index) throws IOException {
    Path file = folder.resolve("modules");
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(0);
      out.write(index);
      out.setLength(Files.size(image()));
    }
    return file;
  }

  @Test
  void theOtherByteOrderIsReadToo() throws IOException {
    byte[] bytes = index();
    ByteBuffer index = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int ints = 7 + 2 * index.getInt(16);
    for (int i = 0; i < ints; i++) {
      index.putInt(4 * i, Integer.reverseBytes(index.getInt(4 * i)));
    }
    try (JimageFile image = JimageFile.open(write(bytes));
        JimageFile original = JimageFile.open(image())) {
      int length = Objects.requireNonNull(original.find(STRING)).length;
      assertThat(image.find(STRING)).hasSize(length);
    }
  }

  @Test
  void whateverIsDamagedIsAnIoException(RandomGenerator random) throws IOException {
    byte[] whole = index();
    int table = HEADER_BYTES + 8 * ByteBuffer.wrap(whole).order(ByteOrder.nativeOrder()).getInt(16);
    for (int i = 0; i < 150; i++) {
      byte[] bytes = whole.clone();
      ByteBuffer index = ByteBuffer.wrap(bytes);
      switch (i % 3) {
        case 0 -> index.put(random.nextInt(HEADER_BYTES), (byte) random.nextInt(256));
        case 1 -> {
          for (int n = 0; n < 1000; n++) {
            index.putInt(
                HEADER_BYTES + 4 * random.nextInt((table - HEADER_BYTES) / 4), random.nextInt());
          }
        }
        default -> {
          for (int n = 0; n < 20; n++) {
            index.put(random.nextInt(index.capacity()), (byte) random.nextInt(256));
          }
        }
      }
      try (JimageFile image = JimageFile.open(write(bytes))) {
        image.find(STRING);
      } catch (IOException e) {
        assertThat(e).as("image %d", i).hasMessageContaining("modules");
      }
    }
    for (int length : new int[] {0, 3, HEADER_BYTES, table, whole.length}) {
      Path cut = folder.resolve("cut");
      Files.write(cut, Arrays.copyOf(whole, length));
      assertThatThrownBy(
              () -> {
                try (JimageFile image = JimageFile.open(cut)) {
                  image.find(STRING);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  /// As `jlink --compress` leaves it: not understood, and said so.
  @Test
  void aCompressedImageIsRefused() throws IOException {
    byte[] bytes = index();
    ByteBuffer index = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int from = HEADER_BYTES + 8 * index.getInt(16);
    int to = from + index.getInt(20);
    // Each resource gets a compressed length in the place of its attribute 7, the uncompressed one.
    for (int at = from; at < to; ) {
      int header = index.get(at) & 0xFF;
      if (header >>> 3 == 7) {
        index.put(at, (byte) ((6 << 3) | (header & 7)));
      }
      at += header >>> 3 == 0 ? 1 : 2 + (header & 7);
    }
    try (JimageFile image = JimageFile.open(write(bytes))) {
      assertThatThrownBy(() -> image.find(STRING)).hasMessageContaining("jlink --compress");
    }
  }
}
