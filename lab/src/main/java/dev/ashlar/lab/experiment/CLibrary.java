// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// C functions, compiled by a compiler on this machine, and called in this process.
public final class CLibrary {
  /// Compiler options for the fastest code on this machine.
  public static final List<String> FASTEST = List.of("-O3", "-march=native");

  private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");

  private final SymbolLookup symbols;

  private CLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  /// Compiles a C file that is in the same folder as a class.
  ///
  /// @param options the options of the compiler, such as `-O2`
  /// @throws UnavailableException if there is no compiler, or if the compiler fails
  public static CLibrary compile(Class<?> beside, String file, List<String> options) {
    Path compiler =
        compiler()
            .orElseThrow(() ->
                new UnavailableException(
                    "no C compiler found: no %s on the PATH"
                        .formatted(String.join(", ", COMPILERS))));
    try {
      return ScratchFiles.inFolder(folder -> {
        Path source = folder.resolve(file);
        Path library = folder.resolve(System.mapLibraryName("lab"));
        try (InputStream text = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
          Files.copy(text, source);
        }
        run(compiler, options, source, library, folder.resolve("messages.txt"));
        // A library that is loaded does not need its file any more.
        return new CLibrary(SymbolLookup.libraryLookup(library, Arena.global()));
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(
      Path compiler, List<String> options, Path source, Path library, Path messages)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(compiler.toString()));
    command.addAll(options);
    command.addAll(List.of("-shared", "-fPIC", "-o", library.toString(), source.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(messages.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new UnavailableException(
            "%s failed: %s"
                .formatted(
                    compiler.getFileName(),
                    Files.readString(messages).lines().findFirst().orElse("")));
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while compiling C");
    }
  }

  private static Optional<Path> compiler() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return COMPILERS.stream()
        .flatMap(name ->
            List.of(path.split(File.pathSeparator)).stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// {@return a handle that calls a function of this library}
  public MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type, options);
  }
}
