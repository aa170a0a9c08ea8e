// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Instruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Code in basic blocks, with their dominators: block `d` dominates `b` if every path to `b` leads
/// through `d` (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm).
final class Blocks {
  /// Instructions `[from, to)` of the list.
  record Block(int index, int from, int to) {}

  /// A loop: the blocks from which its head is reached without leaving it.
  record NaturalLoop(int head, BitSet blocks, List<Integer> latches) {}

  private final List<Instruction> instructions;
  private final Isa isa;
  private final Map<Long, Integer> indexOf = new HashMap<>();
  private final List<Block> blocks = new ArrayList<>();
  private final int[] blockOf;
  private final List<List<Integer>> successors = new ArrayList<>();
  private final List<List<Integer>> predecessors = new ArrayList<>();
  private final int[] order;
  private final int[] dominator;

  /// @param noReturn calls that do not come back, such as those of the uncommon trap
  Blocks(List<Instruction> instructions, Isa isa, Set<Long> noReturn) {
    this.instructions = instructions;
    this.isa = isa;
    for (int i = 0; i < instructions.size(); i++) {
      indexOf.put(instructions.get(i).address(), i);
    }
    blockOf = new int[instructions.size()];
    split(noReturn);
    connect(noReturn);
    order = new int[blocks.size() + 1];
    dominator = new int[blocks.size() + 1];
    dominate();
  }

  private void split(Set<Long> noReturn) {
    TreeSet<Integer> leaders = new TreeSet<>();
    leaders.add(0);
    for (int i = 0; i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      Isa.Flow flow = isa.flow(instruction);
      boolean ends =
          (flow != Isa.Flow.NEXT && flow != Isa.Flow.CALL)
              || noReturn.contains(instruction.address());
      if (ends && i + 1 < instructions.size()) {
        leaders.add(i + 1);
      }
      Integer target = flow == Isa.Flow.CALL ? null : indexOf.get(isa.target(instruction));
      if (target != null) {
        leaders.add(target);
      }
    }
    Integer from = null;
    for (int leader : leaders) {
      if (from != null) {
        addBlock(from, leader);
      }
      from = leader;
    }
    if (from != null && !instructions.isEmpty()) {
      addBlock(from, instructions.size());
    }
  }

  private void addBlock(int from, int to) {
    Arrays.fill(blockOf, from, to, blocks.size());
    blocks.add(new Block(blocks.size(), from, to));
    successors.add(new ArrayList<>(2));
    predecessors.add(new ArrayList<>(2));
  }

  private void connect(Set<Long> noReturn) {
    Set<Integer> targets = new HashSet<>();
    for (Instruction instruction : instructions) {
      Integer target = indexOf.get(isa.target(instruction));
      if (target != null) {
        targets.add(target);
      }
    }
    boolean follows = true;
    for (Block block : blocks) {
      boolean unreached = !follows && !targets.contains(block.from());
      boolean padding = unreached && isPadding(block);
      Instruction last = instructions.get(block.to() - 1);
      Isa.Flow flow = isa.flow(last);
      if (unreached && flow == Isa.Flow.JUMP && block.to() - block.from() == 1) {
        // JDK 17 leaves jumps behind jumps where it compares floating-point numbers.
        continue;
      }
      boolean falls =
          flow == Isa.Flow.NEXT
              || flow == Isa.Flow.BRANCH
              || (flow == Isa.Flow.CALL && !noReturn.contains(last.address()));
      // What aligns the head of a loop behind a jump is no way into it.
      follows = falls && !padding;
      if (follows && block.index() + 1 < blocks.size()) {
        edge(block.index(), block.index() + 1);
      }
      Integer target = flow == Isa.Flow.CALL ? null : indexOf.get(isa.target(last));
      if (target != null) {
        edge(block.index(), blockOf[target]);
      }
    }
  }

  private boolean isPadding(Block block) {
    return instructions.subList(block.from(), block.to()).stream().allMatch(isa::isNop);
  }

  private void edge(int from, int to) {
    successors.get(from).add(to);
    predecessors.get(to).add(from);
  }

  /// Block `blocks.size()` stands before the first one and before each that nothing leads to, such
  /// as those of handlers.
  private void dominate() {
    int root = blocks.size();
    List<Integer> postorder = new ArrayList<>();
    BitSet seen = new BitSet();
    visit(0, seen, postorder);
    List<Integer> entries = new ArrayList<>(List.of(0));
    for (Block block : blocks) {
      if (!seen.get(block.index()) && predecessors.get(block.index()).isEmpty()) {
        entries.add(block.index());
        visit(block.index(), seen, postorder);
      }
    }
    for (Block block : blocks) {
      if (!seen.get(block.index())) {
        entries.add(block.index());
        visit(block.index(), seen, postorder);
      }
    }
    postorder.add(root);
    for (int i = 0; i < postorder.size(); i++) {
      order[postorder.get(i)] = i;
    }
    Arrays.fill(dominator, -1);
    dominator[root] = root;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = postorder.size() - 2; i >= 0; i--) {
        int block = postorder.get(i);
        int found = entries.contains(block) ? root : -1;
        for (int before : predecessors.get(block)) {
          if (dominator[before] >= 0) {
            found = found < 0 ? before : common(before, found);
          }
        }
        if (dominator[block] != found) {
          dominator[block] = found;
          changed = true;
        }
      }
    }
  }

  private void visit(int start, BitSet seen, List<Integer> postorder) {
    record Step(int block, int next) {}
    if (blocks.isEmpty() || seen.get(start)) {
      return;
    }
    Deque<Step> path = new ArrayDeque<>();
    path.push(new Step(start, 0));
    seen.set(start);
    while (!path.isEmpty()) {
      Step step = path.pop();
      List<Integer> next = successors.get(step.block());
      if (step.next() == next.size()) {
        postorder.add(step.block());
        continue;
      }
      path.push(new Step(step.block(), step.next() + 1));
      int to = next.get(step.next());
      if (!seen.get(to)) {
        seen.set(to);
        path.push(new Step(to, 0));
      }
    }
  }

  private int common(int one, int other) {
    int a = one;
    int b = other;
    while (a != b) {
      while (order[a] < order[b]) {
        a = dominator[a];
      }
      while (order[b] < order[a]) {
        b = dominator[b];
      }
    }
    return a;
  }

  boolean dominates(int one, int other) {
    int at = other;
    while (at != one && at != blocks.size()) {
      at = dominator[at];
    }
    return at == one;
  }

  List<Block> blocks() {
    return blocks;
  }

  int blockOf(int instruction) {
    return blockOf[instruction];
  }

  /// {@return whether a block of a loop has a way out of it}
  boolean leaves(int block, NaturalLoop loop) {
    return successors.get(block).stream().anyMatch(next -> !loop.blocks().get(next));
  }

  /// {@return the index of the instruction at an address; null if none begins there}
  @Nullable Integer indexOf(long address) {
    return indexOf.get(address);
  }

  /// {@return the loops, by the address of their head}
  List<NaturalLoop> loops() {
    List<NaturalLoop> loops = new ArrayList<>();
    for (Block head : blocks) {
      BitSet members = new BitSet();
      List<Integer> latches = new ArrayList<>();
      for (int before : predecessors.get(head.index())) {
        if (dominates(head.index(), before)) {
          latches.add(before);
          collect(head.index(), before, members);
        }
      }
      if (!latches.isEmpty()) {
        loops.add(new NaturalLoop(head.index(), members, latches));
      }
    }
    return loops;
  }

  private void collect(int head, int latch, BitSet members) {
    members.set(head);
    Deque<Integer> work = new ArrayDeque<>();
    work.push(latch);
    while (!work.isEmpty()) {
      int block = work.pop();
      if (!members.get(block)) {
        members.set(block);
        predecessors.get(block).forEach(work::push);
      }
    }
  }
}
