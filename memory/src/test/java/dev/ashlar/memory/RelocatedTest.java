// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// This module inside of somebody else's jar, under another package: its class files are rewritten
/// as the shading plugins of build tools rewrite them.
@Timeout(120)
final class RelocatedTest {
  private static final String PROGRAM =
      """
      import com.example.shaded.memory.*;
      import java.lang.foreign.*;

      public final class Main {
        interface Size {
          long of(MemorySegment memory);
        }

        static final class AnySize implements Size {
          public long of(MemorySegment memory) {
            return Segments.ofBytes(memory).byteSize();
          }
        }

        public static void main(String[] args) {
          Size size =
              Specialized.of(java.lang.invoke.MethodHandles.lookup(), Size.class, AnySize.class);
          if (size.of(MemorySegment.ofArray(new byte[5])) != 5) {
            throw new AssertionError();
          }
          Bytes heap = Bytes.of(new byte[64]);
          heap.setLong(3, 42);
          Bytes longs = Bytes.of(MemorySegment.ofArray(new long[8]));
          longs.atomics().getAndAddLong(8, heap.getLong(3));
          byte[] line = Unzeroed.bytes(4, sink -> sink.fill((byte) '-', 4));
          try (Arena arena = Arena.ofConfined()) {
            Bytes memory = Bytes.of(arena.allocate(64, 8));
            longs.copyTo(0, memory, 0, 64);
            System.out.println(memory.getLong(8) + new String(line) + memory.accessPath());
          }
          try (NativeStack.Frame frame = NativeStack.current().push();
              NativePool pool = NativePool.create(1 << 20);
              Lease lease = pool.acquire(64)) {
            lease.bytes().setLong(0, frame.allocateFrom(ValueLayout.JAVA_LONG, 7).byteSize());
            System.out.println(lease.bytes().getLong(0));
          } catch (IllegalCallerException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  @Test
  void worksWithEverythingDenied(@TempDir Path folder) throws Exception {
    List<String> printed =
        run(folder, "--sun-misc-unsafe-memory-access=deny", "--illegal-native-access=deny");
    assertThat(printed).hasSize(2);
    assertThat(printed.getFirst()).isEqualTo("42----NATIVE");
    assertThat(printed.getLast()).endsWith("--enable-native-access=ALL-UNNAMED");
  }

  @Test
  void worksWithNativeAccess(@TempDir Path folder) throws Exception {
    List<String> printed =
        run(
            folder,
            "--sun-misc-unsafe-memory-access=deny",
            "--illegal-native-access=deny",
            "--enable-native-access=ALL-UNNAMED");
    assertThat(printed).containsExactly("42----NATIVE", "8");
  }

  private static List<String> run(Path folder, String... flags) throws Exception {
    Path shaded = folder.resolve("shaded");
    relocate(Path.of(Javac.pathOf(Bytes.class)), shaded);
    Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    Path classes =
        Javac.compile(
            folder,
            List.of(
                "--class-path",
                shaded + File.pathSeparator + Javac.pathOf(NullMarked.class),
                "-Xlint:-try"),
            source);
    String[] arguments =
        Stream.concat(
                Stream.of(flags), Stream.of("-cp", classes + File.pathSeparator + shaded, "Main"))
            .toArray(String[]::new);
    ChildJvm.Ended ended = ChildJvm.java(folder, arguments);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out().lines().toList();
  }

  private static void relocate(Path classes, Path target) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files =
          walk.filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !file.endsWith("module-info.class"))
              .toList();
    }
    assertThat(files).hasSizeGreaterThan(50);
    for (Path file : files) {
      String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
      Path moved = target.resolve(relocated(name));
      Files.createDirectories(moved.getParent());
      Files.write(moved, relocated(Files.readAllBytes(file)));
    }
  }

  /// Every name is in a `CONSTANT_Utf8` (JVMS 4.4.7): of classes, in descriptors, in signatures and
  /// in Strings.
  private static byte[] relocated(byte[] classFile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(in.readLong());
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      switch (tag) {
        case 1 -> out.writeUTF(relocated(in.readUTF()));
        case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
        case 15 -> out.write(in.readNBytes(3));
        case 3, 4, 9, 10, 11, 12, 17, 18 -> out.write(in.readNBytes(4));
        case 5, 6 -> {
          out.write(in.readNBytes(8));
          i++; // It takes two entries.
        }
        default -> throw new AssertionError("constant of kind " + tag);
      }
    }
    in.transferTo(out);
    return bytes.toByteArray();
  }

  private static String relocated(String name) {
    return name.replace("dev/ashlar/memory", "com/example/shaded/memory")
        .replace("dev.ashlar.memory", "com.example.shaded.memory");
  }
}
