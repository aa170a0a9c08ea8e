// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.LoopCode.Role;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import dev.ashlar.jit.machine.Note;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the loops of a method, and groups the copies that C2 made of one source loop.
final class LoopReader {
  /// A loop whose role is not known yet.
  private final class Draft {
    final Blocks.NaturalLoop loop;
    final BitSet own;
    final List<Mark> marks = new ArrayList<>();

    /// The source positions of all notes in the loop.
    final Set<List<Frame>> places = new LinkedHashSet<>();

    final OptionalLong step;
    final int vectorBits;
    List<Frame> frames;
    int depth = 1;
    boolean inStrip;
    Role role = Role.LOOP;
    OptionalInt unrolled = OptionalInt.empty();

    Draft(Blocks.NaturalLoop loop, List<Blocks.NaturalLoop> loops) {
      this.loop = loop;
      own = (BitSet) loop.blocks().clone();
      for (Blocks.NaturalLoop other : loops) {
        if (other.head() != loop.head() && loop.blocks().get(other.head())) {
          own.andNot(other.blocks());
        }
      }
      for (Mark mark : LoopReader.this.marks) {
        Integer index = blocks.indexOf(mark.address());
        if (index != null && own.get(blocks.blockOf(index))) {
          marks.add(mark);
        }
      }
      for (Instruction instruction : instructions(own)) {
        Note.DebugInfo debug = placed(instruction);
        if (debug != null) {
          places.add(debug.frames());
        }
      }
      frames = test(loop, own);
      step = step(loop);
      vectorBits = vectorBits(own, marks);
    }

    long absoluteStep() {
      return Math.abs(step.orElse(0));
    }

    boolean has(Kind kind) {
      return marks.stream().anyMatch(m -> m.kind() == kind);
    }
  }

  private final List<Instruction> body;
  private final Isa isa;
  private final PlacedNotes notes;
  private final List<Mark> marks;
  private final Blocks blocks;

  LoopReader(
      List<Instruction> body, Isa isa, PlacedNotes notes, TrapBranches traps, List<Mark> marks) {
    this.body = body;
    this.isa = isa;
    this.notes = notes;
    this.marks = marks;
    this.blocks = new Blocks(body, isa, traps.trapCalls());
  }

  List<LoopCode> read() {
    if (body.isEmpty()) {
      return List.of();
    }
    List<Blocks.NaturalLoop> loops = blocks.loops();
    List<Draft> drafts = new ArrayList<>();
    loops.forEach(loop -> drafts.add(new Draft(loop, loops)));
    for (Draft draft : drafts) {
      draft.depth += (int) drafts.stream().filter(other -> contains(other, draft)).count();
    }
    strips(drafts);
    roles(drafts);
    return drafts.stream()
        .map(draft -> finish(draft, drafts))
        .sorted(
            Comparator.comparingInt(LoopCode::depth)
                .reversed()
                .thenComparing(loop -> loop.role() != Role.MAIN)
                .thenComparingLong(LoopCode::address))
        .toList();
  }

  private static boolean contains(Draft outer, Draft inner) {
    return outer.loop.blocks().get(inner.loop.head())
        && outer.loop.head() != inner.loop.head()
        && outer.loop.blocks().cardinality() > inner.loop.blocks().cardinality();
  }

  /// {@return the note of an instruction; null if it has none, or that of the method's entry}
  private Note.@Nullable DebugInfo placed(Instruction instruction) {
    Note.DebugInfo debug = notes.debugEndingAt(instruction);
    return debug == null || debug.frames().isEmpty() || debug.frames().get(0).bci() < 0
        ? null
        : debug;
  }

  /// {@return the source position of the loop's test} It is the position with the shortest inlining
  /// path among the branches that leave the loop or go back; without such a branch, among all its
  /// instructions.
  ///
  /// A note may belong to a value from elsewhere that only moves between registers here. So an
  /// inlined method is taken to have the test only if it has half of the notes.
  private List<Frame> test(Blocks.NaturalLoop loop, BitSet own) {
    List<Note.DebugInfo> all = new ArrayList<>();
    List<Note.DebugInfo> tests = new ArrayList<>();
    for (int block = own.nextSetBit(0); block >= 0; block = own.nextSetBit(block + 1)) {
      boolean ends = loop.latches().contains(block) || blocks.leaves(block, loop);
      for (Instruction instruction : instructions(block)) {
        Note.DebugInfo note = placed(instruction);
        if (note != null) {
          all.add(note);
          if (ends && isa.flow(instruction) == Isa.Flow.BRANCH) {
            tests.add(note);
          }
        }
      }
    }
    tests.removeIf(note -> !isIf(note) || 2 * countIn(note.frames(), all) < all.size());
    return leastInlined(tests.isEmpty() ? all : tests);
  }

  private static boolean isIf(Note.DebugInfo note) {
    return note.bytecode().startsWith("if");
  }

  /// {@return the number of notes in the method of a place, and in those that are inlined there}
  private static long countIn(List<Frame> place, List<Note.DebugInfo> notes) {
    return notes.stream()
        .map(Note.DebugInfo::frames)
        .filter(frames ->
            frames.size() >= place.size()
                && isSameMethod(frames.subList(frames.size() - place.size(), frames.size()), place))
        .count();
  }

  private static List<Frame> leastInlined(List<Note.DebugInfo> notes) {
    List<Frame> least = List.of();
    for (Note.DebugInfo note : notes) {
      int depth = note.frames().size();
      if (least.isEmpty() || depth < least.size() || (isIf(note) && depth == least.size())) {
        least = note.frames();
      }
    }
    return least;
  }

  private List<Instruction> instructions(BitSet members) {
    List<Instruction> found = new ArrayList<>();
    members.stream().forEach(block -> found.addAll(instructions(block)));
    return found;
  }

  private int vectorBits(BitSet own, List<Mark> inside) {
    // A new object may be zeroed with vectors.
    boolean allocates = inside.stream().anyMatch(m -> m.kind() == Kind.ALLOCATION);
    int bits = 0;
    for (Instruction instruction : instructions(own)) {
      if (!allocates || !isa.touchesMemory(instruction)) {
        bits = Math.max(bits, isa.vectorBits(instruction));
      }
    }
    return bits;
  }

  private OptionalLong step(Blocks.NaturalLoop loop) {
    if (loop.latches().size() != 1) {
      return OptionalLong.empty();
    }
    int latch = loop.latches().get(0);
    List<Instruction> round = new ArrayList<>();
    List<Instruction> sometimes = new ArrayList<>();
    List<Integer> always = new ArrayList<>();
    loop.blocks().stream()
        .forEach(block -> {
          if (blocks.dominates(block, latch)) {
            always.add(block);
          } else {
            sometimes.addAll(instructions(block));
          }
        });
    // Of two blocks that dominate the same one, one dominates the other.
    always.sort((a, b) -> a.equals(b) ? 0 : blocks.dominates(a, b) ? -1 : 1);
    always.forEach(block -> round.addAll(instructions(block)));
    return Counter.step(isa, round, sometimes);
  }

  private List<Instruction> instructions(int block) {
    Blocks.Block range = blocks.blocks().get(block);
    return body.subList(range.from(), range.to());
  }

  /// Marks strip-mined outer loops: a loop that polls, around one of the same method that does not.
  private static void strips(List<Draft> drafts) {
    for (Draft outer : drafts) {
      List<Draft> inner = drafts.stream().filter(d -> contains(outer, d)).toList();
      if (outer.has(Kind.SAFEPOINT_POLL)
          && inner.size() == 1
          && !inner.get(0).has(Kind.SAFEPOINT_POLL)
          && isSameMethod(outer.frames, inner.get(0).frames)) {
        outer.role = Role.STRIP;
        outer.frames = inner.get(0).frames;
        inner.get(0).inStrip = true;
      }
    }
  }

  /// {@return whether two places are of the same method, inlined along the same path}
  private static boolean isSameMethod(List<Frame> one, List<Frame> other) {
    return !one.isEmpty()
        && one.size() == other.size()
        && one.get(0).isSameMethod(other.get(0))
        && one.subList(1, one.size()).equals(other.subList(1, other.size()));
  }

  private void roles(List<Draft> drafts) {
    List<List<Draft>> groups = new ArrayList<>();
    for (Draft draft : drafts) {
      if (draft.role == Role.STRIP) {
        continue;
      }
      List<List<Draft>> same =
          groups.stream().filter(g -> g.stream().anyMatch(d -> areCopies(d, draft))).toList();
      List<Draft> group = new ArrayList<>();
      same.forEach(group::addAll);
      group.add(draft);
      groups.removeAll(same);
      groups.add(group);
    }
    groups.forEach(this::rolesOfOne);
  }

  /// Loops of the source that follow each other have no bytecode in common, but the note of a value
  /// from outside may be in both.
  private static boolean areCopies(Draft one, Draft other) {
    long common = one.places.stream().filter(other.places::contains).count();
    return !contains(one, other)
        && !contains(other, one)
        && common > 0
        && 2 * common >= Math.min(one.places.size(), other.places.size());
  }

  private void rolesOfOne(List<Draft> copies) {
    Draft main = main(copies);
    // Before and behind a loop that is unrolled is one that is not, and of vectors neither is.
    long unit =
        copies.stream()
            .filter(d -> d.vectorBits == 0 && copies.size() > 1)
            .mapToLong(Draft::absoluteStep)
            .filter(s -> s > 0)
            .min()
            .orElse(0);
    boolean allKnown = copies.stream().allMatch(d -> d.absoluteStep() > 0);
    for (Draft copy : copies) {
      if (copy.places.isEmpty()) {
        copy.role = copy.has(Kind.ZEROING) ? Role.ZEROING : Role.UNKNOWN;
        continue;
      }
      unit(copy, allKnown ? unit : 0);
      if (main != null) {
        // Behind the main loop may stand before it.
        boolean first = blocks.dominates(copy.loop.head(), main.loop.head());
        copy.role = copy == main ? Role.MAIN : first ? Role.PRE : Role.POST;
        copy.frames = main.frames;
      }
    }
  }

  /// @param unit the step of the source loop, from copies that are not unrolled; 0 if there is no
  ///   such copy
  private static void unit(Draft draft, long unit) {
    long step = draft.absoluteStep();
    if (step == 1) {
      draft.unrolled = OptionalInt.of(1);
    } else if (unit > 0 && step % unit == 0) {
      draft.unrolled = OptionalInt.of((int) (step / unit));
    }
  }

  /// {@return the copy with most iterations; null if it is unknown}
  private static @Nullable Draft main(List<Draft> copies) {
    List<Draft> stripped = copies.stream().filter(d -> d.inStrip).toList();
    if (stripped.size() == 1) {
      return stripped.get(0);
    }
    long most = copies.stream().mapToLong(Draft::absoluteStep).max().orElse(0);
    List<Draft> widest = copies.stream().filter(d -> d.absoluteStep() == most).toList();
    return copies.size() > 1 && most > 0 && widest.size() == 1 ? widest.get(0) : null;
  }

  private LoopCode finish(Draft draft, List<Draft> drafts) {
    List<Instruction> own = instructions(draft.own);
    int count = (int) own.stream().filter(i -> !isa.isNop(i)).count();
    return new LoopCode(
        body.get(blocks.blocks().get(draft.loop.head()).from()).address(),
        draft.depth,
        draft.role,
        draft.frames,
        // The counter's step in a strip is that of the loop in it.
        draft.role == Role.STRIP ? OptionalLong.empty() : draft.step,
        draft.unrolled,
        own.stream().map(Instruction::address).toList(),
        count,
        maySkip(draft),
        draft.marks,
        before(draft, drafts),
        draft.vectorBits,
        draft.vectorBits == 0
            ? List.of()
            : own.stream().filter(isa::isScalarPart).map(Instruction::mnemonic).toList());
  }

  private boolean maySkip(Draft draft) {
    return !draft.own.stream()
        .allMatch(block ->
            draft.loop.latches().stream().allMatch(latch -> blocks.dominates(block, latch)));
  }

  /// {@return the checks that C2 hoisted out of this loop: every path into the loop passes them}
  private List<Mark> before(Draft draft, List<Draft> drafts) {
    List<Mark> before = new ArrayList<>();
    Map<Integer, Boolean> inLoop = new HashMap<>();
    for (Mark mark : marks) {
      Integer index = blocks.indexOf(mark.address());
      if (index == null
          || !TrapBranches.PREDICATES.contains(mark.detail())
          || mark.kind() == Kind.UNCOMMON_TRAP
          || !isSameMethod(mark.frames(), draft.frames)) {
        continue;
      }
      int block = blocks.blockOf(index);
      boolean inAnother =
          inLoop.computeIfAbsent(
              block,
              b -> drafts.stream().anyMatch(d -> d.loop.blocks().get(b) && !contains(d, draft)));
      if (!inAnother && blocks.dominates(block, draft.loop.head())) {
        before.add(mark);
      }
    }
    return before;
  }
}
