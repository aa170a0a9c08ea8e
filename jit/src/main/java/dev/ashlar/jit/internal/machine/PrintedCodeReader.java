// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import dev.ashlar.jit.internal.log.ParseProblems;
import dev.ashlar.jit.internal.log.SymbolTable;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the compiled methods that HotSpot prints, line by line:
///
/// ```
/// Compiled method (c2) 385  128       4       Sums::direct (30 bytes)
///  total in heap  [0x00007f70d7ed4108,0x00007f70d7ed4418] = 784
/// [MachCode]
/// [Verified Entry Point]
///   # {method} {0x00007f70a8400650} 'direct' '(Ljava/nio/ByteBuffer;I)J' in 'Sums'
///   0x00007f70d7ed4200: 8984 2400 | c0fe ff55
/// [/MachCode]
/// ```
///
/// With a disassembler library, `[Disassembly]` takes the place of `[MachCode]`. In a compilation
/// log the text is escaped as in XML, and tags may come between any two lines.
public final class PrintedCodeReader {
  /// Longer than any line that HotSpot prints here; the rest of a longer line is skipped.
  private static final int LONGEST = 1 << 16;

  private static final Pattern VM_VERSION =
      Pattern.compile("(?:\\((?:build )?|for \\S+ JRE \\()(\\d+)[.+\\-]");
  private static final Pattern CPU = Pattern.compile("-(amd64|x86_64|aarch64)\\b");

  private final Predicate<MachineCode> wanted;
  private final ParseProblems problems = new ParseProblems();
  private final List<MachineCode> methods = new ArrayList<>();
  private final FrameNames frames = new FrameNames(this::ownLine);
  private final Map<String, String> properties = new HashMap<>();
  private @Nullable ClassFiles classes;
  private @Nullable MethodText current;
  private long lineOffset;
  private boolean anyLine;
  private boolean isLog;
  private boolean inVmVersion;
  private boolean inProperties;
  private int jdkFeature;
  private String cpu = "";

  public PrintedCodeReader(Predicate<MachineCode> wanted) {
    this.wanted = wanted;
  }

  /// Reads to the end of the stream.
  public MachineCodeLog read(InputStream in) throws IOException {
    try {
      return readAll(in);
    } finally {
      if (classes != null) {
        classes.close();
      }
    }
  }

  private MachineCodeLog readAll(InputStream in) throws IOException {
    byte[] line = new byte[LONGEST];
    byte[] block = new byte[1 << 16];
    int length = 0;
    long offset = 0;
    for (int read = in.read(block); read >= 0; read = in.read(block)) {
      for (int i = 0; i < read; i++) {
        byte b = block[i];
        if (b == '\n') {
          line(line, length);
          length = 0;
          lineOffset = offset + i + 1;
        } else if (length < LONGEST) {
          line[length++] = b;
        } else if (length++ == LONGEST) {
          problems.add("overlong lines", lineOffset);
        }
      }
      offset += read;
    }
    line(line, length);
    finish(false);
    return new MachineCodeLog(methods, problems.toList(ParseProblem::new));
  }

  private void line(byte[] bytes, int length) {
    int end = Math.min(length, LONGEST);
    // What is not UTF-8 becomes a replacement character, and is then no row of bytes.
    line(new String(bytes, 0, end > 0 && bytes[end - 1] == '\r' ? end - 1 : end, UTF_8));
  }

  private void line(String raw) {
    if (!anyLine) {
      anyLine = true;
      isLog = raw.startsWith("<?xml") || raw.startsWith("<hotspot_log");
    }
    if (isLog && raw.startsWith("<")) {
      logTag(raw);
      return;
    }
    String line = SymbolTable.unescapeUnicode(isLog ? SymbolTable.unescapeXml(raw) : raw);
    int equals = line.indexOf('=');
    if (inVmVersion) {
      vmVersion(line);
    } else if (inProperties && equals > 0) {
      properties.put(line.substring(0, equals), line.substring(equals + 1));
    }
    if (line.startsWith("Compiled method (")) {
      finish(false);
      begin(line);
    } else if (current != null) {
      current.line(line, lineOffset);
      if (current.isClosed()) {
        finish(true);
      }
    }
  }

  private int ownLine(String holder, int line) {
    ClassFiles files = classes;
    if (files == null) {
      files = new ClassFiles(new ClassFiles.Origin("", "", jdkFeature, properties), List.of());
      classes = files;
    }
    return files.ownLine(holder, line).orElse(-1);
  }

  private void logTag(String tag) {
    inProperties = tag.startsWith("<properties");
    if (tag.startsWith("<vm_version")) {
      inVmVersion = true;
    } else if (tag.startsWith("</vm_version")) {
      inVmVersion = false;
    } else if (tag.startsWith("</print_nmethod") || tag.startsWith("<print_nmethod")) {
      finish(false);
    }
  }

  private void vmVersion(String line) {
    Matcher version = VM_VERSION.matcher(line);
    if (jdkFeature == 0 && version.find()) {
      jdkFeature = Integer.parseInt(version.group(1));
    }
    Matcher found = CPU.matcher(line);
    if (found.find()) {
      cpu = found.group(1);
    }
  }

  private void begin(String header) {
    MethodText text = MethodText.begin(header, frames, problems);
    if (text == null) {
      problems.add("headings of methods", lineOffset);
      return;
    }
    text.jvm(jdkFeature, cpu);
    current = text;
  }

  private void finish(boolean closed) {
    MethodText text = current;
    current = null;
    if (text == null) {
      return;
    }
    if (!closed) {
      // Without its closing line nobody knows how much is missing.
      problems.add("methods cut off", lineOffset);
    }
    MachineCode code = text.finish(closed);
    if (code.runs().isEmpty() && code.printed().isEmpty()) {
      problems.add("methods without code", lineOffset);
    } else if (wanted.test(code)) {
      methods.add(code);
    }
  }
}
