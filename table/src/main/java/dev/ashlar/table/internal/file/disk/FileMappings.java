// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.disk;

import dev.ashlar.table.internal.schema.RecordLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The mappings of a file: one after another, as it grows. Older ones stay until the table is
/// closed, since rows may be reached through them.
///
/// Closing ends them in one of three ways:
///
/// 1. A table for [one thread][TableOption#ONE_THREAD] unmaps them: no other thread can be in the
///    middle of an access.
/// 2. Without native access, memory is unmapped too: the JDK's checks keep other threads out.
/// 3. Otherwise memory is unmapped when it is no longer reachable, so that engines and exported
///    arrays may have its addresses. A loop of another thread continues to read the file until
///    then. If the table was open to write, a [private mapping][PrivateMapping] replaces the memory
///    where that is possible. So writes by such a loop do not reach the file, which another writer
///    may have open by then.
public final class FileMappings {
  private record Mapping(MemorySegment memory, Arena arena) {}

  private final Path path;
  private final RecordLayout layout;
  private final FileChannel channel;
  private final MapMode mode;
  private final @Nullable Thread owner;

  /// Whether the memory can be unmapped while others try to reach it.
  private final boolean closeable;

  private final List<Mapping> mappings = new ArrayList<>();
  private @Nullable MemorySegment newest;

  /// @param owner the only thread that may use the table; null if any may
  public FileMappings(
      Path path, RecordLayout layout, FileChannel channel, boolean write, @Nullable Thread owner) {
    this.path = path;
    this.layout = layout;
    this.channel = channel;
    this.mode = write ? MapMode.READ_WRITE : MapMode.READ_ONLY;
    this.owner = owner;
    this.closeable = owner != null || !getClass().getModule().isNativeAccessEnabled();
  }

  /// Maps the file up to that size.
  ///
  /// @return [#newest]
  public MemorySegment map(long byteSize) throws IOException {
    Arena arena = closeable ? Arena.ofShared() : Arena.ofAuto();
    boolean mapped = false;
    try {
      Mapping mapping = new Mapping(channel.map(mode, 0, byteSize, arena), arena);
      mappings.add(mapping);
      newest = mapping.memory();
      mapped = true;
      return mapping.memory();
    } finally {
      if (!mapped && closeable) {
        arena.close();
      }
    }
  }

  /// The whole file, or what it was when it was mapped last; null when it is closed.
  public @Nullable MemorySegment newest() {
    return newest;
  }

  /// The only thread that may use the table; null if any may.
  public @Nullable Thread owner() {
    return owner;
  }

  /// Whether only one thread may use the table.
  public boolean hasOwner() {
    return owner != null;
  }

  /// Checks that this thread may use the table.
  ///
  /// @throws WrongThreadException if the table belongs to another thread
  public void requireOwner() {
    if (owner != null && owner.threadId() != Thread.currentThread().threadId()) {
      throw layout.wrongThread(path, owner.toString());
    }
  }

  /// Releases all that can be released. Can be called again after it has failed.
  ///
  /// @param isAtPath whether the file still has its path
  /// @throws IllegalStateException if a system call of another thread is using the memory
  public void close(BooleanSupplier isAtPath) {
    newest = null;
    List<RuntimeException> failures = new ArrayList<>();
    mappings.removeIf(mapping -> {
      try {
        release(mapping, isAtPath);
        return true;
      } catch (RuntimeException failure) {
        failures.add(failure);
        return false;
      }
    });
    if (!failures.isEmpty()) {
      RuntimeException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private void release(Mapping mapping, BooleanSupplier isAtPath) {
    try {
      if (closeable && mapping.arena().scope().isAlive()) {
        mapping.arena().close();
      } else if (!closeable && mode.equals(MapMode.READ_WRITE)) {
        PrivateMapping.replace(mapping.memory(), path, isAtPath);
      }
    } finally {
      Reference.reachabilityFence(mapping);
    }
  }
}
