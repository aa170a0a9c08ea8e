// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The bytes of a key, to be hashed and compared: those of its values, one after another. Equal
/// keys have equal bytes, and different ones different bytes.
///
/// ```
/// number         a long
/// UUID, decimal  2 longs, as in memory
/// text, bytes    length, int; then the bytes, of a text in UTF-8
/// ```
///
/// A key is built by adding its values. After [#beginComparison], the methods `addOrCompare`
/// compare values with those of the key, in the same order, and write nothing. They return false if
/// no row can have the key, or if the values differ. What comes after that has no meaning.
public final class KeyBytes {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int CAPACITY = 1 << 8;
  private static final int MAX_BYTES_PER_CHAR = 3;

  /// So many bytes behind the end may be read and written.
  private static final int SLACK = 2 * Long.BYTES;

  private byte[] bytes = new byte[CAPACITY];
  private int size;

  /// Where the next value is added or compared.
  private int at;

  private boolean comparing;

  /// Begins a key.
  public void begin() {
    at = 0;
    comparing = false;
  }

  /// Ends a key that has its values.
  public void end() {
    size = at;
  }

  /// Begins a comparison with the key, which [has ended][#end].
  public void beginComparison() {
    at = 0;
    comparing = true;
  }

  /// Whether all values were compared, and were equal.
  public boolean isEqual() {
    return at == size;
  }

  /// Makes room for so many bytes of a key, or returns whether the key still has them.
  private boolean hasRoom(long more) {
    long end = at + more;
    if (comparing) {
      return end <= size;
    }
    if (end + SLACK > bytes.length) {
      bytes = Arrays.copyOf(bytes, ArrayGrowth.length(end + SLACK, 2 * (end + SLACK)));
    }
    return true;
  }

  public int size() {
    return size;
  }

  /// The bytes for which there is memory.
  public int capacity() {
    return bytes.length;
  }

  /// Returns 8 bytes of the key as a number, with zeros in place of those behind the end.
  public long word(int offset) {
    return first((long) LONG.get(bytes, offset), size - offset);
  }

  /// Returns a word with zeros in place of all but its first bytes.
  private static long first(long word, int count) {
    if (count >= Long.BYTES) {
      return word;
    }
    if (count <= 0) {
      return 0;
    }
    int unused = Long.SIZE - Byte.SIZE * count;
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? word << unused >>> unused
        : word >>> unused << unused;
  }

  public boolean addOrCompare(long value) {
    if (!hasRoom(Long.BYTES)) {
      return false;
    }
    if (comparing) {
      if ((long) LONG.get(bytes, at) != value) {
        return false;
      }
    } else {
      LONG.set(bytes, at, value);
    }
    at += Long.BYTES;
    return true;
  }

  /// Adds or compares a text of a row, whose [words][TextWords] may be anything.
  public boolean addOrCompare(long head, long rest, TextArea area) {
    int length = TextWords.length(head);
    int taken = Integer.BYTES + length;
    if (!TextWords.isInPlace(head)) {
      return comparing ? isNext(length, rest, area) : addLong(length, head, rest, area);
    }
    if (!hasRoom(taken)) {
      return false;
    }
    // In memory the words are the length and the bytes.
    if (comparing) {
      long different =
          first((long) LONG.get(bytes, at) ^ head, taken)
              | first((long) LONG.get(bytes, at + Long.BYTES) ^ rest, taken - Long.BYTES);
      if (different != 0) {
        return false;
      }
    } else {
      LONG.set(bytes, at, head);
      LONG.set(bytes, at + Long.BYTES, rest);
    }
    at += taken;
    return true;
  }

  private boolean addLong(int length, long head, long rest, TextArea area) {
    MemorySegment memory = area.has(head, rest) ? area.memory(rest, length) : null;
    if (memory == null) {
      return false;
    }
    hasRoom(Integer.BYTES + (long) length);
    int to = at + Integer.BYTES;
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, area.offset(rest), bytes, to, length);
    return addLength(length);
  }

  /// Compares a long text. Whether there is a text at its place does not matter, as it would have
  /// to be equal.
  private boolean isNext(int length, long rest, TextArea area) {
    if (!hasRoom(Integer.BYTES + (long) length) || (int) INT.get(bytes, at) != length) {
      return false;
    }
    MemorySegment memory = area.memory(rest, length);
    long offset = area.offset(rest);
    if (memory == null || offset > memory.byteSize() - length) {
      return false;
    }
    int from = at + Integer.BYTES;
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (word(memory, offset + i) != (long) LONG.get(bytes, from + i)) {
        return false;
      }
    }
    at = from + length;
    return word(memory, offset + last) == (long) LONG.get(bytes, from + last);
  }

  private static long word(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  /// Adds the length of bytes that are there; returns true.
  private boolean addLength(int length) {
    INT.set(bytes, at, length);
    at += Integer.BYTES + length;
    return true;
  }

  /// Adds bytes, which may be those of a text, to a new key.
  public boolean add(byte[] source, int offset, int length) {
    hasRoom(Integer.BYTES + (long) length);
    System.arraycopy(source, offset, bytes, at + Integer.BYTES, length);
    return addLength(length);
  }

  /// Adds a text to a new key. No row has one with an unpaired surrogate.
  public boolean add(String text) {
    long most = (long) MAX_BYTES_PER_CHAR * text.length();
    if (most > CAPACITY) {
      most = Utf8.encodedLength(text, Malformed.REPLACE_WITH_FFFD);
    }
    if (most > TextArea.MAX_LENGTH) {
      return false;
    }
    hasRoom(Integer.BYTES + most);
    int length = Utf8.encode(text, bytes, at + Integer.BYTES, Malformed.REPLACE_WITH_FFFD);
    return (length == text.length() || !hasUnpairedSurrogate(text)) && addLength(length);
  }

  private static boolean hasUnpairedSurrogate(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return true;
      }
      i += Character.charCount(point);
    }
    return false;
  }

  /// Adds or compares a run of bytes of a row.
  ///
  /// @param isText whether a 0 ends it
  public boolean addOrCompare(RunAccess run, Chunk chunk, int row, boolean isText) {
    if (comparing) {
      return isNext(run, chunk, row, isText);
    }
    hasRoom(Integer.BYTES + (long) run.length());
    int from = at + Integer.BYTES;
    run.getBytes(chunk, row, bytes, from);
    int length = 0;
    while (length < run.length() && !(isText && bytes[from + length] == 0)) {
      length++;
    }
    return addLength(length);
  }

  /// Compares a run of bytes with the key's.
  private boolean isNext(RunAccess run, Chunk chunk, int row, boolean isText) {
    int length = hasRoom(Integer.BYTES) ? (int) INT.get(bytes, at) : -1;
    if (length > run.length() || !hasRoom(Integer.BYTES + (long) length)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (run.getByte(chunk, row, i) != bytes[at + Integer.BYTES + i]) {
        return false;
      }
    }
    at += Integer.BYTES + length;
    return !isText || length == run.length() || run.getByte(chunk, row, length) == 0;
  }
}
