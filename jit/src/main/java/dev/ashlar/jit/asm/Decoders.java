// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.ObjdumpDecoder;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.Decoder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The decoders on this machine.
public final class Decoders {
  private static final List<String> PROGRAMS = List.of("objdump", "llvm-objdump");

  private Decoders() {}

  /// {@return the decoders for an instruction set, the preferred one first}
  ///
  /// They are programs on the PATH: GNU's `objdump`, then LLVM's.
  public static List<Decoder> installed(Architecture architecture) {
    List<Decoder> decoders = new ArrayList<>();
    for (String program : PROGRAMS) {
      for (Path executable : executables(program)) {
        Decoder decoder = ObjdumpDecoder.of(executable);
        if (decoder != null) {
          if (decoder.supports(architecture)) {
            decoders.add(decoder);
          }
          break;
        }
      }
    }
    return decoders;
  }

  /// {@return advice on what to install if there is no decoder, on one line}
  public static String remedy(Architecture architecture) {
    return architecture == Architecture.AARCH64
        ? "no disassembler for AArch64 found: install llvm (llvm-objdump), Capstone, or objdump of"
            + " binutils for aarch64"
        : "no disassembler found: install binutils (objdump), llvm (llvm-objdump) or Capstone";
  }

  private static List<Path> executables(String program) {
    List<Path> found = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      try {
        // An empty entry means the current folder, from which no program is started.
        Path executable = Path.of(folder, program);
        if (!folder.isEmpty() && Files.isExecutable(executable)) {
          found.add(executable);
        }
      } catch (InvalidPathException e) {
        // Not a valid path.
      }
    }
    return found;
  }
}
