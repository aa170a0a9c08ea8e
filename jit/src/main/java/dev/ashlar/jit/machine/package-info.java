/// Reads and analyzes the machine code that HotSpot prints.
///
/// A product JVM prints a method's code for `-XX:CompileCommand=print,C::m`: without a disassembler
/// library as hexadecimal with comments. [MachineCodeLog][dev.ashlar.jit.machine.MachineCodeLog]
/// reads that into [MachineCode][dev.ashlar.jit.machine.MachineCode]; a
/// [Decoder][dev.ashlar.jit.machine.Decoder] turns its bytes into instructions; a
/// [CodeReading][dev.ashlar.jit.machine.CodeReading] finds checks, traps, polls, calls and loops.
///
/// ```java
/// MachineCodeLog log = MachineCodeLog.read(Path.of("printed.txt"), method -> true);
/// Decoder decoder = Decoders.installed(log.methods().get(0).architecture()).get(0);
/// for (MachineCode code : log.methods()) {
///   CodeReading reading = CodeReading.of(code, decoder);
///   reading.loops().forEach(loop -> System.out.println(loop.summary()));
/// }
/// ```
@NullMarked
package dev.ashlar.jit.machine;

import org.jspecify.annotations.NullMarked;
