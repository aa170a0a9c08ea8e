package dev.ashlar.table;

import dev.ashlar.table.CommitSlots.Commit;
import dev.ashlar.table.Verification.State;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/// Compares blocks with their checksums before these are replaced, so that no new checksum vouches
/// for damage. What is damaged is [recorded][BlockTable#DAMAGED] instead, and stays so until the
/// user accepts it. The caller keeps other threads out.
///
/// A block is compared once while the table is open, and again after [Table#verify] has found it
/// damaged. What this object has written a checksum for is not compared, and what differs from such
/// a checksum soon after is no damage, see [Stragglers].
final class BlockChecks {
  private final FileShape shape;
  private final Blocks blocks;
  private final Stragglers stragglers;

  /// The blocks whose checksum matches, or is this object's own.
  private final BitSet vouched = new BitSet();

  BlockChecks(FileShape shape, Blocks blocks, Stragglers stragglers) {
    this.shape = shape;
    this.blocks = blocks;
    this.stragglers = stragglers;
  }

  /// Whether rows of the block have a checksum of the commit that they differ from.
  boolean isDamaged(MemorySegment file, Commit commit, long block) {
    if (block >= blocks.count(commit.rows()) || vouched.get(Math.toIntExact(block))) {
      return false;
    }
    State state = new Verifier(shape, commit, false).state(file, block);
    note(block, state);
    return state == State.DAMAGED;
  }

  private void note(long block, State state) {
    if (state != State.UNVERIFIED) {
      vouched.set(Math.toIntExact(block), state == State.VERIFIED);
    }
  }

  /// @param readOnly whether there may be a writer
  Verification verify(MemorySegment file, Commit commit, boolean readOnly) {
    Verification.Builder found = new Verification.Builder();
    new Verifier(shape, commit, readOnly)
        .verify(
            file,
            (compared, from, to) -> {
              long block = blocks.of(from);
              State state =
                  compared == State.DAMAGED && stragglers.isWatched(block)
                      ? State.UNVERIFIED
                      : compared;
              note(block, state);
              found.add(state, from, to);
            });
    return found.build();
  }

  /// The block has got a checksum of what is there.
  void vouch(long block) {
    vouched.set(Math.toIntExact(block));
  }
}
