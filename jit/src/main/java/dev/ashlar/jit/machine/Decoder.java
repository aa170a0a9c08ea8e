package dev.ashlar.jit.machine;

import java.io.IOException;
import java.util.List;

/// Turns bytes into instructions.
public interface Decoder {
  /// {@return what it is called, with its version where it is known}
  String name();

  boolean supports(Architecture architecture);

  /// Decodes runs of bytes, each from its first byte. The instructions of a run are in the order of
  /// their addresses, and cover it.
  ///
  /// @return a list for each run
  /// @throws IOException if it cannot decode at all; bytes that are no instruction are
  ///   [Instruction#BAD]
  List<List<Instruction>> decode(Architecture architecture, List<CodeBytes> runs)
      throws IOException;
}
