// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.schema.Field;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Looks up the long texts that the rows of a file refer to.
final class TextChecks {
  private final TextFile texts;
  private final Blocks blocks;
  private final List<Field> fields;

  TextChecks(TextFile texts, Blocks blocks) {
    this.texts = texts;
    this.blocks = blocks;
    this.fields = blocks.layout().schema().fields().stream().filter(Field::isText).toList();
  }

  /// Called with the words of a long text.
  private interface Visitor {
    /// @return whether to go on
    boolean visit(long head, long rest);
  }

  /// @param from the first of rows that are in one block
  private boolean visit(MemorySegment data, long from, long to, Visitor visitor) {
    long[] offsets = blocks.offsets(from);
    long[] steps = blocks.layout().layout().steps(blocks.layout().schema());
    for (Field field : fields) {
      for (long row = from; row < to; row++) {
        long at = offsets[field.index()] + (row - from) * steps[field.index()];
        long head = data.get(JAVA_LONG_UNALIGNED, at);
        long rest = data.get(JAVA_LONG_UNALIGNED, at + Long.BYTES);
        if (!TextWords.isInPlace(head) && !visitor.visit(head, rest)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether the long texts of rows are there and have their checksums.
  ///
  /// @param data all of the rows' memory
  boolean areIntact(MemorySegment data, long from, long to) {
    return visit(
        data, from, to, (head, rest) -> texts.has(head, rest) && texts.hasChecksum(head, rest));
  }

  /// Keeps texts behind the committed ones that committed rows refer to. Only rows of blocks that
  /// are dirty or damaged can do so: they were written since the commit.
  void keepTexts(MemorySegment data, BlockTable table, Commit commit) {
    for (long block = 0; block < blocks.count(commit.rows()); block++) {
      if (table.isDirty(block) || table.isDamaged(block)) {
        long end = Math.min(blocks.endRow(block), commit.rows());
        visit(data, blocks.firstRow(block), end, this::keep);
      }
    }
  }

  private boolean keep(long head, long rest) {
    if (texts.has(head, rest)) {
      texts.keep(texts.offset(rest) + TextWords.length(head));
    }
    return true;
  }
}
