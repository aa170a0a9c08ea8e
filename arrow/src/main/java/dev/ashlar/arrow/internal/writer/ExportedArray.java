// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.writer.TableBatches.Batch;
import dev.ashlar.arrow.internal.writer.TableBatches.ColumnMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes a batch as an [array][CArray]. Its memory is kept until the consumer releases it.
///
/// As in [ExportedSchema], each structure has its own number in the registry.
public final class ExportedArray {
  private static final long RELEASE = Foreign.procedure(ExportedArray::released, Arena.global());

  /// The structures and the values that are kept.
  private record Kept(Arena structures, Batch values) {}

  private final Arena arena = Arena.ofAuto();
  private final Batch batch;
  private final Kept kept;

  private ExportedArray(Batch batch) {
    this.batch = batch;
    this.kept = new Kept(arena, batch);
  }

  /// Writes an array with a child for each column.
  static void write(long target, Batch batch, List<ColumnFormat> columns) {
    ExportedArray array = new ExportedArray(batch);
    MemorySegment children = array.arena.allocate(Long.BYTES * Math.max(1L, columns.size()), 8);
    for (int i = 0; i < columns.size(); i++) {
      long child = array.column(columns.get(i), batch.columns().get(i));
      Foreign.setLong(children.address() + (long) i * Long.BYTES, child);
    }
    array.write(target, batch.rowCount(), array.buffers(0), columns.size(), children.address(), 0);
  }

  private long column(ColumnFormat column, ColumnMemory memory) {
    long dictionary = column.hasDictionary() ? dictionary(column, memory) : 0;
    MemorySegment buffers = arena.allocate(JAVA_LONG, ArrayBuffers.count(column));
    ArrayBuffers.write(buffers.address(), column, memory, batch.rowCount(), arena);
    long array = structure();
    write(array, batch.rowCount(), buffers, 0, 0, dictionary);
    if (!memory.presence().isEmpty()) {
      CArray.setNullCountUnknown(array);
    }
    return array;
  }

  private long dictionary(ColumnFormat column, ColumnMemory memory) {
    DictionaryTexts texts = batch.dictionary();
    if (column.hasCodes() && texts != null) {
      texts.requireCodes(Foreign.segment(memory.values(), (long) batch.rowCount() * Integer.BYTES));
    }
    long array = dictionary(arena, column, texts);
    CArray.writeRelease(array, RELEASE, Registry.add(kept));
    return array;
  }

  /// Writes the array of a dictionary. It is valid until `arena` is closed, and has no release
  /// function.
  ///
  /// @param texts the texts of the codes; null if the column has no codes
  public static long dictionary(Arena arena, ColumnFormat column, @Nullable DictionaryTexts texts) {
    return column.hasCodes()
        ? Objects.requireNonNull(texts).array(arena)
        : texts(arena, column.constants());
  }

  /// Writes an array of texts, which ends with `arena` and has no function that releases it.
  private static long texts(Arena arena, List<String> texts) {
    MemorySegment ends = arena.allocate(Integer.BYTES * (texts.size() + 1L), Integer.BYTES);
    byte[] all = String.join("", texts).getBytes(StandardCharsets.UTF_8);
    MemorySegment values = arena.allocateFrom(JAVA_BYTE, all);
    int end = 0;
    for (int i = 0; i < texts.size(); i++) {
      end += texts.get(i).getBytes(StandardCharsets.UTF_8).length;
      Foreign.setInt(ends.address() + (i + 1L) * Integer.BYTES, end);
    }
    MemorySegment buffers = arena.allocateFrom(JAVA_LONG, 0, ends.address(), values.address());
    long array = arena.allocate(CArray.BYTES, Long.BYTES).address();
    CArray.write(array, texts.size(), 3, buffers.address(), 0, 0, 0);
    return array;
  }

  private MemorySegment buffers(long... addresses) {
    return arena.allocateFrom(JAVA_LONG, addresses);
  }

  private long structure() {
    return arena.allocate(CArray.BYTES, Long.BYTES).address();
  }

  private void write(
      long array, long length, MemorySegment buffers, long childCount, long children, long dict) {
    long count = buffers.byteSize() / Long.BYTES;
    CArray.write(array, length, count, buffers.address(), childCount, children, dict);
    CArray.writeRelease(array, RELEASE, Registry.add(kept));
  }

  /// Called by consumers.
  private static void released(MemorySegment structure) {
    try {
      long array = structure.address();
      for (int i = 0; i < CArray.childCount(array); i++) {
        Release.array(CArray.child(array, i));
      }
      if (CArray.dictionary(array) != 0) {
        Release.array(CArray.dictionary(array));
      }
      CArray.setRelease(array, 0);
      Registry.remove(CArray.privateData(array));
    } catch (Throwable failure) {
      Native.log(failure);
    }
  }
}
