// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// A file in ELF format that holds code at given addresses, for disassemblers that cannot read bare
/// bytes. Section `.tN` is run N.
///
/// ```
/// 0    header, 64 bytes
/// 64   the runs, one behind the other
/// ...  names of the sections
/// ...  section headers, 64 bytes each: none, one a run, the names
/// ```
final class ElfFile {
  private static final int HEADER = 64;
  private static final int SECTION_HEADER = 64;
  private static final short EXECUTABLE = 2;
  private static final short X86_64 = 62;
  private static final short AARCH64 = 183;
  private static final int PROGRAM_BITS = 1;
  private static final int STRING_TABLE = 3;

  /// Allocated, and executable.
  private static final long CODE_FLAGS = 6;

  private ElfFile() {}

  /// {@return what a section of [#of] is called}
  static String sectionName(int run) {
    return ".t" + run;
  }

  static byte[] of(Architecture architecture, List<CodeBytes> runs) {
    int codeSize = runs.stream().mapToInt(r -> r.bytes().length).sum();
    StringBuilder names = new StringBuilder("\0");
    int[] nameAt = new int[runs.size()];
    for (int i = 0; i < runs.size(); i++) {
      nameAt[i] = names.length();
      names.append(sectionName(i)).append('\0');
    }
    int namesName = names.length();
    names.append(".shstrtab\0");
    int namesAt = HEADER + codeSize;
    int headersAt = (namesAt + names.length() + 7) & -8;
    ByteBuffer file =
        ByteBuffer.allocate(headersAt + (runs.size() + 2) * SECTION_HEADER)
            .order(ByteOrder.LITTLE_ENDIAN);
    header(file, architecture, headersAt, runs.size() + 2);
    runs.forEach(run -> file.put(run.bytes()));
    file.put(names.toString().getBytes(US_ASCII));
    file.position(headersAt + SECTION_HEADER);
    int at = HEADER;
    for (int i = 0; i < runs.size(); i++) {
      int size = runs.get(i).bytes().length;
      section(file, nameAt[i], PROGRAM_BITS, CODE_FLAGS, runs.get(i).address(), at, size);
      at += size;
    }
    section(file, namesName, STRING_TABLE, 0, 0, namesAt, names.length());
    return file.array();
  }

  private static void header(
      ByteBuffer file, Architecture architecture, int headersAt, int sectionCount) {
    // 64 bits, little endian, version 1.
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    file.putShort(EXECUTABLE).putShort(architecture == Architecture.AARCH64 ? AARCH64 : X86_64);
    file.putInt(1).putLong(0).putLong(0).putLong(headersAt).putInt(0);
    file.putShort((short) HEADER).putShort((short) 0).putShort((short) 0);
    file.putShort((short) SECTION_HEADER).putShort((short) sectionCount);
    file.putShort((short) (sectionCount - 1));
  }

  private static void section(
      ByteBuffer file, int name, int type, long flags, long address, long at, long size) {
    file.putInt(name).putInt(type).putLong(flags).putLong(address).putLong(at).putLong(size);
    file.putInt(0).putInt(0).putLong(1).putLong(0);
  }
}
