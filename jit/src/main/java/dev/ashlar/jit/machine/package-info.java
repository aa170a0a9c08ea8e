/// The model of the machine code that HotSpot prints: methods, instructions, notes, marks, loops.
///
/// A [MachineCode][dev.ashlar.jit.machine.MachineCode] is one version of a method, as printed. A
/// [CodeReading][dev.ashlar.jit.machine.CodeReading] has its instructions, their purposes, and its
/// loops. Package `dev.ashlar.jit.asm` makes both.
@NullMarked
package dev.ashlar.jit.machine;

import org.jspecify.annotations.NullMarked;
