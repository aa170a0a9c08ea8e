// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;

/// The beginning of a mapped table's file. Numbers are in the byte order of the machine that wrote
/// the file.
///
/// ```
/// page 0    0  "ASHLARTB"
///           8  version, 1 byte
///           9  byte order, 1 byte: 'L' or 'B'
///          10  0
///          12  length of the sections, int
///          16  number of the table, long, drawn at random
///          24  CRC-32C of the bytes before and of the sections, int
/// page 1…3  the commits, see CommitSlots
/// page 4…   the sections, see Sections:
///             1  the schema's text, UTF-8
///             2  layout, long; rows of a chunk, long, 4096 or more: columns are laid out chunk by
///                chunk; 0 if there are only rows
///             3  binary logarithm of the rows of a block, long; see Blocks
///             4  rows of the second chunk, long, 4096 or more, if chunks grow; see FileChunks
///             5  optional: names of columns, UTF-8; of each the component, 0, the name, 0
/// data      from the next page on
/// blocks    their checksums and marks, see BlockTable; where they begin a commit says
/// ```
///
/// Later versions add sections, and areas that sections or commits refer to. A version that does
/// not know a section refuses the file if the section is required, and ignores the section
/// otherwise.
///
/// @param columnNames by component, of those that have one
/// @param id the number of the table, which distinguishes its pages from those of another table
/// @param dataOffset where the rows begin
/// @param seal the start value of the checksums of other parts of the file
public record FileHeader(
    Layout layout,
    String schemaText,
    Map<String, String> columnNames,
    FileChunks chunks,
    int blockShift,
    long id,
    long dataOffset,
    int seal) {
  public static final int PAGE = 4096;

  /// Growing by fewer rows is not worth it, and a chunk takes some heap.
  public static final long MIN_CHUNK_ROWS = 4096;

  private static final byte[] MAGIC = "ASHLARTB".getBytes(US_ASCII);
  private static final byte VERSION = 2;
  private static final int VERSION_OFFSET = 8;
  private static final int ORDER_OFFSET = 9;
  private static final int LENGTH_OFFSET = 12;
  private static final int ID_OFFSET = 16;
  private static final int CHECKSUM_OFFSET = 24;
  private static final int SECTIONS_OFFSET = PAGE + CommitSlots.SIZE;

  private static final int SCHEMA = 1;
  private static final int LAYOUT = 2;
  private static final int BLOCKS = 3;
  private static final int STEP = 4;
  private static final int COLUMN_NAMES = 5;

  /// More than 65,535 constants of any length a class file can hold are no record's.
  private static final int MAX_LENGTH = 1 << 24;

  /// Returns the header of a new table. Rows have one chunk, whatever `chunks` says.
  public static FileHeader of(RecordLayout layout, FileChunks chunks, int blockShift, long id) {
    Schema schema = layout.schema();
    FileChunks used = layout.layout() == Layout.COLUMNS ? chunks : FileChunks.ONE;
    FileHeader header =
        new FileHeader(
            layout.layout(), schema.text(), schema.columnNames(), used, blockShift, id, 0, 0);
    ByteBuffer bytes = header.bytes();
    return header.sealed(bytes.getInt(LENGTH_OFFSET), bytes.getInt(CHECKSUM_OFFSET));
  }

  /// Sections that are not known count too.
  private FileHeader sealed(int length, int checksum) {
    long data = Layout.roundUp((long) SECTIONS_OFFSET + length, PAGE);
    return new FileHeader(layout, schemaText, columnNames, chunks, blockShift, id, data, checksum);
  }

  private byte[] sections() {
    Sections sections =
        new Sections()
            .add(SCHEMA, schemaText.getBytes(UTF_8))
            .add(LAYOUT, layout.code(), layout == Layout.COLUMNS ? chunks.first() : 0)
            .add(BLOCKS, blockShift);
    if (chunks.step() != 0) {
      sections.add(STEP, chunks.step());
    }
    if (!columnNames.isEmpty()) {
      StringBuilder names = new StringBuilder();
      columnNames.forEach((component, name) -> names.append(component + '\0' + name + '\0'));
      sections.addOptional(COLUMN_NAMES, names.toString().getBytes(UTF_8));
    }
    return sections.bytes();
  }

  /// Returns the bytes of a new file up to its data, with no commit in it.
  public ByteBuffer bytes() {
    byte[] sections = sections();
    int end = (int) Layout.roundUp((long) SECTIONS_OFFSET + sections.length, PAGE);
    ByteBuffer bytes = ByteBuffer.allocate(end).order(ByteOrder.nativeOrder());
    bytes.put(0, MAGIC);
    bytes.put(VERSION_OFFSET, VERSION);
    bytes.put(ORDER_OFFSET, mark(ByteOrder.nativeOrder()));
    bytes.putInt(LENGTH_OFFSET, sections.length);
    bytes.putLong(ID_OFFSET, id);
    bytes.putInt(CHECKSUM_OFFSET, checksum(bytes.slice(0, CHECKSUM_OFFSET), sections));
    bytes.put(SECTIONS_OFFSET, sections);
    return bytes;
  }

  static byte mark(ByteOrder order) {
    return (byte) (order == ByteOrder.LITTLE_ENDIAN ? 'L' : 'B');
  }

  private static int checksum(ByteBuffer bytes, byte[] more) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    checksum.update(more);
    return (int) checksum.getValue();
  }

  /// Reads and checks all that a header says about itself.
  public static FileHeader read(Path path, FileChannel channel) throws IOException {
    byte[] magic = new byte[MAGIC.length];
    int found = read(channel, 0, ByteBuffer.wrap(magic));
    if (!Arrays.equals(magic, 0, found, MAGIC, 0, found)) {
      throw new TableFileException(path, Reason.NOT_A_TABLE, "is not a table");
    }
    ByteBuffer bytes = whole(path, channel, 0, PAGE);
    int version = Byte.toUnsignedInt(bytes.get(VERSION_OFFSET));
    if (version != VERSION) {
      throw new TableFileException(
          path,
          Reason.OTHER_VERSION,
          "has file format %d, this Ashlar reads %d: %s"
              .formatted(
                  version,
                  VERSION,
                  version > VERSION
                      ? "open it with a newer Ashlar"
                      : "read the rows with the Ashlar that wrote it, export them, append them to a"
                          + " new table"));
    }
    byte order = bytes.get(ORDER_OFFSET);
    if (order != mark(ByteOrder.nativeOrder()) && (order == 'L' || order == 'B')) {
      throw new TableFileException(
          path, Reason.OTHER_BYTE_ORDER, "was written on a machine of the other byte order");
    }
    int length = bytes.getInt(LENGTH_OFFSET);
    if (length < 0 || length > MAX_LENGTH) {
      throw impossible(path, "the length of the sections", length);
    }
    byte[] sections = whole(path, channel, SECTIONS_OFFSET, length).array();
    if (checksum(bytes.slice(0, CHECKSUM_OFFSET), sections) != bytes.getInt(CHECKSUM_OFFSET)) {
      throw corrupt(path, "has a header whose checksum does not match: restore a copy");
    }
    FileHeader header = parse(path, bytes, sections);
    if (channel.size() < header.dataOffset()) {
      throw truncated(path);
    }
    return header;
  }

  private static FileHeader parse(Path path, ByteBuffer bytes, byte[] sections)
      throws TableFileException {
    Map<Integer, ByteBuffer> known =
        Sections.parse(path, sections, Set.of(STEP, COLUMN_NAMES), SCHEMA, LAYOUT, BLOCKS);
    ByteBuffer placed = Objects.requireNonNull(known.get(LAYOUT));
    ByteBuffer blocks = Objects.requireNonNull(known.get(BLOCKS));
    ByteBuffer grown = Objects.requireNonNull(known.get(STEP));
    if (bytes.get(ORDER_OFFSET) != mark(ByteOrder.nativeOrder())) {
      throw impossible(path, "the byte order", bytes.get(ORDER_OFFSET));
    }
    if (placed.remaining() < 2 * Long.BYTES) {
      throw impossible(path, "the length of the layout", placed.remaining());
    }
    if (blocks.remaining() < Long.BYTES) {
      throw impossible(path, "the length of the blocks' section", blocks.remaining());
    }
    Layout layout = Layout.ofCode((byte) placed.getLong(0)).orElse(null);
    long chunkRows = placed.getLong(Long.BYTES);
    long shift = blocks.getLong(0);
    if (layout == null || placed.getLong(0) != layout.code()) {
      throw impossible(path, "the layout", placed.getLong(0));
    }
    if (shift < 0 || shift > Blocks.MAX_SHIFT) {
      throw impossible(path, "the logarithm of the rows of a block", shift);
    }
    if (layout == Layout.COLUMNS ? chunkRows < MIN_CHUNK_ROWS : chunkRows != 0) {
      throw impossible(path, "the number of rows of a chunk", chunkRows);
    }
    long step = grown.remaining() < Long.BYTES ? 0 : grown.getLong(0);
    if (grown.hasRemaining() && (layout != Layout.COLUMNS || step < MIN_CHUNK_ROWS)) {
      throw impossible(path, "the number of rows of the second chunk", step);
    }
    FileChunks chunks = chunkRows == 0 ? FileChunks.ONE : new FileChunks(chunkRows, step);
    String text = UTF_8.decode(Objects.requireNonNull(known.get(SCHEMA))).toString();
    Map<String, String> names =
        columnNames(UTF_8.decode(Objects.requireNonNull(known.get(COLUMN_NAMES))).toString());
    return new FileHeader(layout, text, names, chunks, (int) shift, bytes.getLong(ID_OFFSET), 0, 0)
        .sealed(sections.length, bytes.getInt(CHECKSUM_OFFSET));
  }

  private static Map<String, String> columnNames(String text) {
    Map<String, String> names = new LinkedHashMap<>();
    String[] parts = text.split("\0", -1);
    for (int i = 0; i + 1 < parts.length; i += 2) {
      names.put(parts[i], parts[i + 1]);
    }
    return names;
  }

  private static TableFileException truncated(Path path) {
    return new TableFileException(path, Reason.TRUNCATED, "ends before its header does");
  }

  static TableFileException impossible(Path path, String field, long value) {
    return corrupt(
        path, "has an impossible header: %s is %d; restore a copy".formatted(field, value));
  }

  public static TableFileException corrupt(Path path, String message) {
    return new TableFileException(path, Reason.CORRUPT, message);
  }

  /// Returns the layout of the file's rows.
  ///
  /// @param expected by the caller
  /// @param write whether rows may be written, for which the schema has to be the same
  /// @throws TableFileException unless this is the header of a table that can be read so
  public RecordLayout require(Path path, RecordLayout expected, boolean write)
      throws TableFileException {
    if (layout != expected.layout()) {
      throw new TableFileException(
          path,
          Reason.OTHER_LAYOUT,
          "has the layout %s, not %s".formatted(layout.call(), expected.layout().call()));
    }
    Schema schema = expected.schema();
    if (schemaText.equals(schema.text())) {
      return expected;
    }
    String differs = "differs from " + schema.type().getName() + ": ";
    if (write) {
      throw new TableFileException(
          path, Reason.OTHER_SCHEMA, differs + schema.differences(schemaText));
    }
    try {
      return expected.withSchema(schema.mappedTo(schemaText));
    } catch (IllegalArgumentException unreadable) {
      throw new TableFileException(path, Reason.OTHER_SCHEMA, differs + unreadable.getMessage());
    }
  }

  /// Reads the commits, twice if a writer changes them meanwhile.
  public CommitSlots slots(Path path, FileChannel channel) throws IOException {
    ByteBuffer bytes = whole(path, channel, PAGE, CommitSlots.SIZE);
    for (int i = 0; i < CommitSlots.READS; i++) {
      ByteBuffer again = whole(path, channel, PAGE, CommitSlots.SIZE);
      if (again.equals(bytes)) {
        break;
      }
      bytes = again;
    }
    return CommitSlots.of(bytes, seal());
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
    return bytes.flip();
  }

  private static int read(FileChannel channel, long position, ByteBuffer bytes) throws IOException {
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = channel.read(bytes, position + bytes.position());
    }
    return bytes.position();
  }
}
