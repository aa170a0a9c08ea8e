package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.CommitSlots.Commit;
import dev.ashlar.table.CommitSlots.Found;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A file that is mapped, and its commits.
///
/// Columns are laid out in chunks of equally many rows, since a column cannot grow where another
/// one follows it. The file never shrinks; where its data ends, the last commit says. Growing maps
/// it anew; the older mapping shows the same pages.
///
/// **A commit** forces the rows and the checksums of blocks that were filled, then a slot, then the
/// copy of the slot and the checksums of blocks that were dirty. A block is marked as dirty, and
/// the mark forced, before a committed row of it is written: so whatever reaches the disk of a row
/// that is written in place, the mark is there already.
///
/// **A failed force** may be reported once, and the pages that did not reach the disk read back as
/// if they had. So nothing is committed after it. Whoever opens the file later cannot know: before
/// the first commit all pages are written again that may have been under way, which are those of
/// dirty blocks, of the block table and of the commits. Rows behind the last commit are written by
/// whoever appends there.
final class FileStorage implements Storage {
  private final Path path;
  private final FileShape shape;
  private final Blocks blocks;
  private final FileChannel channel;
  private final @Nullable WriterLock lock;
  private final Disk disk;
  private final int seal;
  private final Recovery recovery;
  private final WriteGuards guards;
  private final BlockChecks checks;
  private final FileMappings mappings;
  private Commit commit;

  /// Whether pages may read back as they are not on the disk.
  private boolean mayBeLost;

  private @Nullable Throwable failure;

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
    this.path = path;
    this.shape = shape;
    this.blocks = shape.blocks();
    this.channel = channel;
    this.lock = lock;
    this.disk = disk;
    this.seal = shape.header().seal();
    this.recovery = found.recovery();
    this.guards = new WriteGuards(this, blocks);
    this.checks = new BlockChecks(shape, blocks);
    this.mappings =
        new FileMappings(
            channel,
            lock != null,
            options.contains(TableOption.ONE_THREAD) ? Thread.currentThread() : null);
    this.commit = found.commit();
    this.mayBeLost = opened;
  }

  Path path() {
    return path;
  }

  Recovery recovery() {
    return recovery;
  }

  /// Returns the table with the rows of the last commit.
  <R extends Record> Table<R> openTable(TableType<R> type, Set<TableOption> options)
      throws IOException {
    try {
      Table<R> table = type.table(shape.layout(), this, map(), commit.rows());
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
          path,
          Reason.DAMAGED_ROWS,
          "has rows that differ from their checksums: rows "
              + String.join(
                  ", ", found.damaged().stream().map(Verification.Rows::toString).toList())
              + ". Open it without %s, write them again, and accept them"
                  .formatted(TableOption.VERIFY));
    }
  }

  synchronized Placement map() throws IOException {
    mappings.map(shape.fileSize(commit.dataEnd()));
    return place();
  }

  private Placement place() {
    TableLayout<?> layout = shape.layout();
    long rows = shape.capacity(commit.dataEnd());
    MemorySegment data = data(commit);
    long chunk = shape.header().chunkRows();
    if (chunk == 0 || chunk == rows) {
      return mappings.place(layout, data, rows, guard(0));
    }
    Table<?>[] parts = new Table<?>[Math.toIntExact(rows / chunk)];
    for (int i = 0; i < parts.length; i++) {
      MemorySegment part = data.asSlice(i * shape.chunkSize(), shape.chunkSize());
      Placement placement = mappings.place(layout, part, chunk, guard(i));
      parts[i] = layout.type().table(layout, this, placement, chunk);
    }
    return Placement.ofParts(layout, parts, chunk);
  }

  private WriteGuard guard(int part) {
    return lock == null ? WriteGuard.readOnly(this) : guards.of(part, commit.rows());
  }

  private MemorySegment data(Commit of) {
    return mapping().asSlice(shape.dataOffset(), of.dataEnd() - shape.dataOffset());
  }

  private BlockTable blockTable(Commit of) {
    long size = shape.blockTableSize(of.dataEnd());
    return new BlockTable(mapping().asSlice(of.dataEnd(), size));
  }

  private MemorySegment mapping() {
    MemorySegment mapping = mappings.newest();
    if (mapping == null) {
      throw closed();
    }
    return mapping;
  }

  private void requireWritable() {
    mappings.requireOwner();
    mapping();
    if (lock == null) {
      throw new UnsupportedOperationException(path + " is open to read only: use open(path)");
    }
  }

  private void requireForced() throws IOException {
    if (failure != null) {
      throw new IOException(
          path
              + " cannot be committed any more, as a force has failed and what it wrote may be lost:"
              + " close it and open it again",
          failure);
    }
  }

  /// Returns what to throw when the table is used after its end.
  IllegalStateException closed() {
    return new IllegalStateException("The table in " + path + " is closed");
  }

  private void force(long from, long to) throws IOException {
    try {
      disk.force(mapping(), from, to - from);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
  }

  /// An interrupt closes the channel that the thread is using, and the table could never grow
  /// again. So it is used by a thread that nobody knows; the one that waits for it keeps its
  /// interrupt.
  @Override
  public synchronized Placement grow(Table<?> table, long capacity) throws IOException {
    requireWritable();
    requireForced();
    StackHeadroom.require();
    if (capacity > shape.capacity(commit.dataEnd())) {
      Exception failed = new Growth(capacity).runToEnd();
      if (failed != null) {
        throw new IOException(
            "%s cannot grow to %d rows: %s".formatted(path, capacity, failed.getMessage()), failed);
      }
    }
    return place();
  }

  private final class Growth extends Detached {
    private final long capacity;

    Growth(long capacity) {
      super("Ashlar growth");
      this.capacity = capacity;
    }

    @Override
    void work() throws IOException {
      extend(capacity);
    }
  }

  /// The block table goes behind the new data, and a commit of the same rows says so. Its old place
  /// becomes data when that commit is on the disk.
  private void extend(long capacity) throws IOException {
    long now = shape.fileSize(commit.dataEnd());
    long dataEnd = Math.max(shape.dataEnd(capacity), now);
    long size = shape.fileSize(dataEnd);
    try {
      disk.lengthen(path, channel, now, size);
    } catch (Throwable full) {
      channel.truncate(now);
      throw full;
    }
    Commit next = commit.next(commit.rows(), dataEnd, commit.tail());
    forceChannel();
    mappings.map(size);
    blockTable(next).entries().copyFrom(blockTable(commit).entries());
    force(dataEnd, size);
    complete(next, () -> {});
  }

  private void forceChannel() throws IOException {
    try {
      disk.force(channel);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
  }

  @Override
  public synchronized void commit(long rows) throws IOException {
    requireWritable();
    requireForced();
    StackHeadroom.require();
    if (rows < commit.rows()) {
      throw new IllegalStateException(
          "%s has %d rows committed, and this table has %d: two threads appended at a time. Open it again"
              .formatted(path, commit.rows(), rows));
    }
    BlockTable table = blockTable(commit);
    MemorySegment data = data(commit);
    recordDamage(table, rows);
    long[] dirty = dirtyBlocks(table, blocks.count(rows));
    long[] entries = new long[dirty.length];
    guards.cover(rows);
    if (mayBeLost) {
      rewrite(dirty);
    }
    for (long block = blocks.full(commit.rows()); block < blocks.full(rows); block++) {
      if (!table.isDirty(block) && !table.isDamaged(block)) {
        table.set(block, BlockTable.clean(blocks.checksum(data, block, rows)));
      }
    }
    long full = blocks.full(rows);
    for (int i = 0; i < dirty.length; i++) {
      entries[i] =
          dirty[i] < full
              ? BlockTable.clean(blocks.checksum(data, dirty[i], rows))
              : BlockTable.NOTHING;
    }
    int tail = full < blocks.count(rows) ? blocks.checksum(data, full, rows) : 0;
    Commit next = commit.next(rows, commit.dataEnd(), tail);
    force(mayBeLost ? FileHeader.PAGE : shape.dataOffset(), shape.fileSize(commit.dataEnd()));
    mayBeLost = false;
    long firstNew = blocks.full(commit.rows());
    complete(next, () -> settle(table, dirty, entries));
    for (long block = firstNew; block < blocks.count(rows); block++) {
      vouch(table, block);
    }
    for (long block : dirty) {
      vouch(table, block);
    }
  }

  private void vouch(BlockTable table, long block) {
    if (!table.isDamaged(block)) {
      checks.vouch(block);
    }
  }

  /// Sees to the blocks that get a checksum though they are not dirty: the one that the last commit
  /// did not fill keeps its damage, and what is behind it has nothing of an earlier life.
  private void recordDamage(BlockTable table, long rows) {
    long first = blocks.full(commit.rows());
    if (first < blocks.count(rows) && checks.isDamaged(mapping(), commit, first)) {
      table.set(first, BlockTable.DAMAGED);
    }
    for (long block = blocks.count(commit.rows()); block < blocks.count(rows); block++) {
      if (table.isDamaged(block)) {
        table.set(block, BlockTable.NOTHING);
      }
    }
  }

  /// Those that nobody can write without asking.
  private long[] dirtyBlocks(BlockTable table, long blockCount) {
    return LongStream.range(0, blockCount)
        .filter(block -> table.isDirty(block) && !guards.isLent(block))
        .toArray();
  }

  /// Dirty blocks get their checksum when the commit is complete: the one before has no other.
  private void settle(BlockTable table, long[] dirty, long[] entries) throws IOException {
    for (int i = 0; i < dirty.length; i++) {
      table.set(dirty[i], entries[i]);
    }
    if (dirty.length > 0) {
      force(
          commit.dataEnd() + BlockTable.offset(dirty[0]),
          commit.dataEnd() + BlockTable.offset(dirty[dirty.length - 1] + 1));
    }
  }

  private interface Completion {
    void run() throws IOException;
  }

  /// Writes the record of a commit all of whose rows are on the disk.
  ///
  /// @param completion runs when it is the newest
  private void complete(Commit next, Completion completion) throws IOException {
    write(next, next.slot());
    commit = next;
    completion.run();
    write(next, Commit.copy());
  }

  private void write(Commit next, long offset) throws IOException {
    MemorySegment record = MemorySegment.ofBuffer(next.bytes(seal));
    mapping().asSlice(offset, record.byteSize()).copyFrom(record);
    force(offset, offset + record.byteSize());
  }

  /// Has pages written that read back as if they had been.
  private void rewrite(long[] dirty) {
    MemorySegment all = mapping();
    disk.rewrite(all, FileHeader.PAGE, CommitSlots.SIZE);
    disk.rewrite(all, commit.dataEnd(), shape.blockTableSize(commit.dataEnd()));
    long data = shape.dataOffset();
    for (long block : dirty) {
      blocks.visit(
          block,
          shape.capacity(commit.dataEnd()),
          (offset, byteSize) -> disk.rewrite(all, data + offset, byteSize));
    }
  }

  /// Marks the blocks of rows that are about to be written, as far as they are covered.
  synchronized void mark(WriteGuard guard, long from, long to) {
    requireWritable();
    long covered = Math.min(to, guard.coveredEnd());
    if (from >= covered) {
      return;
    }
    long coveredBlocks = blocks.count(guard.coveredEnd());
    long end = blocks.of(covered - 1) + 1;
    for (long block = blocks.of(from); block < end; block++) {
      if (!guard.isMarked(blocks.firstRow(block))) {
        long run = Math.max(end, guards.runFrom(block, coveredBlocks));
        markDirty(block, run);
        return;
      }
    }
  }

  /// Likewise, for as long as the table is open, and whether covered yet or not.
  synchronized void lend(WriteGuard guard, long from, long to) {
    if (lock != null) {
      requireWritable();
      long first = blocks.of(from);
      long end = blocks.of(to - 1) + 1;
      markDirty(first, end);
      guards.lend(first, end);
    }
  }

  private void markDirty(long from, long to) {
    try {
      requireForced();
      BlockTable table = blockTable(commit);
      for (long block = from; block < to; block++) {
        boolean damaged = checks.isDamaged(mapping(), commit, block);
        table.set(block, damaged ? BlockTable.DAMAGED : BlockTable.DIRTY);
      }
      force(commit.dataEnd() + BlockTable.offset(from), commit.dataEnd() + BlockTable.offset(to));
      guards.mark(from, to);
    } catch (IOException failed) {
      throw new UncheckedIOException(path + " cannot be written: " + failed.getMessage(), failed);
    }
  }

  /// Marks damaged blocks as dirty, so that the next commit gives them a checksum.
  synchronized void accept(Verification.Rows rows) throws IOException {
    requireWritable();
    requireForced();
    StackHeadroom.require();
    requireBlocks(rows);
    BlockTable table = blockTable(commit);
    long first = blocks.of(rows.from());
    long end = blocks.of(rows.to() - 1) + 1;
    for (long block = first; block < end; block++) {
      table.set(block, BlockTable.DIRTY);
    }
    force(commit.dataEnd() + BlockTable.offset(first), commit.dataEnd() + BlockTable.offset(end));
    guards.mark(first, end);
  }

  private void requireBlocks(Verification.Rows rows) {
    boolean inside = 0 <= rows.from() && rows.from() < rows.to() && rows.to() <= commit.rows();
    if (!inside
        || blocks.firstRow(blocks.of(rows.from())) != rows.from()
        || (rows.to() != commit.rows() && blocks.firstRow(blocks.of(rows.to())) != rows.to())) {
      throw new IllegalArgumentException(
          "Rows %s of %s are no whole blocks of its %d committed rows: give what verify() has found"
              .formatted(rows, path, commit.rows()));
    }
  }

  synchronized Verification verify() {
    mappings.requireOwner();
    return checks.verify(mapping(), commit, lock == null);
  }

  /// @throws WrongThreadException if the table belongs to another thread
  void requireOwner() {
    mappings.requireOwner();
  }

  synchronized void close() throws IOException {
    try (lock;
        channel) {
      mappings.close();
    }
  }
}
