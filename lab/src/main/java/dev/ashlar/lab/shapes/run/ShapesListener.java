// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import java.util.List;

/// Hears of a run of shapes while it goes on.
public interface ShapesListener {
  /// Nothing was measured yet.
  ///
  /// @param jdk version of the measured JVMs
  /// @param warnings what is wrong with the machine
  void started(String jdk, List<String> warnings);

  /// A shape had its one round, or its confirmation.
  void measured(ShapeResult result);

  /// All shapes had their round.
  void confirming();
}
