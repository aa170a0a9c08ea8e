// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.testing.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Seeded.class)
class PrintedCodeTest {
  private static final String HEX = "heap-25";

  @TempDir private Path folder;

  /// The sizes are those of the sections that the text names.
  @ParameterizedTest
  @CsvSource({
    "heap-17, 45, 17, 1016, 1",
    "direct-17, 46, 17, 920, 1",
    "unsafe-17, 43, 17, 632, 0",
    "heap-25, 123, 25, 872, 1",
    "direct-25, 128, 25, 528, 1",
    "unsafe-25, 128, 25, 560, 0"
  })
  void ofTwoJdks(String name, int compileId, int jdk, int byteSize, int implicitChecks)
      throws IOException {
    MachineCodeLog log = Printed.parse(Printed.text(name));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.methods()).hasSize(1);
    MachineCode code = log.methods().get(0);
    assertThat(code.method().holder()).isEqualTo("Sums");
    assertThat(code.method().name()).isEqualTo(name.substring(0, name.indexOf('-')));
    assertThat(code.method().descriptor()).endsWith("I)J");
    assertThat(code.isC2()).isTrue();
    assertThat(code.level()).isEqualTo(4);
    assertThat(code.isOsr()).isFalse();
    assertThat(code.compileId()).isEqualTo(compileId);
    assertThat(code.jdkFeature()).isEqualTo(jdk);
    assertThat(code.architecture()).isEqualTo(Architecture.X86_64);
    assertThat(code.isWhole()).isTrue();
    assertThat(code.runs()).hasSize(1);
    assertThat(code.byteSize()).isEqualTo(byteSize);
    assertThat(code.implicitChecks()).isEqualTo(implicitChecks);
  }

  @Test
  void linesMayEndWithACarriageReturn() throws IOException {
    String text = Printed.text(HEX);
    MachineCodeLog expected = Printed.parse(text);
    MachineCodeLog actual = Printed.parse(text.replace("\n", "\r\n"));
    assertThat(actual.parseProblems()).isEmpty();
    assertThat(actual.methods()).usingRecursiveComparison().isEqualTo(expected.methods());
  }

  @Test
  void notesHaveTheInliningPath() throws IOException {
    List<Note> notes = Printed.code("heap-17").notes();
    assertThat(notes)
        .anySatisfy(note -> {
          assertThat(note).isInstanceOf(Note.DebugInfo.class);
          Note.DebugInfo debug = (Note.DebugInfo) note;
          assertThat(debug.bytecode()).isEqualTo("invokestatic reverseBytes");
          assertThat(debug.frames())
              .extracting(Frame::words)
              .containsExactly(
                  "jdk.internal.misc.Unsafe::convEndian@12 (line 3809)",
                  "jdk.internal.misc.Unsafe::getLongUnaligned@8 (line 3545)",
                  "jdk.internal.misc.ScopedMemoryAccess::getLongUnalignedInternal@17 (line 2553)",
                  "jdk.internal.misc.ScopedMemoryAccess::getLongUnaligned@6 (line 2541)",
                  "java.nio.HeapByteBuffer::getLong@27 (line 491)",
                  "Sums::heap@17 (line 8)");
        });
    assertThat(notes)
        .filteredOn(Note.Relocation.class::isInstance)
        .extracting(note -> ((Note.Relocation) note).text())
        .contains("runtime_call UncommonTrapBlob", "poll", "poll_return");
  }

  /// Kotlin's compiler gives inlined code lines after the end of the file.
  @Test
  void linesAreThoseOfTheSourceFile() throws IOException {
    Files.write(
        folder.resolve("Sums.class"),
        classFile(
            "Sums.kt", "SMAP\nSums.kt\nKotlin\n*S KotlinDebug\n*F\n+ 1 Sums.kt\n*L\n3#1:7,4\n*E"));
    String head = "<hotspot_log>\n<properties>\njava.class.path=" + folder + "\n</properties>\n";
    List<Note> notes = Printed.parse(head + Printed.text("heap-17")).methods().get(0).notes();
    assertThat(notes)
        .filteredOn(Note.DebugInfo.class::isInstance)
        .flatExtracting(note -> ((Note.DebugInfo) note).frames())
        .extracting(Frame::words)
        .contains("Sums::heap@17 (line 3)", "java.nio.HeapByteBuffer::getLong@27 (line 491)")
        .doesNotContain("Sums::heap@17 (line 8)");
  }

  /// A class `Sums` with a source map.
  private static byte[] classFile(String sourceFile, String sourceMap) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeInt(61);
    List<String> names =
        List.of("Sums", "java/lang/Object", "SourceFile", sourceFile, "SourceDebugExtension");
    out.writeShort(names.size() + 3);
    for (String name : names) {
      out.writeByte(1);
      out.writeUTF(name);
    }
    for (int name = 1; name <= 2; name++) {
      out.writeByte(7);
      out.writeShort(name);
    }
    // Flags, this class, its superclass, then no interfaces, fields and methods.
    for (int number : new int[] {0x21, 6, 7, 0, 0, 0, 2, 3, 0, 2, 4, 5}) {
      out.writeShort(number);
    }
    out.writeInt(sourceMap.length());
    out.writeBytes(sourceMap);
    return bytes.toByteArray();
  }

  @Test
  void withADisassemblerThereAreInstructionsInIntelsOrder() throws IOException {
    MachineCode code = Printed.code("heap-17-disassembled");
    assertThat(code.runs()).isEmpty();
    assertThat(code.isWhole()).isTrue();
    assertThat(code.printed())
        .extracting(Instruction::text)
        .startsWith("mov [rsp+0xfffffffffffec000],eax", "push rbp", "sub rsp,0x50");
    assertThat(code.byteSize()).isEqualTo(1016);
  }

  private static String without(String text, String line) {
    int from = text.indexOf(line);
    assertThat(from).isPositive();
    return text.substring(0, from) + text.substring(text.indexOf('\n', from) + 1);
  }

  private static void counted(String text, String what) throws IOException {
    MachineCodeLog log = Printed.parse(text);
    assertThat(log.parseProblems()).extracting(ParseProblem::what).contains(what);
    assertThat(log.methods()).allSatisfy(code -> assertThat(code.isWhole()).isFalse());
  }

  @Test
  void whatIsTornIsCountedAndNamed() throws IOException {
    String text = Printed.text(HEX);
    counted(text.substring(0, text.length() * 2 / 3), "methods cut off");
    counted(without(text, "[/MachCode]"), "methods cut off");
    String row =
        text.lines().filter(l -> l.matches(" +0x\\p{XDigit}+: \\p{XDigit}{4}.*")).toList().get(20);
    counted(without(text, row), "gaps in machine code");
    counted(text.replace(row, row + "xyz"), "rows of bytes");
    counted(text.replace(row, row.replaceFirst(": .", ": ")), "rows of bytes");
    counted(
        text.replace(row, row.replaceFirst("0x", "0y")),
        "lines within machine code that are not of it");
  }

  @Test
  void aProgramsOwnLinesAreCounted() throws IOException {
    String text = Printed.text(HEX).replace("[Exception Handler]", "Hello!\n[Exception Handler]");
    MachineCodeLog log = Printed.parse(text);
    assertThat(log.parseProblems())
        .extracting(ParseProblem::what)
        .containsExactly("lines within machine code that are not of it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Hello", "Compiled method (c2) ???", "[MachCode]\n[/MachCode]\n"})
  void foreignTextHasNoMethods(String text) throws IOException {
    assertThat(Printed.parse(text).methods()).isEmpty();
  }

  @Test
  void inALogTheTextIsEscaped() throws IOException {
    String method = Printed.text(HEX).replace("Sums::heap", "Sums::&lt;init&gt;");
    MachineCodeLog log =
        Printed.parse(
            "<?xml version='1.0' encoding='UTF-8'?>\n<hotspot_log version='160 1'>\n<vm_version>\n"
                + "<release>\n25.0.1+8-LTS\n</release>\n<info>\nOpenJDK 64-Bit Server VM (25.0.1+8-LTS)"
                + " for linux-amd64 JRE (25.0.1+8-LTS), built\n</info>\n</vm_version>\n"
                + "<print_nmethod compile_id='123'>\n"
                + method
                + "</print_nmethod>\n");
    assertThat(log.methods()).extracting(m -> m.method().name()).containsExactly("<init>");
    assertThat(log.methods().get(0).jdkFeature()).isEqualTo(25);
  }

  /// Whatever happens to a text, it is read without an exception; and what has no damage to tell of
  /// is as long as it was.
  @Test
  void damagedTextIsNeverAnException(RandomGenerator random) throws IOException {
    List<String> names = List.of(HEX, "direct-17", "heap-17-disassembled");
    List<Decoder> decoders = Decoders.installed(Architecture.X86_64);
    for (int i = 0; i < 300; i++) {
      String text = Printed.text(names.get(i % names.size()));
      MachineCode whole = Printed.parse(text).methods().get(0);
      List<String> lines = new ArrayList<>(text.lines().toList());
      for (int change = random.nextInt(4); change >= 0; change--) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        int column = random.nextInt(line.length() + 1);
        switch (random.nextInt(4)) {
          case 0 -> lines.remove(at);
          case 1 -> lines.set(at, line.substring(0, column));
          case 2 -> lines.set(at, line.substring(column) + line);
          default -> lines.add(at, lines.get(random.nextInt(lines.size())));
        }
      }
      MachineCodeLog log = Printed.parse(String.join("\n", lines));
      for (MachineCode code : log.methods()) {
        if (code.isWhole() && !code.runs().isEmpty()) {
          assertThat(code.byteSize()).isEqualTo(whole.byteSize());
        }
        if (i < 6 && !decoders.isEmpty() && !code.runs().isEmpty()) {
          CodeAnalysis.of(code, decoders.get(0));
        } else if (!code.printed().isEmpty()) {
          CodeAnalysis.ofPrinted(code);
        }
      }
    }
  }
}
