// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.io.IOException;
import java.util.List;

/// Decodes bytes into instructions.
public interface Decoder {
  /// {@return its name, with the version if known}
  String name();

  boolean supports(Architecture architecture);

  /// Decodes runs of bytes, each from its first byte. The instructions of a run are in the order of
  /// their addresses, and cover it.
  ///
  /// @return a list for each run
  /// @throws IOException if the decoder fails; invalid bytes are [Instruction#BAD]
  List<List<Instruction>> decode(Architecture architecture, List<CodeBytes> runs)
      throws IOException;
}
