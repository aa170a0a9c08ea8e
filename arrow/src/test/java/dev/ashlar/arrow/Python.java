// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// CPython with pyarrow in this process, so that it can be given addresses.
///
/// The interpreter is that of `-Dashlar.python=PATH`, or `python3`. It stays in the process, and
/// belongs to the thread that asked for it first.
@SuppressWarnings("restricted")
final class Python {
  /// Prints the library, the folder of the standard library, and where modules are.
  private static final String QUESTION =
      """
      import os, sys, sysconfig
      import pyarrow
      def value(name): return sysconfig.get_config_var(name) or ''
      folders = [value('LIBDIR'), os.path.join(value('LIBDIR'), value('MULTIARCH'))]
      files = [os.path.join(folder, value('INSTSONAME')) for folder in folders]
      print(next((file for file in files if '.so' in file and os.path.exists(file)), ''))
      print(sys.base_prefix)
      print(os.pathsep.join(path for path in sys.path if path))
      """;

  /// RTLD_NOW and RTLD_GLOBAL: modules in C do not name the library whose functions they call.
  private static final int NOW_AND_GLOBAL = 0x102;

  private static final Linker LINKER = Linker.nativeLinker();

  private static Optional<Python> started = Optional.empty();

  private final MethodHandle runSimpleString;

  private Python(List<String> answers) throws Throwable {
    Arena arena = Arena.global();
    SymbolLookup c = LINKER.defaultLookup();
    MethodHandle setenv =
        LINKER.downcallHandle(
            c.findOrThrow("setenv"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    var _ =
        (int)
            setenv.invokeExact(
                arena.allocateFrom("PYTHONHOME"), arena.allocateFrom(answers.get(1)), 1);
    MethodHandle dlopen =
        LINKER.downcallHandle(
            c.findOrThrow("dlopen"), FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
    var _ = (MemorySegment) dlopen.invokeExact(arena.allocateFrom(answers.get(0)), NOW_AND_GLOBAL);
    SymbolLookup python = SymbolLookup.libraryLookup(Path.of(answers.get(0)), arena);
    // 0: it leaves signals to the JVM.
    LINKER
        .downcallHandle(python.findOrThrow("Py_InitializeEx"), FunctionDescriptor.ofVoid(JAVA_INT))
        .invokeExact(0);
    runSimpleString =
        LINKER.downcallHandle(
            python.findOrThrow("PyRun_SimpleString"), FunctionDescriptor.of(JAVA_INT, ADDRESS));
    run("import sys, os; sys.path[:] = '%s'.split(os.pathsep)".formatted(answers.get(2)));
  }

  /// {@return the interpreter; skips the test where something is missing, and says what}
  static synchronized Python required() throws Throwable {
    if (started.isEmpty()) {
      started = Optional.of(new Python(answers()));
    }
    return started.get();
  }

  private static List<String> answers() throws IOException, InterruptedException {
    String interpreter = System.getProperty("ashlar.python", "python3");
    Path output = Files.createTempFile("ashlar-python", ".txt");
    try {
      int exitCode =
          new ProcessBuilder(interpreter, "-c", QUESTION)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      List<String> lines = Files.readAllLines(output);
      Assumptions.assumeTrue(
          exitCode == 0,
          () -> "%s with pyarrow is needed: %s".formatted(interpreter, lines.getLast()));
      Assumptions.assumeFalse(
          lines.getFirst().isEmpty(), interpreter + " has no libpython that can be loaded");
      return lines;
    } catch (IOException missing) {
      Assumptions.abort("no " + interpreter + ": " + missing.getMessage());
      throw missing;
    } finally {
      Files.delete(output);
    }
  }

  /// Runs statements.
  ///
  /// @throws AssertionError with Python's traceback if they fail
  void run(String statements) throws Throwable {
    Path failure = Files.createTempFile("ashlar-python", ".txt");
    Files.delete(failure);
    try (Arena arena = Arena.ofConfined()) {
      String guarded =
          """
          import traceback
          try:
          %s
          except BaseException:
              with open('%s', 'w') as failure: traceback.print_exc(file=failure)
          """
              .formatted(statements.indent(4), failure);
      int exitCode = (int) runSimpleString.invokeExact(arena.allocateFrom(guarded, UTF_8));
      if (exitCode != 0 || Files.exists(failure)) {
        throw new AssertionError(
            Files.exists(failure) ? Files.readString(failure) : "Python refuses " + guarded);
      }
    } finally {
      Files.deleteIfExists(failure);
    }
  }
}
