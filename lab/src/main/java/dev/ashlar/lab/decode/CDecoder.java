// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.lab.experiment.CLibrary;
import dev.ashlar.lab.experiment.MemoryKind;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// Decodes with C code that is compiled on this machine and called in this process. C reads the
/// memory without a copy.
final class CDecoder extends Decoder<MemorySegment> {
  private static final MethodHandle DECODE =
      CLibrary.compile(CDecoder.class, "decode.c", List.of(DecodeExperiment.C_OPTION))
          .function(
              "decode",
              FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS),
              Linker.Option.critical(true));

  /// The memory in which C stores the last long and the last int.
  private final MemorySegment fields = Arena.ofAuto().allocate(16, 8);

  @Override
  MemorySegment memory(MemoryKind kind, byte[] content) {
    return kind.copyOf(content);
  }

  @Override
  MemorySegment slice(MemorySegment memory, int offset, int length) {
    return memory.asSlice(offset, length);
  }

  @Override
  long decode(MemorySegment memory, int end) {
    try {
      long position = (long) DECODE.invokeExact(memory, (long) end, fields);
      lastLong = fields.get(JAVA_LONG, 0);
      lastInt = fields.get(JAVA_INT, 8);
      return position;
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
