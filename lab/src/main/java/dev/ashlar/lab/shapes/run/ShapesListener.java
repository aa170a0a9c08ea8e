// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import java.util.List;

/// Listens to the progress of a run of shapes.
public interface ShapesListener {
  /// The run starts.
  ///
  /// @param jdk the version of the measured JVMs
  /// @param warnings problems of the machine
  void started(String jdk, List<String> warnings);

  /// A shape has been measured, in its single round or in its confirmation.
  void measured(ShapeResult result);

  /// All shapes have had their single round, and the confirmations start.
  void confirming();
}
