// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The texts of a table that are too long for their rows. The area grows. No text in it moves or is
/// written twice.
///
/// ```
/// 0   length in bytes, int
/// 4   checksum, int; 0 in an area that needs none
/// 8   the bytes: where rows refer to
/// ```
///
/// A text is found by the [rest][TextWords] of its row: a piece of the area, and an offset there.
public abstract class TextArea implements TextOrigin {
  /// The bytes in front of a text: its length and checksum.
  public static final int PREFIX = 8;

  /// The most bytes of a text. With the offset in a piece of as many bytes, it is an `int`.
  public static final int MAX_LENGTH = 1 << 30;

  private static final int CHECKSUM_OFFSET = Integer.BYTES;

  /// Made by the first [#setChecked]: a constant is an area too.
  private volatile @Nullable Map<Long, Long> checked;

  /// Returns memory that has the piece of a text, up to the end of the text if the area does. It is
  /// null if there is no such piece.
  ///
  /// @param length may be anything
  public abstract @Nullable MemorySegment memory(long rest, int length);

  /// Returns the file that has the texts; null if they are in memory.
  public @Nullable Path file() {
    return null;
  }

  /// Returns where the text would be in [#memory]; that may be outside.
  public abstract long offset(long rest);

  /// Returns the rest of a row for a new text behind all others. Nothing is written yet.
  ///
  /// @param length of its bytes, more than a row holds
  /// @throws java.io.UncheckedIOException if there is no room for it in a file
  protected abstract long reserve(int length);

  /// Makes room for texts that take so many bytes, where that is cheaper at once.
  ///
  /// @throws java.io.UncheckedIOException if there is no room for them in a file
  public void reserveBytes(long byteSize) {}

  /// Whether texts have checksums.
  protected abstract boolean hasChecksums();

  /// Makes a text reach the disk.
  protected void force(long rest, int length) {}

  /// Adds a text.
  ///
  /// @param length of its bytes, more than a row holds
  /// @param durable whether it is to be on the disk when this returns
  /// @return the rest of a row with this text
  /// @throws java.io.UncheckedIOException if there is no room for it in a file
  public final long add(String text, int length, boolean durable) {
    long rest = reserve(length);
    write(rest, text, length, durable);
    return rest;
  }

  /// Writes a text where there is room for it.
  public final void write(long rest, String text, int length, boolean durable) {
    Utf8.encode(text, piece(rest, length), offset(rest));
    finish(rest, length, durable);
  }

  /// Adds a text that is in memory.
  public final long add(MemorySegment bytes, boolean durable) {
    long rest = reserve((int) bytes.byteSize());
    write(rest, bytes, durable);
    return rest;
  }

  /// Writes a text that is in memory where there is room for it.
  public final void write(long rest, MemorySegment bytes, boolean durable) {
    int length = (int) bytes.byteSize();
    MemorySegment.copy(bytes, 0, piece(rest, length), offset(rest), length);
    finish(rest, length, durable);
  }

  private void finish(long rest, int length, boolean durable) {
    MemorySegment memory = piece(rest, length);
    long prefix = offset(rest) - PREFIX;
    int checksum = hasChecksums() ? Fnv1a.hash(memory, prefix + PREFIX, length) : 0;
    memory.set(JAVA_INT_UNALIGNED, prefix + CHECKSUM_OFFSET, checksum);
    VarHandle.releaseFence();
    memory.set(JAVA_INT_UNALIGNED, prefix, length);
    VarHandle.releaseFence();
    if (durable) {
      force(rest, length);
    }
  }

  /// Returns the memory of a text that has been reserved.
  private MemorySegment piece(long rest, int length) {
    MemorySegment memory = memory(rest, length);
    if (memory == null) {
      throw new IllegalStateException("There is no such piece of the text area");
    }
    return memory;
  }

  /// Makes all texts reach the disk that there are now. Areas in memory have none.
  public void force() {}

  /// Whether a place is behind all texts, so that another one will be written there.
  public boolean isFree(long rest, int length) {
    return false;
  }

  /// Whether there is a text with this head. Anything may be in the row of a file.
  public boolean has(long head, long rest) {
    MemorySegment memory = memory(rest, TextWords.length(head));
    return memory != null && has(memory, offset(rest), head);
  }

  /// Whether there is a text with this head in memory.
  static boolean has(MemorySegment memory, long offset, long head) {
    int length = TextWords.length(head);
    if (!isInside(memory, offset, length)) {
      return false;
    }
    // Whoever wrote the row wrote the text before it.
    VarHandle.acquireFence();
    return memory.get(JAVA_INT_UNALIGNED, offset - PREFIX) == length
        && TextWords.head(length, memory.get(JAVA_INT_UNALIGNED, offset)) == head;
  }

  /// Whether there is room for a long text in memory.
  static boolean isInside(MemorySegment memory, long offset, int length) {
    return length > TextWords.IN_PLACE && offset >= PREFIX && offset <= memory.byteSize() - length;
  }

  /// Whether [#setChecked] was called with this sum for the rows last.
  public final boolean areChecked(long rows, long sum) {
    Map<Long, Long> all = checked;
    Long known = all == null ? null : all.get(rows);
    return known != null && known == sum;
  }

  /// Remembers that the texts of some rows are UTF-8.
  ///
  /// @param rows their number
  /// @param sum of their words
  public final void setChecked(long rows, long sum) {
    Map<Long, Long> all = checked;
    if (all == null) {
      // Another thread may make one meanwhile: its texts are read once more.
      all = new ConcurrentHashMap<>();
      checked = all;
    }
    all.put(rows, sum);
  }

  @Override
  public final TextArea area(@Nullable Chunk chunk) {
    return this;
  }

  /// A text of no row was there when it was made.
  @Override
  public final TextValue again(@Nullable Chunk chunk, int row, long head, long rest) {
    throw ended();
  }

  @Override
  public final IllegalStateException malformed(
      @Nullable Chunk chunk, int row, MemorySegment bytes) {
    return Utf8Check.malformed("A text", null, file(), bytes);
  }

  /// Returns the exception to throw for a text whose table is closed.
  public static IllegalStateException ended() {
    return new IllegalStateException("This text has ended with its table, which is closed");
  }

  /// Whether there is this text.
  ///
  /// @param head of the text
  public final boolean has(long head, long rest, String text) {
    return has(head, rest)
        && Utf8CodePoint.isAt(piece(rest, TextWords.length(head)), offset(rest), text);
  }

  /// Returns the head of a row whose text was [added][#add].
  public final long head(long rest) {
    MemorySegment memory = piece(rest, 0);
    long offset = offset(rest);
    return TextWords.head(
        memory.get(JAVA_INT_UNALIGNED, offset - PREFIX), memory.get(JAVA_INT_UNALIGNED, offset));
  }

  /// Returns the length of a text that is there and has its checksum; 0 if there is none.
  public final int wholeLength(long rest) {
    long offset = offset(rest);
    MemorySegment memory = memory(rest, 0);
    if (memory == null || offset > memory.byteSize()) {
      return 0;
    }
    int length = memory.get(JAVA_INT_UNALIGNED, offset - PREFIX);
    VarHandle.acquireFence();
    memory = length > 0 && length <= MAX_LENGTH ? memory(rest, length) : null;
    boolean isWhole =
        memory != null
            && offset + length <= memory.byteSize()
            && memory.get(JAVA_INT_UNALIGNED, offset - PREFIX + CHECKSUM_OFFSET)
                == Fnv1a.hash(memory, offset, length);
    return isWhole ? length : 0;
  }

  /// Whether a text that is there has its checksum.
  public final boolean hasChecksum(long head, long rest) {
    int length = TextWords.length(head);
    MemorySegment memory = piece(rest, length);
    long offset = offset(rest);
    return memory.get(JAVA_INT_UNALIGNED, offset - PREFIX + CHECKSUM_OFFSET)
        == Fnv1a.hash(memory, offset, length);
  }
}
