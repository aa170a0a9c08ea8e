// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.disk;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.table.internal.schema.Lookups;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Replaces a shared mapping of a file by a private one, in one step (`mmap` with `MAP_FIXED`). A
/// thread that is in the middle of a loop continues to read the content of the file. Its writes are
/// visible to no one else and do not reach the file.
///
/// This class is never initialized without native access, and not before a table is closed.
public final class PrivateMapping {
  /// The same on all systems.
  private static final int READ_WRITE = 1 | 2;

  private static final int PRIVATE = 2;
  private static final int FIXED = 0x10;

  /// Reserves no swap space: hardly anything is written.
  private static final int NO_RESERVE = isLinux() ? 0x4000 : 0x40;

  private static final int CLOSE_ON_EXEC = isLinux() ? 0x8_0000 : 0x100_0000;

  /// The encoding that the JDK gives names of files to the system in.
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  /// The three are null where it is not known how to do that.
  private static final @Nullable MethodHandle OPEN = function("open", JAVA_INT, ADDRESS, JAVA_INT);

  private static final @Nullable MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);

  private static final @Nullable MethodHandle MMAP =
      function("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);

  private PrivateMapping() {}

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  private static boolean isKnown() {
    String system = System.getProperty("os.name");
    String cpu = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return system.startsWith("Mac OS")
        || (system.equals("Linux")
            && (cpu.equals("amd64") || cpu.equals("aarch64") || cpu.equals("riscv64"))
            && overcommits());
  }

  /// With strict accounting (mode 2), Linux may refuse a private mapping when the one that it is to
  /// replace is gone already.
  private static boolean overcommits() {
    try {
      return !Files.readString(Path.of("/proc/sys/vm/overcommit_memory")).strip().equals("2");
    } catch (IOException unknown) {
      return false;
    }
  }

  /// Returns a function of the C library. `open` has variable arguments; it gets none.
  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    if (!isKnown()) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(address -> linker.downcallHandle(address, FunctionDescriptor.of(result, parameters)))
        .orElse(null);
  }

  /// Replaces a mapping from the start of a file, which the caller keeps reachable. Nothing happens
  /// where that is not possible.
  ///
  /// @param isAtPath whether the file has the path now
  public static void replace(MemorySegment mapping, Path path, BooleanSupplier isAtPath) {
    if (OPEN == null || MMAP == null || CLOSE == null) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      byte[] name = path.toString().getBytes(NAMES);
      MemorySegment text = arena.allocate(name.length + 1L).copyFrom(MemorySegment.ofArray(name));
      int file = (int) OPEN.invokeExact(text, CLOSE_ON_EXEC);
      if (file < 0) {
        return;
      }
      try {
        if (isAtPath.getAsBoolean()) {
          int flags = PRIVATE | FIXED | NO_RESERVE;
          var _ =
              (long)
                  MMAP.invokeExact(
                      mapping.address(), mapping.byteSize(), READ_WRITE, flags, file, 0L);
        }
      } finally {
        var _ = (int) CLOSE.invokeExact(file);
      }
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }
}
