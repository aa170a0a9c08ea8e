// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitAssertionError;
import dev.ashlar.jit.junit.JitRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class SegmentsTest {
  /// Each method, and how its refusal names what it wants.
  private static final Map<String, UnaryOperator<MemorySegment>> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put("native memory", Segments::ofNative);
    METHODS.put("byte[]", Segments::ofBytes);
    METHODS.put("short[]", Segments::ofShorts);
    METHODS.put("char[]", Segments::ofChars);
    METHODS.put("int[]", Segments::ofInts);
    METHODS.put("long[]", Segments::ofLongs);
    METHODS.put("float[]", Segments::ofFloats);
    METHODS.put("double[]", Segments::ofDoubles);
  }

  @Test
  void eachKindPassesOneMethodAndIsNamedByTheOthers(@TempDir Path folder) throws IOException {
    try (Arena arena = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Map<MemorySegment, String> kinds = new LinkedHashMap<>();
      kinds.put(arena.allocate(8), "native memory");
      kinds.put(shared.allocate(8).asReadOnly(), "native memory");
      kinds.put(mapped(folder, arena), "native memory");
      kinds.put(MemorySegment.ofArray(new byte[8]), "byte[]");
      kinds.put(MemorySegment.ofArray(new byte[8]).asReadOnly(), "byte[]");
      kinds.put(MemorySegment.ofArray(new short[8]), "short[]");
      kinds.put(MemorySegment.ofArray(new char[8]), "char[]");
      kinds.put(MemorySegment.ofArray(new int[8]), "int[]");
      kinds.put(MemorySegment.ofArray(new long[8]), "long[]");
      kinds.put(MemorySegment.ofArray(new float[8]), "float[]");
      kinds.put(MemorySegment.ofArray(new double[8]), "double[]");
      kinds.forEach((segment, kind) ->
          METHODS.forEach((wanted, method) -> {
            if (wanted.equals(kind)) {
              assertThat(method.apply(segment)).isSameAs(segment);
            } else {
              assertThatThrownBy(() -> method.apply(segment))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("Not ")
                  .hasMessageContaining(wanted)
                  .hasMessageContaining(named(segment, kind));
            }
          }));
    }
    METHODS.forEach((_, method) ->
        assertThatThrownBy(() -> method.apply(null)).isInstanceOf(NullPointerException.class));
  }

  private static String named(MemorySegment segment, String kind) {
    if (segment.isMapped()) {
      return "mapped memory";
    }
    return segment.isReadOnly() && !segment.isNative() ? "read-only" : kind;
  }

  static MemorySegment mapped(Path folder, Arena arena) throws IOException {
    Path file = Files.write(folder.resolve("mapped"), new byte[4096]);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, 4096, arena);
    }
  }

  /// Run in other JVMs, each of whose methods meets all kinds of memory, mapped memory included.
  static final class Programs {
    private static final int SIZE = 4096;
    private static final List<MemorySegment> ALL = all();

    static long result;

    private static List<MemorySegment> all() {
      try {
        Path folder = Files.createTempDirectory("segments");
        MemorySegment mapped = mapped(folder, Arena.global());
        Files.delete(folder.resolve("mapped"));
        Files.delete(folder);
        return List.of(
            MemorySegment.ofArray(new byte[SIZE]),
            Arena.global().allocate(SIZE),
            mapped,
            Arena.ofConfined().allocate(SIZE),
            Arena.ofShared().allocate(SIZE));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    static void known() {
      for (MemorySegment segment : ALL) {
        result += segment.isNative() ? sumNative(segment) : sumBytes(segment);
        slice(segment);
      }
    }

    private static long sumNative(MemorySegment any) {
      MemorySegment segment = Segments.ofNative(any);
      long sum = 0;
      for (int at = 0; at <= SIZE - 8; at++) {
        sum += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      }
      return sum;
    }

    private static long sumBytes(MemorySegment any) {
      MemorySegment segment = Segments.ofBytes(any);
      long sum = 0;
      for (int at = 0; at <= SIZE - 8; at++) {
        sum += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      }
      return sum;
    }

    static void unknown() {
      for (MemorySegment segment : ALL) {
        result += sum(segment);
      }
    }

    private static long sum(MemorySegment segment) {
      long sum = 0;
      for (int at = 0; at <= SIZE - 8; at++) {
        sum += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      }
      return sum;
    }

    /// Slicing has met native and mapped memory.
    private static void slice(MemorySegment segment) {
      result += segment.asSlice(8).asReadOnly().byteSize();
    }

    static void slices() {
      for (MemorySegment segment : ALL) {
        slice(segment);
        if (segment.isNative()) {
          result += sumOfSlices(segment);
        }
      }
    }

    private static long sumOfSlices(MemorySegment any) {
      long sum = 0;
      for (int at = 0; at < SIZE - 64; at += 64) {
        MemorySegment slice = Segments.ofNative(Segments.ofNative(any).asSlice(at, 64));
        for (int i = 0; i < 64; i += 8) {
          sum += slice.get(ValueLayout.JAVA_LONG_UNALIGNED, i);
        }
      }
      return sum;
    }

    /// One call, so that its loop is compiled while it runs.
    static void onStackReplacement() {
      for (MemorySegment segment : ALL) {
        slice(segment);
      }
      result += manySums(ALL.get(1));
    }

    private static long manySums(MemorySegment any) {
      MemorySegment segment = Segments.ofNative(any);
      long sum = 0;
      for (int i = 0; i < 100_000_000; i++) {
        sum += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, i & 1023);
      }
      return sum;
    }
  }

  private static final ForkedJvm JVM =
      inForkedJvm().withFlags("-Xbatch").keepingLogsIn(Path.of("target", "logs"));

  @Test
  void theClassIsKnownInALoop() {
    JitRun run = JVM.call(Programs.class, "known");
    run.assertThat(Programs.class, "sumNative").hasNoVirtualCall();
    run.assertThat(Programs.class, "sumBytes").hasNoVirtualCall();
  }

  /// So the other tests show something.
  @Test
  void otherwiseTheClassIsUnknown() {
    JitRun run = JVM.call(Programs.class, "unknown");
    assertThatThrownBy(() -> run.assertThat(Programs.class, "sum").hasNoVirtualCall())
        .isInstanceOf(JitAssertionError.class);
  }

  @Test
  void theClassOfSlicesIsKnownWhenCastAgain() {
    JitRun run = JVM.call(Programs.class, "slices");
    run.assertThat(Programs.class, "sumOfSlices").hasNoVirtualCall();
  }

  @Test
  void theClassIsKnownInALoopThatIsEnteredByOnStackReplacement() {
    JitRun run = JVM.call(Programs.class, "onStackReplacement");
    run.assertThat(Programs.class, "manySums").hasNoVirtualCall();
  }
}
