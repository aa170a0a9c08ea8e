/// Reads and analyzes the machine code that HotSpot prints.
///
/// A product JVM prints a method's code for `-XX:CompileCommand=print,C::m`. Without a disassembler
/// library it prints hexadecimal bytes with comments. [PrintedCode][dev.ashlar.jit.asm.PrintedCode]
/// reads them into the model of package `dev.ashlar.jit.machine`. A
/// [Decoder][dev.ashlar.jit.machine.Decoder] turns the bytes into instructions.
/// [CodeAnalysis][dev.ashlar.jit.asm.CodeAnalysis] finds checks, traps, polls, calls and loops.
///
/// ```java
/// MachineCodeLog log = PrintedCode.read(Path.of("printed.txt"), method -> true);
/// Decoder decoder = Decoders.installed(log.methods().get(0).architecture()).get(0);
/// for (MachineCode code : log.methods()) {
///   CodeReading reading = CodeAnalysis.of(code, decoder);
///   reading.loops().forEach(loop -> System.out.println(loop.summary()));
/// }
/// ```
@NullMarked
package dev.ashlar.jit.asm;

import org.jspecify.annotations.NullMarked;
