// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.schema.Lookups;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Replaces a mapped file by anonymous memory, in one step (`mmap` with `MAP_FIXED`). The file is
/// unmapped. A thread that is in the middle of an access reads zeros, or writes what nobody reads.
///
/// Nothing initializes this class without native access, and none before a table is closed.
final class AnonymousMapping {
  /// The same on all systems.
  private static final int READ_WRITE = 1 | 2;

  private static final int PRIVATE = 2;
  private static final int FIXED = 0x10;
  private static final long FAILED = -1;

  /// Null where it is not known how to do that.
  private static final @Nullable MethodHandle MMAP = mmap();

  /// Where memory comes from that no file has.
  private static final int ANONYMOUS = isLinux() ? 0x20 : 0x1000;

  /// Promises no memory for what is mapped: it is not to be used.
  private static final int NO_RESERVE = isLinux() ? 0x4000 : 0x40;

  private AnonymousMapping() {}

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  private static boolean isKnown() {
    String system = System.getProperty("os.name");
    String cpu = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return system.startsWith("Mac OS")
        || (system.equals("Linux")
            && (cpu.equals("amd64") || cpu.equals("aarch64") || cpu.equals("riscv64"))
            && promisesFreely());
  }

  /// Where Linux promises no more memory than it has (mode 2), it may refuse what is to be put in
  /// the place of a mapping when that is gone already.
  private static boolean promisesFreely() {
    try {
      return !Files.readString(Path.of("/proc/sys/vm/overcommit_memory")).strip().equals("2");
    } catch (IOException unknown) {
      return false;
    }
  }

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle mmap() {
    if (!isKnown()) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("mmap")
        .map(address ->
            linker.downcallHandle(
                address,
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG)))
        .orElse(null);
  }

  /// Replaces a mapping, which the caller keeps reachable. Nothing happens where that is not
  /// possible.
  static void of(MemorySegment mapping) {
    if (MMAP != null) {
      int flags = PRIVATE | ANONYMOUS | FIXED | NO_RESERVE;
      try {
        long result =
            (long)
                MMAP.invokeExact(mapping.address(), mapping.byteSize(), READ_WRITE, flags, -1, 0L);
        assert result == mapping.address() || result == FAILED;
      } catch (Throwable failure) {
        throw Lookups.unchecked(failure);
      }
    }
  }
}
