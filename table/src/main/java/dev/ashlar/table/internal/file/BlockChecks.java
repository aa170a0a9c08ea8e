// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.Verification;
import dev.ashlar.table.internal.file.Verifier.BlockState;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileShape;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Compares blocks with their checksums before the checksums are replaced, so that no new checksum
/// hides damage. A damaged block is [recorded][BlockTable#DAMAGED] as such, until the user accepts
/// it. The caller keeps other threads out.
///
/// A block is compared once while the table is open, and again after [Table#verify] has found it
/// damaged. A block for which this object has written the checksum is not compared. If it differs
/// from this checksum soon after, that is not damage: see [LateWriteDetector].
final class BlockChecks {
  private final FileShape shape;
  private final Blocks blocks;
  private final LateWriteDetector lateWrites;
  private final @Nullable TextChecks texts;

  /// The blocks whose checksum matches, or is this object's own.
  private final BitSet vouched = new BitSet();

  /// @param texts null if rows have none
  BlockChecks(
      FileShape shape, Blocks blocks, LateWriteDetector lateWrites, @Nullable TextChecks texts) {
    this.shape = shape;
    this.blocks = blocks;
    this.lateWrites = lateWrites;
    this.texts = texts;
  }

  /// Whether rows of the block have a checksum of the commit that they differ from. Texts keep the
  /// checksums that they were written with, so they are not compared.
  boolean isDamaged(MemorySegment file, Commit commit, long block) {
    if (block >= blocks.count(commit.rows()) || vouched.get(Math.toIntExact(block))) {
      return false;
    }
    BlockState state = new Verifier(shape, commit, false, null).state(file, block);
    note(block, state);
    return state == BlockState.DAMAGED;
  }

  private void note(long block, BlockState state) {
    if (state != BlockState.UNVERIFIED) {
      vouched.set(Math.toIntExact(block), state == BlockState.VERIFIED);
    }
  }

  /// @param readOnly whether there may be a writer
  /// @param rows gets the number of rows that were compared
  Verification verify(MemorySegment file, Commit commit, boolean readOnly, LongConsumer rows) {
    VerificationBuilder found = new VerificationBuilder();
    new Verifier(shape, commit, readOnly, texts)
        .verify(
            file,
            (compared, from, to) -> {
              long block = blocks.of(from);
              BlockState state =
                  compared == BlockState.DAMAGED && lateWrites.isWatched(block)
                      ? BlockState.UNVERIFIED
                      : compared;
              note(block, state);
              found.add(state, from, to);
              rows.accept(to);
            });
    return found.build();
  }

  /// The block has got a checksum of what is there.
  void vouch(long block) {
    vouched.set(Math.toIntExact(block));
  }
}
