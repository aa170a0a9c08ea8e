// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import dev.ashlar.jit.machine.Note;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Determines the purpose of each instruction of a method.
public final class Recognition {
  /// Instructions within which the parts of one sequence stand.
  private static final int NEAR = 12;

  /// Instructions behind an allocation within which it is zeroed.
  private static final int ZEROED_WITHIN = 64;

  /// From a thread's `tlab_top` to its `tlab_end` (threadLocalAllocBuffer.hpp).
  private static final int TOP_TO_END = 16;

  private final MachineCode code;
  private final Isa isa;
  private final List<Instruction> body;
  private final PlacedNotes notes;
  private final TrapBranches traps;
  private final List<Mark> marks = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Set<String> slotsRead = new HashSet<>();

  private Recognition(MachineCode code, Isa isa, List<Instruction> body, PlacedNotes notes) {
    this.code = code;
    this.isa = isa;
    this.body = body;
    this.notes = notes;
    this.traps = new TrapBranches(body, isa, notes, code.jdkFeature());
  }

  /// Reads a method's code.
  ///
  /// @param runs the instructions of each run of the code's bytes
  public static CodeReading of(MachineCode code, String decodedBy, List<List<Instruction>> runs) {
    List<Instruction> all = runs.stream().flatMap(List::stream).toList();
    Isa isa = Isa.of(code.architecture());
    if (isa == null) {
      return new CodeReading(
          code, decodedBy, List.of(), List.of(), List.of(), List.of("the instruction set"));
    }
    return new Recognition(code, isa, body(code, all), new PlacedNotes(isa, all, code.notes()))
        .read(decodedBy, all);
  }

  /// Handlers and stubs follow the code proper.
  private static List<Instruction> body(MachineCode code, List<Instruction> all) {
    long end =
        code.labels().stream()
            .filter(label -> List.of("Exception Handler", "Stub Code").contains(label.name()))
            .mapToLong(MachineCode.Label::address)
            .min()
            .orElse(Long.MAX_VALUE);
    return all.stream().filter(i -> i.address() < end).toList();
  }

  private CodeReading read(String decodedBy, List<Instruction> all) {
    for (Instruction instruction : body) {
      if (isa.isReload(instruction)) {
        slotsRead.add(slot(instruction));
      }
    }
    marks.addAll(traps.marks());
    for (int i = 0; i < body.size(); i++) {
      mark(i);
    }
    implicitChecks();
    marks.sort(Comparator.comparingLong(Mark::address));
    List<LoopCode> loops = List.of();
    if (code.isWhole()) {
      loops = new LoopReader(body, isa, notes, traps, marks).read();
    } else {
      unknown.add("its loops, as not all of the code could be read");
    }
    if (body.stream().anyMatch(Instruction::isBad)) {
      unknown.add("bytes that the disassembler does not know");
    }
    return new CodeReading(code, decodedBy, lines(all), marks, loops, unknown);
  }

  private List<CodeLine> lines(List<Instruction> all) {
    Map<Long, List<Mark>> byAddress = marks.stream().collect(Collectors.groupingBy(Mark::address));
    return all.stream()
        .map(i ->
            new CodeLine(
                i,
                notes.frames(i),
                notes.relocations(i),
                byAddress.getOrDefault(i.address(), List.of())))
        .toList();
  }

  private void add(Kind kind, Instruction at, String detail) {
    marks.add(new Mark(kind, at.address(), detail, notes.frames(at)));
  }

  private void mark(int index) {
    Instruction instruction = body.get(index);
    if (isa.flow(instruction) == Isa.Flow.CALL) {
      if (!traps.trapCalls().contains(instruction.address())) {
        call(index);
      }
      return;
    }
    if (notes.relocation(instruction, "poll_return") != null) {
      add(Kind.RETURN_POLL, instruction, "");
    } else if (notes.relocation(instruction, "poll") != null) {
      add(Kind.SAFEPOINT_POLL, instruction, "");
    }
    if (isa.isByteSwap(instruction)) {
      add(Kind.BYTE_SWAP, instruction, "");
    }
    if (isa.isZeroing(instruction)) {
      add(Kind.ZEROING, instruction, "");
    }
    int bits = isa.vectorBits(instruction);
    if (bits > 0) {
      add(Kind.VECTOR, instruction, bits + " bits");
    }
    if (isa.isReload(instruction)) {
      add(Kind.RELOAD, instruction, slot(instruction));
    } else if (isa.isSpill(instruction)
        && slotsRead.contains(slot(instruction))
        && !traps.leadsToTrap(index)) {
      // A slot that is never read holds an argument, and before a trap what the interpreter needs.
      add(Kind.SPILL, instruction, slot(instruction));
    }
    if (isa.isCompareAndSet(instruction)) {
      compareAndSet(instruction);
    }
    long stored = isa.threadStore(instruction);
    if (stored >= 0 && isAllocation(index, stored)) {
      add(Kind.ALLOCATION, instruction, allocatedClass(index));
      zeroing(index);
    }
    String barrier = isa.gcBarrier(body, index);
    if (barrier != null) {
      add(Kind.GC_BARRIER, instruction, barrier);
    }
    String card = isa.cardIndex(instruction);
    if (card != null && near(index).skip(1).anyMatch(next -> isa.storesByteAt(next, card))) {
      add(Kind.CARD_MARK, instruction, "");
    }
  }

  private static String slot(Instruction instruction) {
    String operands = instruction.operands();
    int from = operands.indexOf('[');
    int to = operands.indexOf(']', Math.max(0, from));
    return from < 0 || to < 0 ? operands : operands.substring(from, to + 1);
  }

  private void call(int index) {
    Instruction call = body.get(index);
    Note.DebugInfo debug = notes.debugEndingAt(call);
    String callee = debug == null ? "" : invoked(debug.bytecode());
    String binding = null;
    for (String relocation : notes.relocations(call)) {
      if (relocation.startsWith("virtual_call")) {
        binding = "virtual";
      } else if (relocation.startsWith("optimized virtual_call")
          || relocation.startsWith("opt_virtual_call")) {
        binding = "bound";
      } else if (relocation.startsWith("static_call")) {
        binding = "static";
      } else if (relocation.startsWith("runtime_call")) {
        add(Kind.RUNTIME_CALL, call, relocation.substring("runtime_call".length()).strip());
        return;
      }
    }
    if (binding == null && callee.isEmpty()) {
      add(Kind.RUNTIME_CALL, call, loadedTarget(index));
      return;
    }
    String name = callee.isEmpty() ? "callee unknown" : callee;
    List<Frame> frames = debug == null ? notes.frames(call) : debug.frames();
    String detail = name + (binding == null ? "" : " (" + binding + ")");
    marks.add(new Mark(Kind.CALL, call.address(), detail, frames));
  }

  /// {@return what a register stands for that is called; its name if that is not known}
  private String loadedTarget(int call) {
    List<String> register = isa.compared(body.get(call));
    for (int i = call - 1; i >= Math.max(0, call - NEAR); i--) {
      List<String> written = isa.effect(body.get(i)).registers();
      if (written == null || isa.flow(body.get(i)) != Isa.Flow.NEXT) {
        break;
      }
      if (written.stream().anyMatch(register::contains)) {
        String relocation = notes.relocation(body.get(i), "runtime_call");
        if (relocation != null) {
          return relocation.substring("runtime_call".length()).strip();
        }
        break;
      }
    }
    return "to " + body.get(call).operands();
  }

  /// {@return the name in a bytecode as in `invokevirtual getLong`; empty if it is no call}
  private static String invoked(String bytecode) {
    int space = bytecode.indexOf(' ');
    return bytecode.startsWith("invoke") && space > 0 ? bytecode.substring(space + 1).strip() : "";
  }

  private void compareAndSet(Instruction instruction) {
    boolean locks = isOfLock(notes.debug(instruction)) || isOfLock(notes.debugBefore(instruction));
    add(locks ? Kind.LOCK : Kind.COMPARE_AND_SET, instruction, "");
  }

  private static boolean isOfLock(Note.@Nullable DebugInfo debug) {
    return debug != null
        && (debug.bytecode().startsWith("monitor")
            || debug.bytecode().equals("synchronization entry"));
  }

  /// The new top is stored after it was compared with the end of the thread's buffer, and was not
  /// above it.
  private boolean isAllocation(int index, long top) {
    boolean loaded = false;
    boolean limited = false;
    boolean branches = false;
    for (int i = Math.max(0, index - NEAR); i < index; i++) {
      Instruction before = body.get(i);
      long offset = isa.threadLoad(before);
      loaded |= offset == top;
      limited |= offset == top + TOP_TO_END;
      branches |= limited && isa.flow(before) == Isa.Flow.BRANCH && isa.isUnsigned(before);
    }
    return loaded && branches;
  }

  /// Up to the next call, zeros are stored only to what is new.
  private void zeroing(int allocation) {
    String zero = null;
    int end = Math.min(body.size(), allocation + ZEROED_WITHIN);
    for (int i = allocation + 1; i < end && isa.flow(body.get(i)) != Isa.Flow.CALL; i++) {
      Instruction instruction = body.get(i);
      String zeroed = isa.zeroedVector(instruction);
      zero = zeroed == null ? zero : zeroed;
      if (zero != null && isa.storesVector(instruction, zero)) {
        add(Kind.ZEROING, instruction, "");
      }
    }
  }

  private String allocatedClass(int index) {
    return near(index).map(traps::klass).filter(Objects::nonNull).findFirst().orElse("");
  }

  /// {@return the next few instructions}
  private Stream<Instruction> near(int index) {
    return body.subList(index, Math.min(body.size(), index + NEAR)).stream();
  }

  private void implicitChecks() {
    int located = 0;
    for (Instruction instruction : body) {
      if (notes.implicitTarget(instruction) != null) {
        located++;
        add(Kind.IMPLICIT_NULL_CHECK, instruction, "");
      }
    }
    int rest = code.implicitChecks() - located;
    if (rest > 0) {
      unknown.add(
          "which instructions make %s%s"
              .formatted(rest, rest == 1 ? " implicit null check" : " implicit null checks"));
    }
  }
}
