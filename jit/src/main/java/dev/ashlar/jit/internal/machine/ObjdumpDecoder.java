// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `objdump`, GNU's or LLVM's: a process that reads an [ElfFile] and writes text.
public final class ObjdumpDecoder implements Decoder {
  /// More sections than a file has names for need another kind of header.
  private static final int MOST_RUNS = 10_000;

  private static final int TIMEOUT_SECONDS = 120;

  private static final Pattern SECTION = Pattern.compile("Disassembly of section \\.t(\\d{1,6}):");
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(\\p{XDigit}{1,16}):\\s+((?:\\p{XDigit}{2,8} )*\\p{XDigit}{2,8})\\s+(\\S.*)");

  /// Names of places, which the file does not have, and what an address is relative to the code.
  private static final Pattern EXTRA = Pattern.compile("\\s*(<[^>]*>|#.*|//.*)\\s*$");

  private final Path executable;
  private final String name;
  private final List<Architecture> architectures;
  private final boolean isLlvm;

  private ObjdumpDecoder(
      Path executable, String name, List<Architecture> architectures, boolean isLlvm) {
    this.executable = executable;
    this.name = name;
    this.architectures = architectures;
    this.isLlvm = isLlvm;
  }

  /// {@return the decoder behind an executable file; null if it is none}
  public static @Nullable ObjdumpDecoder of(Path executable) {
    try {
      String version = run(List.of(executable.toString(), "--version"));
      boolean isLlvm = version.contains("LLVM");
      if (!isLlvm && !version.startsWith("GNU objdump")) {
        return null;
      }
      String known = isLlvm ? version : run(List.of(executable.toString(), "-i"));
      List<Architecture> architectures = new ArrayList<>();
      if (known.contains("x86-64")) {
        architectures.add(Architecture.X86_64);
      }
      if (known.contains("aarch64")) {
        architectures.add(Architecture.AARCH64);
      }
      Matcher number = Pattern.compile("\\d+\\.\\d+[.\\d]*").matcher(version);
      String name = executable.getFileName() + (number.find() ? " " + number.group() : "");
      return new ObjdumpDecoder(executable, name, architectures, isLlvm);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean supports(Architecture architecture) {
    return architectures.contains(architecture);
  }

  @Override
  public List<List<Instruction>> decode(Architecture architecture, List<CodeBytes> runs)
      throws IOException {
    List<List<Instruction>> decoded = new ArrayList<>();
    for (int from = 0; from < runs.size(); from += MOST_RUNS) {
      List<CodeBytes> part = runs.subList(from, Math.min(runs.size(), from + MOST_RUNS));
      Path file = Files.createTempFile("ashlar-code", ".elf");
      try {
        Files.write(file, ElfFile.of(architecture, part));
        decoded.addAll(parse(run(command(architecture, file)), part));
      } finally {
        Files.delete(file);
      }
    }
    return decoded;
  }

  private List<String> command(Architecture architecture, Path file) {
    List<String> command = new ArrayList<>(List.of(executable.toString(), "-d", "-z"));
    if (isLlvm) {
      command.addAll(List.of("--print-imm-hex", "--x86-asm-syntax=intel"));
      if (architecture == Architecture.AARCH64) {
        // Instructions of any version: what HotSpot uses is up to the machine that ran it.
        command.add("--mattr=+v8.6a,+sve2,+crypto,+lse");
      }
    } else {
      command.add("-w");
      if (architecture == Architecture.X86_64) {
        command.addAll(List.of("-M", "intel"));
      }
    }
    command.add(file.toString());
    return command;
  }

  private static String run(List<String> command) throws IOException {
    Path output = Files.createTempFile("ashlar-decoded", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(output.toFile());
      builder.environment().put("LC_ALL", "C");
      Process process = builder.start();
      try {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new IOException(command.get(0) + " takes more than " + TIMEOUT_SECONDS + " s");
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new IOException(command.get(0) + " was interrupted", e);
      }
      if (process.exitValue() != 0) {
        throw new IOException(command.get(0) + " ends with exit code " + process.exitValue());
      }
      return Files.readString(output, ISO_8859_1);
    } finally {
      Files.delete(output);
    }
  }

  private static List<List<Instruction>> parse(String text, List<CodeBytes> runs)
      throws IOException {
    Map<Integer, List<Instruction>> bySection = new HashMap<>();
    List<Instruction> section = new ArrayList<>();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.startsWith("Disassembly of section ")) {
        Matcher heading = SECTION.matcher(line);
        section = new ArrayList<>();
        if (heading.matches()) {
          bySection.put(Integer.parseInt(heading.group(1)), section);
        }
        continue;
      }
      Matcher instruction = LINE.matcher(line);
      if (instruction.matches()) {
        add(
            section,
            instruction(
                Long.parseUnsignedLong(instruction.group(1), 16),
                instruction.group(2).replace(" ", "").length() / 2,
                instruction.group(3)));
      }
    }
    List<List<Instruction>> decoded = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      List<Instruction> instructions = bySection.getOrDefault(i, List.of());
      requireCovered(runs.get(i), instructions);
      decoded.add(instructions);
    }
    return decoded;
  }

  /// Adds an instruction. LLVM writes a prefix as an instruction of its own.
  private static void add(List<Instruction> section, Instruction instruction) {
    int last = section.size() - 1;
    if (last >= 0 && PrintedInstructions.isPrefix(section.get(last)) && !instruction.isBad()) {
      Instruction prefix = section.remove(last);
      section.add(
          new Instruction(
              prefix.address(),
              prefix.length() + instruction.length(),
              prefix.mnemonic() + " " + instruction.mnemonic(),
              instruction.operands()));
    } else {
      section.add(instruction);
    }
  }

  private static Instruction instruction(long address, int length, String text) {
    String lower = text.toLowerCase(Locale.ROOT).strip();
    if (lower.startsWith("(bad)")
        || lower.startsWith("<unknown>")
        || lower.startsWith(".inst")
        || lower.startsWith("udf")) {
      return new Instruction(address, length, Instruction.BAD, "");
    }
    Matcher extra = EXTRA.matcher(text);
    String plain = text;
    while (extra.find()) {
      plain = plain.substring(0, extra.start());
      extra = EXTRA.matcher(plain);
    }
    return PrintedInstructions.parse(address, length, plain.strip());
  }

  /// Throws unless the text has all bytes: a gap would be missing from each sentence about the
  /// code.
  private static void requireCovered(CodeBytes run, List<Instruction> instructions)
      throws IOException {
    long at = run.address();
    for (Instruction instruction : instructions) {
      if (instruction.address() != at) {
        break;
      }
      at = instruction.end();
    }
    int last = instructions.size() - 1;
    if (at != run.end() || (last >= 0 && instructions.get(last).end() != at)) {
      throw new IOException(
          "the disassembler's text ends at 0x%s of code up to 0x%s"
              .formatted(Long.toHexString(at), Long.toHexString(run.end())));
    }
  }
}
