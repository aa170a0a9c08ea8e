// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.shapes.ShapeKind;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// Which shapes to draw and measure.
///
/// @param seed of all shapes
/// @param count how many to measure
/// @param only the number of the one shape that is measured; empty for the first ones
/// @param kind measures shapes of one kind only, and passes over the numbers of the other
/// @param worst how many of each kind are confirmed and listed
/// @param rounds of a confirmation
/// @param jdk folder of the JDK that is measured; empty for the one that runs this
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

  /// @throws LabException if a number makes no sense
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
