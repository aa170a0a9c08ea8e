package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.CommitSlots.Found;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.Chunk;
import dev.ashlar.table.internal.Ownership;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The file of a table: what a table asks of it, one thread at a time.
///
/// Columns are laid out in chunks of equally many rows, since a column cannot grow where another
/// one follows it. The file never shrinks; where its data ends, the last commit says. Growing maps
/// it anew; the older mapping shows the same pages.
final class FileStorage implements Storage {
  private final OpenFile file;
  private final Blocks blocks;
  private final FileChannel channel;
  private final @Nullable WriterLock lock;
  private final Recovery recovery;
  private final WriteGuards guards;
  private final BlockChecks checks;
  private final BlockMarks marks;
  private final Stragglers stragglers;
  private final FileCommits commits;

  /// All chunks that the table ever had: cursors may still have some.
  private final List<Chunk> placed = new ArrayList<>();

  /// @param lock null if the file is open to read only
  /// @param opened whether the file is older than this object
  FileStorage(
      Path path,
      FileShape shape,
      FileChannel channel,
      @Nullable WriterLock lock,
      Disk disk,
      Found found,
      Set<TableOption> options,
      boolean opened) {
    Thread owner = options.contains(TableOption.ONE_THREAD) ? Thread.currentThread() : null;
    this.file = new OpenFile(path, shape, channel, lock != null, disk, found.commit(), owner);
    this.blocks = shape.blocks();
    this.channel = channel;
    this.lock = lock;
    this.recovery = found.recovery();
    this.guards = new WriteGuards(this, blocks);
    this.stragglers = new Stragglers(file, blocks);
    this.checks = new BlockChecks(shape, blocks, stragglers);
    this.marks = new BlockMarks(file, blocks, guards, checks);
    this.commits = new FileCommits(file, blocks, guards, checks, stragglers, opened);
  }

  Path path() {
    return file.path();
  }

  Recovery recovery() {
    return recovery;
  }

  /// Returns the table with the rows of the last commit.
  <R extends Record> Table<R> openTable(TableType<R> type, Set<TableOption> options)
      throws IOException {
    try {
      Table<R> table = type.table(file.shape().layout(), this, map(), file.commit().rows());
      if (options.contains(TableOption.VERIFY)) {
        requireUndamaged();
      }
      return table;
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  private void requireUndamaged() throws TableFileException {
    Verification found = verify();
    if (!found.isUndamaged()) {
      throw new TableFileException(
          path(),
          Reason.DAMAGED_ROWS,
          "has rows that differ from their checksums: rows "
              + String.join(
                  ", ", found.damaged().stream().map(Verification.Rows::toString).toList())
              + ". Open it without %s, write them again, and accept them"
                  .formatted(TableOption.VERIFY));
    }
  }

  synchronized Placement map() throws IOException {
    file.map();
    return place();
  }

  private Placement place() {
    FileShape shape = file.shape();
    TableLayout<?> layout = shape.layout();
    long rows = shape.capacity(file.commit().dataEnd());
    MemorySegment data = file.data();
    long chunk = shape.header().chunkRows();
    Thread owner = file.mappings().owner();
    Ownership ownership =
        NativeAccess.isDirect() ? new Ownership(owner, NativeAccess.endless()) : null;
    List<Chunk> chunks = new ArrayList<>();
    if (chunk == 0) {
      chunks.addAll(Chunks.ofNative(layout, data, ownership, 0, rows, guard(0)));
    }
    for (int i = 0; chunk > 0 && i < rows / chunk; i++) {
      MemorySegment part = data.asSlice(i * shape.chunkSize(), shape.chunkSize());
      chunks.addAll(Chunks.ofNative(layout, part, ownership, i * chunk, chunk, guard(i)));
    }
    placed.addAll(chunks);
    return Placement.ofFile(chunks, owner, this);
  }

  private WriteGuard guard(int part) {
    return lock == null ? WriteGuard.readOnly(this) : guards.of(part, file.commit().rows());
  }

  /// Returns what to throw when the table is used after its end.
  IllegalStateException closed() {
    return file.closed();
  }

  private void requireCommittable() throws IOException {
    file.requireWritable();
    file.requireForced();
    StackHeadroom.require();
  }

  @Override
  public synchronized Placement grow(Placement now, long capacity) throws IOException {
    requireCommittable();
    if (capacity > file.shape().capacity(file.commit().dataEnd())) {
      FileGrowth.grow(file, capacity);
    }
    return place();
  }

  @Override
  public synchronized void commit(Table<?> table) throws IOException {
    requireCommittable();
    commits.commit(table.sizeAcquire());
  }

  /// Marks the blocks of rows that are about to be written, as far as they are covered.
  synchronized void mark(WriteGuard guard, long from, long to) {
    file.requireWritable();
    marks.mark(guard, from, to);
  }

  /// Marks the blocks of these rows for as long as the table is open.
  synchronized void lend(long from, long to) {
    if (lock != null) {
      file.requireWritable();
      marks.lend(from, to);
    }
  }

  /// Marks damaged blocks as dirty, so that the next commit gives them a checksum.
  synchronized void accept(Verification.Rows rows) throws IOException {
    requireCommittable();
    marks.accept(rows);
  }

  synchronized Verification verify() {
    requireOwner();
    return checks.verify(file.mapping(), file.commit(), lock == null);
  }

  boolean hasOwner() {
    return file.mappings().hasOwner();
  }

  /// @throws WrongThreadException if the table belongs to another thread
  void requireOwner() {
    file.mappings().requireOwner();
  }

  synchronized void close() throws IOException {
    try (lock;
        channel;
        stragglers) {
      placed.forEach(Chunk::end);
      file.mappings().close();
    }
  }
}
