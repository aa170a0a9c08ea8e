// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.Recovery;
import dev.ashlar.table.RowStatistics;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.Verification;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.DeletedRows;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.CommitSlots.Found;
import dev.ashlar.table.internal.file.format.FileChunks;
import dev.ashlar.table.internal.file.format.FileShape;
import dev.ashlar.table.internal.memory.ChunkFactory;
import dev.ashlar.table.internal.memory.Storage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.statistics.StatisticsFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The file of a table, with the operations that a table calls, one thread at a time.
///
/// Columns are laid out in chunks with the same number of rows, since a column cannot grow if
/// another column follows it. The file never shrinks. The last commit has the end of its data. When
/// the file grows, it is mapped again; the older mapping shows the same pages.
public final class FileStorage implements Storage, Closeable {
  private final OpenFile file;
  private final Blocks blocks;
  private final FileChannel channel;
  private final @Nullable WriterLock lock;
  private final Recovery recovery;
  private final FileOptions options;
  private final FileGates gates;
  private final BlockChecks checks;
  private final BlockMarks marks;
  private final LateWriteDetector lateWrites;
  private final FileCommits commits;
  private final TextFiles texts;
  private final FileDeletions deletions;

  /// The identity of the file, by which another one at its path is noticed; null if it has none.
  private final @Nullable Object key;

  /// Null until [#haveRowsChanged] is called.
  private @Nullable SeenRows seen;

  /// All chunks that the table ever had: cursors may still have some.
  private final List<Chunk> placed = new ArrayList<>();

  /// @param lock null if the file is open to read only
  /// @param opened whether the file is older than this object
  FileStorage(
      Path path,
      FileShape shape,
      FileChannel channel,
      @Nullable WriterLock lock,
      TextFiles texts,
      Disk disk,
      Found found,
      FileOptions options,
      boolean opened)
      throws IOException {
    this.options = options;
    this.file =
        new OpenFile(path, shape, channel, lock != null, disk, found.commit(), options.owner());
    this.blocks = shape.blocks();
    this.channel = channel;
    this.lock = lock;
    this.texts = texts;
    this.recovery = found.recovery();
    this.gates = new FileGates(this, blocks);
    this.lateWrites = new LateWriteDetector(file, blocks);
    this.checks = new BlockChecks(shape, blocks, lateWrites, texts.checks(blocks));
    this.marks = new BlockMarks(file, blocks, gates, checks);
    this.deletions = new FileDeletions(file, options, lock != null);
    this.commits =
        new FileCommits(file, blocks, gates, checks, lateWrites, texts, deletions, opened);
    this.key = lock == null ? WriterLock.key(path) : null;
  }

  @Override
  public Path path() {
    return file.path();
  }

  /// The file to which the symbolic links of [#path] lead.
  public Path realPath() {
    return file.realPath();
  }

  /// The table's file, those of the texts, and those of deletions and statistics if there are any.
  public List<Path> files() {
    Stream<Path> statistics = Stream.of(StatisticsFile.path(realPath())).filter(Files::exists);
    return Stream.of(Stream.of(realPath()), texts.paths(), deletions.paths(), statistics)
        .flatMap(each -> each)
        .toList();
  }

  /// How the rows lie in the file; its schema may have other fields than the record has.
  public RecordLayout layout() {
    return file.shape().layout();
  }

  public Recovery recovery() {
    return recovery;
  }

  /// Reads what else the last commit needs, and closes the file if that fails.
  FileStorage read() throws IOException {
    try {
      deletions.read(file.commit());
      return this;
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  /// Maps the rows of the last commit, and closes the file if that, or making the table, fails.
  public <T> T openTable(TableMaker<T> tables) throws IOException {
    try {
      T table = tables.make(this, map(), file.commit().rows());
      if (options.verify()) {
        requireUndamaged();
      }
      return table;
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  private void requireUndamaged() throws TableFileException {
    Verification found = verify(_ -> {});
    if (!found.isUndamaged()) {
      throw new TableFileException(
          path(),
          Reason.DAMAGED_ROWS,
          "has rows that differ from their checksums: rows "
              + String.join(
                  ", ", found.damaged().stream().map(Verification.Rows::toString).toList())
              + ". Open it without VERIFY, write them again, and accept them");
    }
  }

  synchronized TableMemory map() throws IOException {
    file.map();
    deletions.show();
    TextChecks references = texts.checks(blocks);
    if (references != null && lock != null) {
      references.keepTexts(file.data(), file.blockTable(), file.commit());
    }
    return place();
  }

  private TableMemory place() {
    FileShape shape = file.shape();
    RecordLayout layout = shape.layout();
    long rows = shape.capacity(file.commit().dataEnd());
    MemorySegment data = file.data();
    FileChunks sizes = shape.header().chunks();
    Thread owner = file.mappings().owner();
    List<Chunk> chunks = new ArrayList<>();
    long offset = 0;
    long first = 0;
    for (int chunk = 0; first < rows || chunk == 0; chunk++) {
      long count = Math.min(sizes.rows(chunk), rows - first);
      MemorySegment memory = data.asSlice(offset, shape.byteSize(count));
      chunks.addAll(ChunkFactory.ofNative(layout, memory, first, count, gate(chunk)));
      offset += memory.byteSize();
      first += count;
    }
    chunks.forEach(each -> each.setTexts(texts.texts(), texts.dictionary()));
    placed.addAll(chunks);
    return TableMemory.ofFile(chunks, owner, this);
  }

  private FileGate gate(int chunk) {
    return lock == null ? FileGate.readOnly(this) : gates.of(chunk, file.commit().rows());
  }

  @Override
  public IllegalStateException closed() {
    return file.closed();
  }

  private void requireCommittable() throws IOException {
    file.requireWritable();
    file.requireForced();
    texts.requireForced();
    deletions.requireForced();
    StackHeadroom.require();
  }

  /// Chunks that grow are room enough.
  @Override
  public long spare(long capacity) {
    return file.shape().header().chunks().step() > 0 ? 0 : capacity >> 2;
  }

  @Override
  public synchronized TableMemory grow(TableMemory now, long capacity) throws IOException {
    requireCommittable();
    if (capacity > file.shape().capacity(file.commit().dataEnd())) {
      FileGrowth.grow(file, capacity);
    }
    return place();
  }

  /// Takes over the newer commits of the file's writer. Does nothing in the writer itself.
  ///
  /// @return memory for all rows there are now
  public synchronized TableMemory refresh(TableMemory now) throws IOException {
    requireOwner();
    file.mapping();
    if (lock != null) {
      return now;
    }
    requireInPlace();
    Commit newest = file.newestCommit();
    try {
      deletions.read(newest);
    } catch (IOException failed) {
      // Another file may have replaced this one meanwhile, and its deletions with it.
      requireInPlace();
      throw failed;
    }
    FileRefresh.refresh(file, newest);
    // This may be the second try, after there was no memory for the first one.
    TableMemory rows = file.shape().capacity(newest.dataEnd()) > now.capacity() ? place() : now;
    deletions.show();
    placed.forEach(chunk -> chunk.cut(newest.rows()));
    return rows;
  }

  /// Rows of another file have other numbers.
  private void requireInPlace() throws IOException {
    try {
      Object now = WriterLock.key(path());
      if (now == null ? TableFile.id(path()) == id() : now.equals(key)) {
        return;
      }
    } catch (NoSuchFileException deleted) {
      return;
    }
    throw new TableFileException(
        path(),
        Reason.REPLACED,
        "was replaced since it was opened, as compact and migrate do: open it again. This table keeps the rows that it has, whose numbers are not those of the new file");
  }

  @Override
  public DeletedRows deletedRows() {
    return deletions.rows();
  }

  @Override
  public void requireWritable() {
    file.requireWritable();
  }

  /// Returns the number of the last commit, and a checksum of it and of the checksums of its
  /// blocks, if these are all of the table's rows and none was written since; -1 otherwise.
  ///
  /// @param size of the table
  public synchronized long checksum(long size) {
    BlockTable table = file.blockTable();
    Commit commit = file.commit();
    for (long block = 0; block < blocks.count(commit.rows()); block++) {
      if (table.isDirty(block) || table.isDamaged(block)) {
        return -1;
      }
    }
    if (size != commit.rows() || deletions.areUncommitted()) {
      return -1;
    }
    CRC32C checksum = new CRC32C();
    // Without its own checksum: that of bytes and of their checksum does not depend on the bytes.
    ByteBuffer bytes = commit.bytes(file.shape().header().seal());
    checksum.update(bytes.limit(bytes.limit() - Integer.BYTES));
    long full = BlockTable.offset(blocks.full(size));
    checksum.update(table.entries().asSlice(0, full).asByteBuffer());
    return (commit.number() & Integer.MAX_VALUE) << Integer.SIZE | checksum.getValue();
  }

  /// Whether committed rows may have changed since a reader last called this, because the writer
  /// has changed them in place or removed them. For a table that is open to write this is false.
  public synchronized boolean haveRowsChanged() {
    if (lock != null) {
      return false;
    }
    SeenRows now = new SeenRows(file, blocks);
    boolean changed = seen == null || seen.mayDiffer();
    seen = now;
    return changed;
  }

  public boolean isWriter() {
    return lock != null;
  }

  /// The identity of the table.
  public long id() {
    return file.shape().header().id();
  }

  /// How many rows to show: those of the last commit, or in the writer `size`.
  public synchronized long visibleRows(long size) {
    return lock == null ? file.commit().rows() : size;
  }

  /// Commits the first `rows` rows.
  public synchronized void commit(long rows) throws IOException {
    requireCommittable();
    commits.commit(rows);
  }

  /// Rows that were not committed are in no commit.
  @Override
  public synchronized void truncate(long rows) throws IOException {
    requireCommittable();
    if (rows < file.commit().rows()) {
      commits.truncate(rows);
    }
    placed.forEach(chunk -> chunk.cut(rows));
  }

  /// Marks the blocks of rows that are about to be written, as far as they are covered.
  synchronized void mark(FileGate gate, long from, long to) {
    file.requireWritable();
    marks.mark(gate, from, to);
  }

  /// Marks the blocks of these rows for as long as the table is open.
  synchronized void lend(long from, long to) {
    if (lock != null) {
      file.requireWritable();
      marks.lend(from, to);
    }
  }

  /// Marks damaged blocks as dirty, so that the next commit gives them a checksum.
  public synchronized void accept(Verification.Rows rows) throws IOException {
    requireCommittable();
    marks.accept(rows);
  }

  public synchronized Verification verify(LongConsumer rows) {
    requireOwner();
    return checks.verify(file.mapping(), file.commit(), lock == null, rows);
  }

  /// Returns the statistics that are stored, of blocks with any of the rows. A commit that is lost
  /// may have changed the rows of an older one.
  public synchronized List<RowStatistics> statistics(long from, long to) {
    FileStatistics statistics = usableStatistics();
    return recovery == Recovery.OLDER_COMMIT ? List.of() : statistics.read(from, to);
  }

  public synchronized RowStatistics computeStatistics(long from, long to) {
    return usableStatistics().compute(from, to);
  }

  /// Stores the statistics of committed rows that are missing.
  public synchronized void writeStatistics() throws IOException {
    file.requireWritable();
    usableStatistics().write();
  }

  private FileStatistics usableStatistics() {
    requireOwner();
    file.mapping();
    return new FileStatistics(file, blocks, texts.texts());
  }

  boolean hasOwner() {
    return file.mappings().hasOwner();
  }

  @Override
  public void requireOwner() {
    file.mappings().requireOwner();
  }

  /// Releases everything, whatever fails; throws the first failure. Can be called again then.
  @Override
  public synchronized void close() throws IOException {
    try (lock;
        channel;
        texts;
        deletions;
        lateWrites) {
      placed.forEach(Chunk::end);
      placed.clear();
      file.mappings().close(this::isAtPath);
    }
  }

  private boolean isAtPath() {
    try {
      return lock != null && lock.holds(path());
    } catch (IOException deleted) {
      return false;
    }
  }
}
