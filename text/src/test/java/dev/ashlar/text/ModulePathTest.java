// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.ModuleProgram;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stranger's module uses the packaged jars, with everything forbidden that can be.
///
/// Runs when they have been made; the path of that of `text` is the system property `ashlar.jar`.
class ModulePathTest {
  private static final String MODULE = "module consumer { requires dev.ashlar.text; }";

  private static final String MAIN =
      """
      package consumer;

      import dev.ashlar.memory.Bytes;
      import dev.ashlar.text.Malformed;
      import dev.ashlar.text.Utf8;
      import dev.ashlar.text.Utf8Builder;
      import java.lang.foreign.Arena;
      import java.lang.foreign.MemorySegment;
      import java.nio.ByteBuffer;

      final class Main {
        public static void main(String[] args) {
          String text = "Gr\\u00FC\\u00DFe \\u4E2D \\uD83D\\uDE00";
          byte[] array = new byte[40];
          int length = Utf8.encode(text, array, 3);
          System.out.println(length + " " + Utf8.decode(array, 3, length).equals(text));
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(40);
            long end = Utf8.encoder(Malformed.REPORT).encode(text, segment, 3);
            System.out.println(end + " " + Utf8.decode(segment, 3, end).equals(text));
            Bytes region = Bytes.of(segment).asSlice(3, end);
            System.out.println(Utf8.isValid(region) + " " + Utf8.decode(region, 0, end).equals(text));
          }
          ByteBuffer buffer = ByteBuffer.allocateDirect(40);
          Utf8Builder.of(text).append(-7).append(1.5).copyTo(buffer, 0);
          System.out.println(Utf8.decode(buffer, length, 5));
          Bytes heap = Bytes.of(array);
          System.out.println(Utf8.encode(text, heap, 24 - length) + " " + Utf8.isAscii(heap));
          System.out.println(Utf8.class.getModule() + " and " + Bytes.class.getModule());
        }
      }
      """;

  @Test
  void theOneRequiresLineIsEnough(@TempDir Path folder) throws Exception {
    String jar = System.getProperty("ashlar.jar", "");
    assertThat(Path.of(jar)).isRegularFile();
    String modules = jar + File.pathSeparator + Javac.pathOf(Bytes.class);
    ChildJvm.Ended run = ModuleProgram.run(folder, modules, MODULE, MAIN);

    // Bytes of native memory need no flag.
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly(
            "16 true",
            "16 true",
            "true true",
            "-71.5",
            "16 false",
            "module dev.ashlar.text and module dev.ashlar.memory");
    assertThat(run.exitCode()).isZero();
  }
}
