// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.jit.asm.InstructionText;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The disassembler library Capstone, called through its C interface: versions 4 to 6. Not
/// thread-safe.
///
/// The variable `ASHLAR_CAPSTONE` names the library's file. Without it, the system's library path
/// is searched.
@SuppressWarnings("restricted") // The launcher grants native access.
final class Capstone implements Decoder {
  private static final String VARIABLE = "ASHLAR_CAPSTONE";

  private static final List<String> LIBRARIES =
      List.of(
          "libcapstone.so.5",
          "libcapstone.so.4",
          "libcapstone.so.6",
          "libcapstone.so",
          "libcapstone.dylib",
          "/opt/homebrew/lib/libcapstone.dylib",
          "capstone.dll");

  private static final int ARM64 = 1;
  private static final int X86 = 3;
  private static final int MODE_LITTLE_ENDIAN = 0;
  private static final int MODE_64 = 1 << 3;

  /// The size of a text in an instruction.
  private static final int MNEMONIC_BYTES = 32;

  private static final int OPERANDS_BYTES = 160;

  /// Where the mnemonic is in the structure of an instruction (`cs_insn`), by major version. The
  /// operands follow it.
  private static final int[] MNEMONIC = {0, 0, 0, 0, 34, 42, 50};

  private static final int AARCH64_INSTRUCTION = 4;

  private final String name;
  private final int mnemonic;
  private final MethodHandle open;
  private final MethodHandle close;
  private final MethodHandle allocate;
  private final MethodHandle free;
  private final MethodHandle next;

  private Capstone(SymbolLookup library) {
    MethodHandle version =
        function(library, "cs_version", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    int number = (int) call(version, MemorySegment.NULL, MemorySegment.NULL);
    int major = number >>> 8;
    if (major >= MNEMONIC.length || MNEMONIC[major] == 0) {
      throw new NoSuchElementException("version " + major);
    }
    this.name = "Capstone " + major + "." + (number & 0xFF);
    this.mnemonic = MNEMONIC[major];
    this.open =
        function(library, "cs_open", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    this.close = function(library, "cs_close", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    this.allocate = function(library, "cs_malloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG));
    this.free = function(library, "cs_free", FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG));
    this.next =
        function(
            library,
            "cs_disasm_iter",
            FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  }

  /// {@return the library; empty if this machine has none, or only unknown versions}
  ///
  /// @param warnings receives the reason why the file in `ASHLAR_CAPSTONE` cannot be used
  static Optional<Capstone> installed(Consumer<String> warnings) {
    return installed(System.getenv(VARIABLE), warnings);
  }

  /// @param named the file of the library; null to search for it
  static Optional<Capstone> installed(@Nullable String named, Consumer<String> warnings) {
    for (String library : named == null ? LIBRARIES : List.of(named)) {
      try {
        return Optional.of(new Capstone(SymbolLookup.libraryLookup(library, Arena.global())));
      } catch (IllegalArgumentException | NoSuchElementException absent) {
        // Not there, or of a version with other structures.
      }
    }
    if (named != null) {
      warnings.accept(
          "%s is %s, which is no library of Capstone 4 to 6: name one, or unset it"
              .formatted(VARIABLE, named));
    }
    return Optional.empty();
  }

  private static MethodHandle function(
      SymbolLookup library, String name, FunctionDescriptor shape) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), shape);
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean supports(Architecture architecture) {
    return architecture == Architecture.X86_64 || architecture == Architecture.AARCH64;
  }

  @Override
  public List<List<Instruction>> decode(Architecture architecture, List<CodeBytes> runs)
      throws IOException {
    boolean isX86 = architecture == Architecture.X86_64;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(JAVA_LONG);
      int error =
          (int) call(open, isX86 ? X86 : ARM64, isX86 ? MODE_64 : MODE_LITTLE_ENDIAN, handle);
      if (error != 0) {
        throw new IOException(name + " cannot decode " + architecture + ": error " + error);
      }
      try {
        MemorySegment instruction = (MemorySegment) call(allocate, handle.get(JAVA_LONG, 0));
        try {
          List<List<Instruction>> decoded = new ArrayList<>();
          for (CodeBytes run : runs) {
            decoded.add(
                decode(
                    handle.get(JAVA_LONG, 0), instruction, run, isX86 ? 1 : AARCH64_INSTRUCTION));
          }
          return decoded;
        } finally {
          call(free, instruction, 1L);
        }
      } finally {
        call(close, handle);
      }
    }
  }

  /// @param step over what is no instruction, in bytes
  private List<Instruction> decode(
      long handle, MemorySegment instruction, CodeBytes run, int step) {
    MemorySegment texts =
        instruction.reinterpret((long) mnemonic + MNEMONIC_BYTES + OPERANDS_BYTES);
    List<Instruction> decoded = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment code = arena.allocateFrom(JAVA_BYTE, run.bytes());
      MemorySegment place = arena.allocate(ADDRESS);
      MemorySegment left = arena.allocate(JAVA_LONG);
      MemorySegment address = arena.allocate(JAVA_LONG);
      long at = run.address();
      while (at < run.end()) {
        place.set(ADDRESS, 0, code.asSlice(at - run.address()));
        left.set(JAVA_LONG, 0, run.end() - at);
        address.set(JAVA_LONG, 0, at);
        if ((boolean) call(next, handle, place, left, address, instruction)) {
          int length = (int) (address.get(JAVA_LONG, 0) - at);
          decoded.add(InstructionText.parse(at, length, text(texts)));
          at += length;
        } else {
          int length = (int) Math.min(step, run.end() - at);
          decoded.add(new Instruction(at, length, Instruction.BAD, ""));
          at += length;
        }
      }
    }
    return decoded;
  }

  /// {@return the instruction, with operands in brackets as `objdump` writes them}
  private String text(MemorySegment texts) {
    String operands = texts.getString((long) mnemonic + MNEMONIC_BYTES);
    return (texts.getString(mnemonic) + " " + operands.replace(" + ", "+").replace(" - ", "-"))
        .strip();
  }
}
