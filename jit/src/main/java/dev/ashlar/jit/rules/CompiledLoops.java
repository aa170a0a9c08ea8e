// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import dev.ashlar.jit.compilation.ParseProblem;
import java.util.List;
import java.util.OptionalInt;

/// The loops in the machine code of a run, for rules about them. Package `dev.ashlar.jit.asm` has
/// the implementation.
public interface CompiledLoops {
  /// The loops of a run without machine code.
  CompiledLoops NONE =
      new CompiledLoops() {
        @Override
        public List<String> objections(
            String method, OptionalInt line, LoopRequirement requirement) {
          return List.of("there is no machine code of it");
        }

        @Override
        public List<ParseProblem> parseProblems() {
          return List.of();
        }
      };

  /// {@return the reasons why the loops of a method do not meet a requirement; empty if they do}
  ///
  /// @param method the name of the method, as for `CompilationLog.methodsNamed`
  /// @param line the source line of the loop; empty for all loops of the method
  List<String> objections(String method, OptionalInt line, LoopRequirement requirement);

  /// {@return the parts of the machine code that could not be read}
  List<ParseProblem> parseProblems();
}
