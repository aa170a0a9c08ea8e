// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.internal.log.ParseProblems;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCode.Label;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One method's part of the text, from its heading to the end of its code.
final class MethodText {
  private static final Pattern HEADING =
      Pattern.compile(
          "(?s)Compiled method \\(([\\w/]+)\\)\\s+\\d+\\s+(\\d{1,9})\\s[ %sbn!]{0,6}\\s+(?:(\\d)\\s+)?"
              + "(.+?)::(.+?)(?: @ (-?\\d{1,5}))? \\((?:(\\d{1,6}) bytes|native)\\).*");
  private static final Pattern SECTION =
      Pattern.compile(" ([a-z ]+?) +\\[(0x\\p{XDigit}+),(0x\\p{XDigit}+)\\] = (\\d{1,9})");
  private static final Pattern SIGNATURE =
      Pattern.compile("\\s*# \\{method\\} \\{\\S+\\} '.+' '(\\(.+)' in '.+'", Pattern.DOTALL);

  /// Comments fall on a grid of this many bytes, whatever the instructions.
  private static final int GRID = 4;

  /// HotSpot prints 32 bytes a row.
  private static final int LONGEST_ROW = 256;

  private final ParseProblems problems;
  private final NoteLines notes;
  private final Method heading;
  private final String compiler;
  private final int compileId;
  private final int level;
  private final int osrBci;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final byte[] row = new byte[LONGEST_ROW];
  private final List<CodeBytes> runs = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();
  private final List<String> pendingLabels = new ArrayList<>();
  private final PrintedInstructions printed = new PrintedInstructions();
  private final List<String> parameterRegisters = new ArrayList<>();
  private String descriptor = "";
  private int jdkFeature;
  private String cpu = "";
  private boolean immutableData;
  private boolean mutableData;
  private int implicitChecks;
  private long firstAddress = -1;
  private long lastAddress = -1;
  private boolean inHex;
  private boolean inPrinted;
  private boolean closed;
  private boolean torn;
  private long runStart = -1;
  private long expected = -1;

  private MethodText(Matcher heading, FrameNames names, ParseProblems problems) {
    this.problems = problems;
    this.notes = new NoteLines(names, problems);
    this.compiler = heading.group(1);
    this.compileId = Integer.parseInt(heading.group(2));
    this.level = number(heading.group(3), 0);
    this.heading = new Method(heading.group(4), heading.group(5), "", number(heading.group(7), -1));
    this.osrBci = number(heading.group(6), -1);
  }

  private static int number(@Nullable String digits, int otherwise) {
    return digits == null ? otherwise : Integer.parseInt(digits);
  }

  /// {@return a method whose text begins; null if its heading is torn}
  static @Nullable MethodText begin(String line, FrameNames names, ParseProblems problems) {
    Matcher heading = HEADING.matcher(line);
    return heading.matches() ? new MethodText(heading, names, problems) : null;
  }

  /// Sets the version and the CPU of the JVM that prints; 0 and empty if unknown.
  void jvm(int feature, String cpuName) {
    jdkFeature = feature;
    cpu = cpuName;
  }

  boolean isClosed() {
    return closed;
  }

  void line(String line, long byteOffset) {
    if (line.startsWith("[MachCode]")) {
      inHex = true;
    } else if (line.startsWith("[Disassembly]")) {
      inPrinted = true;
    } else if (line.startsWith("[/MachCode]") || line.startsWith("[/Disassembly]")) {
      closed = true;
    } else if (inHex || inPrinted) {
      codeLine(line, byteOffset);
    } else {
      section(line);
    }
  }

  private void section(String line) {
    Matcher section = SECTION.matcher(line);
    if (!section.matches()) {
      return;
    }
    switch (section.group(1)) {
      case "main code" -> {
        firstAddress = Hex.address(section.group(2));
        lastAddress = Hex.address(section.group(3));
      }
      case "stub code" -> lastAddress = Hex.address(section.group(3));
      case "immutable data" -> immutableData = true;
      case "mutable data" -> mutableData = true;
      case "nul chk table" ->
          // Its length and a pair of offsets for each, four bytes each, aligned to eight.
          implicitChecks = Math.max(0, (Integer.parseInt(section.group(4)) / 4 - 1) / 2);
      default -> {}
    }
  }

  private void codeLine(String line, long byteOffset) {
    String text = line.strip();
    if (text.startsWith("0x")) {
      addressed(text, byteOffset);
    } else if (text.startsWith(";")) {
      notes.line(text.substring(1), byteOffset);
    } else if (text.startsWith("# ")) {
      signature(line);
    } else if (text.startsWith("[") && text.endsWith("]") && !text.startsWith("[Constant Pool")) {
      pendingLabels.add(text.substring(1, text.length() - 1));
    } else if (inHex && !text.isEmpty() && !text.startsWith("[")) {
      // A disassembler library prints what it likes.
      problems.add("lines within machine code that are not of it", byteOffset);
    }
  }

  private void signature(String line) {
    Matcher signature = SIGNATURE.matcher(line);
    if (signature.matches()) {
      descriptor = signature.group(1);
    } else if (line.strip().startsWith("# parm")) {
      parameterRegisters.add(line);
    }
  }

  private void addressed(String text, long byteOffset) {
    int colon = text.indexOf(':');
    long address = colon < 0 ? -1 : Hex.address(text.substring(0, colon));
    if (address < 0) {
      tear("addresses", byteOffset);
      return;
    }
    for (String label : pendingLabels) {
      labels.add(new Label(address, label));
    }
    pendingLabels.clear();
    int from = colon + 1;
    String rest = text.substring(from).strip();
    if (rest.startsWith(";")) {
      notes.at(address, GRID);
      notes.line(rest.substring(1), byteOffset);
    } else if (inPrinted) {
      int comment = text.indexOf(';', from);
      printed.add(address, text.substring(from, comment < 0 ? text.length() : comment));
      notes.at(address, 0);
      if (comment >= 0) {
        notes.line(text.substring(comment + 1), byteOffset);
      }
    } else {
      row(text, from, address, byteOffset);
    }
  }

  private void row(String text, int from, long address, long byteOffset) {
    int count = Hex.row(text, from, row);
    if (count <= 0) {
      tear("rows of bytes", byteOffset);
      return;
    }
    if (address != expected) {
      if (expected >= 0) {
        tear("gaps in machine code", byteOffset);
      } else if (firstAddress >= 0 && address != firstAddress) {
        tear("beginnings of machine code", byteOffset);
      }
      endRun();
      runStart = address;
    }
    bytes.write(row, 0, count);
    expected = address + count;
  }

  private void tear(String what, long byteOffset) {
    problems.add(what, byteOffset);
    torn = true;
  }

  private void endRun() {
    if (bytes.size() > 0) {
      runs.add(new CodeBytes(runStart, bytes.toByteArray()));
      bytes.reset();
    }
  }

  MachineCode finish(boolean whole) {
    endRun();
    long end = lastAddress;
    // Where no section says where the code lies, nobody knows whether its begin or end is missing.
    boolean complete = whole && !torn && (inPrinted || (firstAddress >= 0 && expected == end));
    List<Instruction> instructions = printed.finish(end);
    return new MachineCode(
        new Method(heading.holder(), heading.name(), descriptor, heading.byteSize()),
        compiler,
        compileId,
        level,
        osrBci,
        architecture(),
        runs,
        labels,
        notes.finish(),
        instructions,
        implicitChecks,
        complete,
        feature());
  }

  /// Sections came apart with JDK 23 and 25; before 19 no code has a `nop` behind a call.
  private int feature() {
    if (jdkFeature > 0 || mutableData || immutableData) {
      return jdkFeature > 0 ? jdkFeature : mutableData ? 25 : 23;
    }
    return notes.hasRelocation("post_call_nop") ? 21 : 17;
  }

  private Architecture architecture() {
    if (!cpu.isEmpty()) {
      return cpu.equals("aarch64") ? Architecture.AARCH64 : Architecture.X86_64;
    }
    for (String parameter : parameterRegisters) {
      if (parameter.contains("c_rarg")) {
        return Architecture.AARCH64;
      }
      if (parameter.contains("rsi") || parameter.contains("rdx")) {
        return Architecture.X86_64;
      }
    }
    if (runs.stream().anyMatch(run -> hasAarch64Return(run.bytes()))) {
      return Architecture.AARCH64;
    }
    return runs.isEmpty() ? printed.architecture() : Architecture.X86_64;
  }

  /// `ret` is a word at an address that is divisible by four.
  private static boolean hasAarch64Return(byte[] code) {
    IntBuffer words = ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    return IntStream.range(0, words.limit()).anyMatch(i -> words.get(i) == 0xD65F_03C0);
  }
}
