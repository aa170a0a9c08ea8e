package dev.ashlar.jit.machine;

import dev.ashlar.jit.internal.machine.ObjdumpDecoder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The decoders that are installed here.
public final class Decoders {
  private static final List<String> PROGRAMS = List.of("objdump", "llvm-objdump");

  private Decoders() {}

  /// {@return the decoders for an instruction set, in the order in which they are to be used}
  ///
  /// They are programs of the variable PATH: GNU's `objdump`, then LLVM's.
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

  /// {@return what to install if there is no decoder, in a line}
  public static String remedy(Architecture architecture) {
    return architecture == Architecture.AARCH64
        ? "no disassembler for AArch64 found: install llvm (llvm-objdump), or objdump of binutils for"
            + " aarch64"
        : "no disassembler found: install binutils (objdump) or llvm (llvm-objdump)";
  }

  private static List<Path> executables(String program) {
    List<Path> found = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      try {
        // An empty entry stands for the current folder, from which nothing is started.
        Path executable = Path.of(folder, program);
        if (!folder.isEmpty() && Files.isExecutable(executable)) {
          found.add(executable);
        }
      } catch (InvalidPathException e) {
        // Of no file system.
      }
    }
    return found;
  }
}
