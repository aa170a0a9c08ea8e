// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.Note;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The notes of a method, each at its instruction.
///
/// HotSpot records debug information for the address after an instruction (`PcDesc`). An
/// instruction has the source position of the first such address after its start. In hexadecimal
/// code such an address is known only to four bytes. If several instructions end in these bytes,
/// one is chosen: a call or a branch if the bytecode is one, else the last.
final class PlacedNotes {
  /// The length of x86's load of a constant address.
  private static final int ADDRESS_LOAD = 10;

  private final Isa isa;
  private final TreeMap<Long, Instruction> byStart = new TreeMap<>();
  private final TreeMap<Long, Instruction> byEnd = new TreeMap<>();
  private final TreeMap<Long, Note.DebugInfo> debugByEnd = new TreeMap<>();
  private final Map<Long, List<String>> relocations = new HashMap<>();
  private final Map<Long, Long> implicit = new HashMap<>();

  PlacedNotes(Isa isa, List<Instruction> instructions, List<Note> notes) {
    this.isa = isa;
    for (Instruction instruction : instructions) {
      byStart.put(instruction.address(), instruction);
      byEnd.put(instruction.end(), instruction);
    }
    Set<Long> safepoints = new HashSet<>();
    notes.stream()
        .filter(Note.OopMap.class::isInstance)
        .map(Note::address)
        .forEach(safepoints::add);
    for (Note note : notes) {
      if (note instanceof Note.Relocation relocation) {
        relocation(relocation);
      } else if (note instanceof Note.DebugInfo debug) {
        debugByEnd.putIfAbsent(end(debug, safepoints.contains(debug.address())), debug);
      } else if (note instanceof Note.ImplicitException exception) {
        implicit.put(exception.address(), exception.target());
      }
    }
  }

  private void relocation(Note.Relocation note) {
    Instruction at = null;
    if (note.span() == 0) {
      at = byStart.get(note.address());
    } else {
      for (Instruction candidate :
          byStart.subMap(note.address(), note.address() + note.span()).values()) {
        if (at == null || (!suits(at, note) && suits(candidate, note))) {
          at = candidate;
        }
      }
      if (at == null) {
        // In the middle of a long instruction: C1 patches constants there.
        Map.Entry<Long, Instruction> covering = byStart.floorEntry(note.address());
        at = covering == null ? null : covering.getValue();
      }
    }
    if (at != null) {
      relocations.computeIfAbsent(at.address(), a -> new ArrayList<>(1)).add(note.text());
    }
  }

  private boolean suits(Instruction instruction, Note.Relocation note) {
    Isa.Flow flow = isa.flow(instruction);
    if (note.text().contains("call")) {
      // A distant target is loaded before the call.
      return flow == Isa.Flow.CALL
          || flow == Isa.Flow.JUMP
          || (instruction.length() == ADDRESS_LOAD && !isa.touchesMemory(instruction));
    }
    if (note.isOf("poll") || note.isOf("poll_return")) {
      return isa.touchesMemory(instruction) && flow == Isa.Flow.NEXT;
    }
    return flow == Isa.Flow.NEXT && !isa.isNop(instruction) && instruction.length() > 4;
  }

  private long end(Note.DebugInfo note, boolean isSafepoint) {
    if (note.span() == 0) {
      Instruction at = byStart.get(note.address());
      return at == null ? note.address() : at.end();
    }
    Instruction chosen = null;
    boolean branches = note.bytecode().startsWith("if") || note.bytecode().startsWith("goto");
    for (Instruction candidate :
        byEnd.subMap(note.address(), false, note.address() + note.span(), true).values()) {
      Isa.Flow flow = isa.flow(candidate);
      boolean fits =
          isSafepoint
              ? flow == Isa.Flow.CALL
              : branches && (flow == Isa.Flow.BRANCH || flow == Isa.Flow.JUMP);
      if (fits) {
        return candidate.end();
      }
      chosen = candidate;
    }
    return chosen == null ? note.address() + note.span() : chosen.end();
  }

  /// {@return the source position of an instruction, innermost first; empty if it has none}
  List<Frame> frames(Instruction instruction) {
    Note.DebugInfo debug = debug(instruction);
    return debug == null ? List.of() : debug.frames();
  }

  Note.@Nullable DebugInfo debug(Instruction instruction) {
    Map.Entry<Long, Note.DebugInfo> next = debugByEnd.higherEntry(instruction.address());
    return next == null ? null : next.getValue();
  }

  /// {@return the debug information of the code before an instruction; null if there is none}
  Note.@Nullable DebugInfo debugBefore(Instruction instruction) {
    Map.Entry<Long, Note.DebugInfo> before = debugByEnd.floorEntry(instruction.address());
    return before == null ? null : before.getValue();
  }

  /// {@return the debug information that ends exactly behind an instruction; null if there is none}
  Note.@Nullable DebugInfo debugEndingAt(Instruction instruction) {
    return debugByEnd.get(instruction.end());
  }

  List<String> relocations(Instruction instruction) {
    return relocations.getOrDefault(instruction.address(), List.of());
  }

  /// {@return the first relocation of an instruction whose text begins with `kind`; null if it has
  /// none}
  @Nullable String relocation(Instruction instruction, String kind) {
    return relocations(instruction).stream()
        .filter(text -> text.startsWith(kind))
        .findFirst()
        .orElse(null);
  }

  /// {@return where execution goes on if the instruction faults; null if that is not known}
  @Nullable Long implicitTarget(Instruction instruction) {
    return implicit.get(instruction.address());
  }
}
