package dev.ashlar.jit.machine;

import dev.ashlar.jit.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A method's code as HotSpot printed it, of one compilation.
///
/// @param compiler as in `c2`
/// @param compileId 0 where it is not known
/// @param level tier, 0 where it is not known
/// @param osrBci bytecode at which a running loop enters it; -1 if callers enter it
/// @param runs its bytes, one run unless some were not printed or are torn; none if a disassembler
///   library printed instructions only
/// @param labels names of places in the code, as in `Verified Entry Point`
/// @param printed instructions as a disassembler library printed them
/// @param implicitChecks how many instructions fault if an operand is null, by the size of
///   HotSpot's table of them
/// @param isWhole whether all of it was read
/// @param jdkFeature of the JVM that printed it; 0 where it is not known
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
  /// A name of a place in the code.
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

  /// {@return how many bytes of code there are}
  public int byteSize() {
    return runs.isEmpty()
        ? printed.stream().mapToInt(Instruction::length).sum()
        : runs.stream().mapToInt(r -> r.bytes().length).sum();
  }

  /// {@return where the code of this name begins, as in `Stub Code`}
  public Optional<Long> label(String name) {
    return labels.stream().filter(l -> l.name().equals(name)).map(Label::address).findFirst();
  }

  /// {@return as `C2 tier 4, compile id 128`}
  public String words() {
    return compiler.toUpperCase(Locale.ROOT)
        + (level > 0 ? " tier " + level : "")
        + (isOsr() ? ", OSR at bytecode " + osrBci : "")
        + ", compile id "
        + compileId;
  }
}
