// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import dev.ashlar.jit.compilation.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The code of one compilation, as HotSpot printed it.
///
/// @param compiler the compiler, as in `c2`
/// @param compileId the number of the compilation; 0 if unknown
/// @param level the tier; 0 if unknown
/// @param osrBci bytecode index of an on-stack replacement; -1 for ordinary code
/// @param runs the bytes: one run, or several if bytes are missing; none if a disassembler library
///   printed only instructions
/// @param labels named addresses in the code, as `Verified Entry Point`
/// @param printed instructions as a disassembler library printed them
/// @param implicitChecks the number of implicit null checks, from the size of HotSpot's table
/// @param isWhole whether all of the code was read
/// @param jdkFeature the feature version of the JVM that printed it; 0 if unknown
public record MachineCode(
    Method method,
    String compiler,
    int compileId,
    int level,
    int osrBci,
    Architecture architecture,
    List<CodeBytes> runs,
    List<Label> labels,
    List<Note> notes,
    List<Instruction> printed,
    int implicitChecks,
    boolean isWhole,
    int jdkFeature) {
  /// A named address in the code.
  public record Label(long address, String name) {}

  public MachineCode {
    runs = List.copyOf(runs);
    labels = List.copyOf(labels);
    notes = List.copyOf(notes);
    printed = List.copyOf(printed);
  }

  public boolean isC2() {
    return compiler.equals("c2");
  }

  public boolean isOsr() {
    return osrBci >= 0;
  }

  /// {@return the number of bytes}
  public int byteSize() {
    return runs.isEmpty()
        ? printed.stream().mapToInt(Instruction::length).sum()
        : runs.stream().mapToInt(r -> r.bytes().length).sum();
  }

  /// {@return the address with a name, as `Stub Code`}
  public Optional<Long> label(String name) {
    return labels.stream().filter(l -> l.name().equals(name)).map(Label::address).findFirst();
  }

  /// {@return the compilation as text, as in `C2 tier 4, compile id 128`}
  public String words() {
    return compiler.toUpperCase(Locale.ROOT)
        + (level > 0 ? " tier " + level : "")
        + (isOsr() ? ", OSR at bytecode " + osrBci : "")
        + ", compile id "
        + compileId;
  }
}
