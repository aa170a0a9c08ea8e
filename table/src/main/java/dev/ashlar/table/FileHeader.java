package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// How the file of a mapped table begins. Numbers are in the byte order of the machine that wrote
/// it.
///
/// ```
/// page 0    0  "ASHLARTB"
///           8  version, 1 byte
///           9  byte order, 1 byte: 'L' or 'B'
///          10  layout, 1 byte
///          11  0
///          12  length of the schema's text, int
///          16  fingerprint of the schema's text, long
///          24  rows of a chunk, long, 4096 or more: columns are laid out chunk by chunk; 0 if there
///              are only rows
///          32  CRC-32C of the bytes before and of the text, int
/// page 1    0  number of the commit, long, even
///           8  rows, long
///          16  CRC-32C of the bytes before and of the fingerprint, int
/// page 2    the same, odd
/// page 3…   the schema's text, UTF-8
/// data      from the next page on, to the end of the file
/// ```
///
/// A commit overwrites the older one of the two slots. They are in pages of their own, so that
/// writing one cannot damage the other.
record FileHeader(Layout layout, String schemaText, long chunkRows) {
  static final int PAGE = 4096;

  /// Growing by fewer rows is not worth it, and a chunk takes some heap.
  static final long MIN_CHUNK_ROWS = 4096;

  private static final byte[] MAGIC = "ASHLARTB".getBytes(US_ASCII);
  private static final byte VERSION = 1;
  private static final int VERSION_OFFSET = 8;
  private static final int ORDER_OFFSET = 9;
  private static final int LAYOUT_OFFSET = 10;
  private static final int TEXT_LENGTH_OFFSET = 12;
  private static final int FINGERPRINT_OFFSET = 16;
  private static final int CHUNK_OFFSET = 24;
  private static final int CHECKSUM_OFFSET = 32;
  private static final int TEXT_OFFSET = 3 * PAGE;

  /// More than 65,535 constants of any length a class file can hold are no record's.
  private static final int MAX_TEXT_LENGTH = 1 << 24;

  private static final int SLOT_ROWS_OFFSET = 8;
  private static final int SLOT_CHECKSUM_OFFSET = 16;
  static final int SLOT_SIZE = 20;

  /// A commit, as a slot has it.
  record Commit(long number, long rows) {
    Commit next(long rows) {
      return new Commit(number + 1, rows);
    }

    /// Where its slot is in the file.
    long offset() {
      return PAGE * (1 + (number & 1));
    }
  }

  static FileHeader of(TableLayout<?> layout, long chunkRows) {
    return new FileHeader(layout.layout(), layout.type().schema().text(), chunkRows);
  }

  /// Where the rows begin.
  long dataOffset() {
    return Layout.roundUp((long) TEXT_OFFSET + text().length, PAGE);
  }

  private byte[] text() {
    return schemaText.getBytes(UTF_8);
  }

  private long fingerprint() {
    return Schema.fingerprint(text());
  }

  /// Returns the bytes of the file up to its data, with no commit in it.
  ByteBuffer bytes() {
    ByteBuffer bytes = ByteBuffer.allocate((int) dataOffset()).order(ByteOrder.nativeOrder());
    bytes.put(0, MAGIC);
    bytes.put(VERSION_OFFSET, VERSION);
    bytes.put(ORDER_OFFSET, mark(ByteOrder.nativeOrder()));
    bytes.put(LAYOUT_OFFSET, layout.code());
    bytes.putInt(TEXT_LENGTH_OFFSET, text().length);
    bytes.putLong(FINGERPRINT_OFFSET, fingerprint());
    bytes.putLong(CHUNK_OFFSET, chunkRows);
    bytes.putInt(CHECKSUM_OFFSET, checksum(bytes.slice(0, CHECKSUM_OFFSET), text()));
    bytes.put(TEXT_OFFSET, text());
    return bytes;
  }

  private static byte mark(ByteOrder order) {
    return (byte) (order == ByteOrder.LITTLE_ENDIAN ? 'L' : 'B');
  }

  ByteBuffer slot(Commit commit) {
    ByteBuffer slot = ByteBuffer.allocate(SLOT_SIZE).order(ByteOrder.nativeOrder());
    slot.putLong(0, commit.number());
    slot.putLong(SLOT_ROWS_OFFSET, commit.rows());
    slot.putInt(SLOT_CHECKSUM_OFFSET, slotChecksum(slot));
    return slot;
  }

  private int slotChecksum(ByteBuffer slot) {
    byte[] fingerprint = ByteBuffer.allocate(Long.BYTES).putLong(fingerprint()).array();
    return checksum(slot.slice(0, SLOT_CHECKSUM_OFFSET), fingerprint);
  }

  private static int checksum(ByteBuffer bytes, byte[] more) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    checksum.update(more);
    return (int) checksum.getValue();
  }

  /// Reads and checks all that a header says about itself.
  static FileHeader read(Path path, FileChannel channel) throws IOException {
    byte[] magic = new byte[MAGIC.length];
    int found = read(channel, 0, ByteBuffer.wrap(magic));
    if (!Arrays.equals(magic, 0, found, MAGIC, 0, found)) {
      throw new TableFileException(path, Reason.NOT_A_TABLE, "is not a table");
    }
    ByteBuffer bytes = whole(path, channel, 0, PAGE);
    if (bytes.get(VERSION_OFFSET) != VERSION) {
      throw new TableFileException(
          path,
          Reason.OTHER_VERSION,
          "has version %d of the format, not %d".formatted(bytes.get(VERSION_OFFSET), VERSION));
    }
    byte order = bytes.get(ORDER_OFFSET);
    if (order != mark(ByteOrder.nativeOrder()) && (order == 'L' || order == 'B')) {
      throw new TableFileException(
          path, Reason.OTHER_BYTE_ORDER, "was written on a machine of the other byte order");
    }
    int length = bytes.getInt(TEXT_LENGTH_OFFSET);
    if (length < 0 || length > MAX_TEXT_LENGTH) {
      throw corrupt(path, "has an impossible header");
    }
    byte[] text = whole(path, channel, TEXT_OFFSET, length).array();
    if (checksum(bytes.slice(0, CHECKSUM_OFFSET), text) != bytes.getInt(CHECKSUM_OFFSET)) {
      throw corrupt(path, "has a header whose checksum does not match");
    }
    FileHeader header = parse(path, bytes, text);
    if (channel.size() < header.dataOffset()) {
      throw truncated(path);
    }
    return header;
  }

  private static FileHeader parse(Path path, ByteBuffer bytes, byte[] text)
      throws TableFileException {
    Layout layout = Layout.ofCode(bytes.get(LAYOUT_OFFSET)).orElse(null);
    long chunkRows = bytes.getLong(CHUNK_OFFSET);
    if (layout == null
        || bytes.get(ORDER_OFFSET) != mark(ByteOrder.nativeOrder())
        || bytes.getLong(FINGERPRINT_OFFSET) != Schema.fingerprint(text)
        || (layout != Layout.COLUMNS && chunkRows != 0)) {
      throw corrupt(path, "has an impossible header");
    }
    if (layout == Layout.COLUMNS && chunkRows < MIN_CHUNK_ROWS) {
      throw corrupt(
          path, "has chunks of %d rows, not of %d or more".formatted(chunkRows, MIN_CHUNK_ROWS));
    }
    return new FileHeader(layout, new String(text, UTF_8), chunkRows);
  }

  private static TableFileException truncated(Path path) {
    return new TableFileException(path, Reason.TRUNCATED, "ends before its header does");
  }

  static TableFileException corrupt(Path path, String message) {
    return new TableFileException(path, Reason.CORRUPT, message);
  }

  /// @throws TableFileException unless this is the header of such a table
  void require(Path path, TableLayout<?> expected) throws TableFileException {
    if (layout != expected.layout()) {
      throw new TableFileException(
          path,
          Reason.OTHER_LAYOUT,
          "has the layout %s, not %s".formatted(layout.call(), expected.layout().call()));
    }
    Schema schema = expected.type().schema();
    if (!schemaText.equals(schema.text())) {
      throw new TableFileException(
          path,
          Reason.OTHER_SCHEMA,
          "differs from %s: %s".formatted(schema.type().getName(), schema.differences(schemaText)));
    }
  }

  /// Returns the last commit that is whole.
  Commit lastCommit(Path path, FileChannel channel) throws IOException {
    Commit last = null;
    for (int i = 0; i < 2; i++) {
      ByteBuffer slot = whole(path, channel, new Commit(i, 0).offset(), SLOT_SIZE);
      Commit commit = new Commit(slot.getLong(0), slot.getLong(SLOT_ROWS_OFFSET));
      boolean valid =
          slot.getInt(SLOT_CHECKSUM_OFFSET) == slotChecksum(slot)
              && commit.rows() >= 0
              && (commit.number() & 1) == i;
      if (valid && (last == null || commit.number() > last.number())) {
        last = commit;
      }
    }
    if (last == null) {
      throw corrupt(path, "has no commit whose checksum matches");
    }
    return last;
  }

  /// Reads `length` bytes, and makes room for them only if the file has them.
  private static ByteBuffer whole(Path path, FileChannel channel, long position, int length)
      throws IOException {
    if (channel.size() < position + length) {
      throw truncated(path);
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    if (read(channel, position, bytes) < length) {
      throw truncated(path);
    }
    return bytes;
  }

  private static int read(FileChannel channel, long position, ByteBuffer bytes) throws IOException {
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = channel.read(bytes, position + bytes.position());
    }
    return bytes.position();
  }
}
