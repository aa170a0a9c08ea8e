package dev.ashlar.table;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The mappings of a file: one after another, as it grows. Older ones stay until the table is
/// closed, since rows may be reached through them.
///
/// As long as a file is mapped, its space is not free. So closing unmaps all of them: the JDK's
/// checks keep threads out that are in the middle of an access.
final class FileMappings {
  private record Mapping(MemorySegment memory, Arena arena) {}

  private final Path path;
  private final TableLayout<?> layout;
  private final FileChannel channel;
  private final MapMode mode;
  private final @Nullable Thread owner;

  private final List<Mapping> mappings = new ArrayList<>();
  private @Nullable MemorySegment newest;

  /// @param owner the only thread that may use the table; null if any may
  FileMappings(
      Path path,
      TableLayout<?> layout,
      FileChannel channel,
      boolean write,
      @Nullable Thread owner) {
    this.path = path;
    this.layout = layout;
    this.channel = channel;
    this.mode = write ? MapMode.READ_WRITE : MapMode.READ_ONLY;
    this.owner = owner;
  }

  void map(long byteSize) throws IOException {
    Arena arena = Arena.ofShared();
    boolean mapped = false;
    try {
      Mapping mapping = new Mapping(channel.map(mode, 0, byteSize, arena), arena);
      mappings.add(mapping);
      newest = mapping.memory();
      mapped = true;
    } finally {
      if (!mapped) {
        arena.close();
      }
    }
  }

  /// The whole file, or what it was when it was mapped last; null when it is closed.
  @Nullable MemorySegment newest() {
    return newest;
  }

  /// The only thread that may use the table; null if any may.
  @Nullable Thread owner() {
    return owner;
  }

  /// Whether only one thread may use the table.
  boolean hasOwner() {
    return owner != null;
  }

  /// @throws WrongThreadException if the table belongs to another thread
  void requireOwner() {
    if (owner != null && owner.threadId() != Thread.currentThread().threadId()) {
      throw layout.wrongThread(path, owner.toString());
    }
  }

  /// Can be called again after it has failed.
  ///
  /// @throws IllegalStateException if a system call of another thread is using the memory
  void close() {
    newest = null;
    while (!mappings.isEmpty()) {
      release(mappings.getLast());
      mappings.removeLast();
    }
  }

  private static void release(Mapping mapping) {
    if (mapping.arena().scope().isAlive()) {
      mapping.arena().close();
    }
  }
}
