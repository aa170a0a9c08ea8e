// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.shapes.ShapeKind;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// Selects the shapes to generate and measure.
///
/// @param seed the seed of all shapes
/// @param count the number of shapes to measure
/// @param only the number of the only shape to measure; empty to measure the first ones
/// @param kind the only kind of shapes to measure; empty for all kinds
/// @param worst the number of slowest shapes of each kind to confirm and list
/// @param rounds the number of rounds of a confirmation
/// @param jdk the folder of the measured JDK; empty for the JDK that runs this code
public record ShapesOptions(
    long seed,
    int count,
    OptionalInt only,
    Optional<ShapeKind> kind,
    int worst,
    int rounds,
    Optional<Path> jdk) {

  /// The default number of shapes.
  public static final int COUNT = 300;

  public static final int WORST = 5;
  public static final int ROUNDS = 10;

  /// @throws LabException if a number is out of range
  public ShapesOptions {
    if (count < 1) {
      throw LabException.wrongUsage("--count is at least 1, not " + count);
    }
    if (worst < 1) {
      throw LabException.wrongUsage("--worst is at least 1, not " + worst);
    }
    if (rounds < 1) {
      throw LabException.wrongUsage("--forks is at least 1, not " + rounds);
    }
    if (only.isPresent() && only.getAsInt() < 0) {
      throw LabException.wrongUsage(
          "--only is the number of a shape, from 0, not " + only.getAsInt());
    }
    if (only.isPresent() && kind.isPresent()) {
      throw LabException.wrongUsage(
          "--only names one shape, whose kind is given: leave out --kind");
    }
  }
}
