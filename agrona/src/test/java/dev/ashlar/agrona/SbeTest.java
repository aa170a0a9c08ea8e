// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Seeded;
import dev.ashlar.text.Utf8;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.co.real_logic.sbe.SbeTool;
import uk.co.real_logic.sbe.xml.IrGenerator;

/// Codecs that SBE has generated, over our buffer and over Agrona's.
@Timeout(240)
@ExtendWith(Seeded.class)
final class SbeTest {
  private static final int MESSAGES = 200;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"littleEndian", "bigEndian"})
  void codecsWriteAndReadTheSame(String byteOrder, RandomGenerator random) throws Exception {
    String classPath =
        Javac.pathOf(
            BytesBuffer.class, Bytes.class, Utf8.class, DirectBuffer.class, NullMarked.class);
    Path classes =
        Javac.compile(
            folder,
            List.of("--class-path", classPath, "-proc:none", "-Xlint:-serial,-rawtypes,-cast"),
            sources(byteOrder));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--sun-misc-unsafe-memory-access=deny",
                "--illegal-native-access=deny",
                "-cp",
                classes + File.pathSeparator + classPath,
                "Orders"));
    List<String> expected = new ArrayList<>();
    try (URLClassLoader loader = Javac.loader(classes);
        Arena arena = Arena.ofConfined()) {
      Method run =
          loader.loadClass("Orders").getMethod("run", MutableDirectBuffer.class, long.class);
      for (int i = 0; i < MESSAGES; i++) {
        long seed = random.nextLong();
        byte[] theirs = new byte[4096];
        Object read = run.invoke(null, new UnsafeBuffer(theirs), seed);
        byte[] ours = new byte[4096];
        assertThat(run.invoke(null, new BytesBuffer(ours), seed)).isEqualTo(read);
        assertThat(ours).isEqualTo(theirs);
        BytesBuffer inNativeMemory = new BytesBuffer(arena.allocate(4096, 8));
        assertThat(run.invoke(null, inNativeMemory, seed)).isEqualTo(read);
        assertThat(inNativeMemory.bytes.toByteArray()).isEqualTo(theirs);
        arguments.add(Long.toString(seed));
        expected.add(read.toString());
        expected.add(read.toString());
      }
    }
    // Without any flag that opens or exports.
    ChildJvm.Ended ended = ChildJvm.java(folder, arguments.toArray(String[]::new));
    assertThat(ended.err()).doesNotContain("Unsafe", "restricted", "Exception");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out().lines()).isEqualTo(expected);
  }

  private Path[] sources(String byteOrder) throws Exception {
    Path schema = folder.resolve("orders.xml");
    Files.writeString(schema, resource("orders.xml").replace("ORDER", byteOrder));
    Path generated = folder.resolve("generated");
    SbeTool.generate(
        new IrGenerator().generate(SbeTool.parseSchema(schema.toString()), null),
        generated.toString(),
        "Java");
    List<Path> sources = new ArrayList<>();
    sources.add(Files.writeString(folder.resolve("Orders.java"), resource("Orders.java.txt")));
    try (Stream<Path> files = Files.walk(generated)) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
    }
    return sources.toArray(Path[]::new);
  }

  private static String resource(String name) throws IOException {
    try (InputStream file = SbeTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
