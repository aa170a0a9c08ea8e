// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Kind;
import java.util.List;

/// An experiment with shapes as cases and sides as contenders. It cannot be chosen by name, because
/// its cases differ in each run. [ShapeFork] times the compiled shapes.
final class ShapesExperiment extends Experiment {
  ShapesExperiment(List<Shape> shapes) {
    super(
        "shapes",
        "Programs drawn from a seed",
        "Is there code, of shapes that nobody thought of, in which Ashlar is much slower than"
            + " Unsafe?");
    for (Side side : Side.values()) {
      Contender contender = contender(side);
      addContender(contender.name(), contender.description(), contender.kind());
    }
    for (Shape shape : shapes) {
      Case theCase = theCase(shape);
      addCase(theCase.name(), theCase.family(), theCase.description(), shape.count());
      for (Side side : shape.sides()) {
        addWork(
            theCase.name(),
            side.toString(),
            () -> {
              throw new UnavailableException("shapes are timed by " + ShapeFork.class);
            });
      }
    }
  }

  private static Case theCase(Shape shape) {
    return new Case(
        shape.seed() + "-" + shape.number(), shape.kind().toString(), shape.description());
  }

  static Contender contender(Side side) {
    return new Contender(
        side.toString(),
        switch (side) {
          case ASHLAR -> "tables or Bytes";
          case UNSAFE -> "sun.misc.Unsafe, on the same memory in the same layout";
          case ARRAYS -> "an array for each field, or a byte[] through the JDK's views";
          case SEGMENT_KNOWN -> "a MemorySegment whose class is known, where one kind is used";
        },
        switch (side) {
          case ASHLAR -> Kind.ASHLAR;
          case UNSAFE -> Kind.UNSAFE;
          case ARRAYS, SEGMENT_KNOWN -> Kind.JDK;
        });
  }

  static Pair pair(Shape shape, Side side) {
    return new Pair(theCase(shape), contender(side));
  }

  static CasePlan plan(Shape shape) {
    return new CasePlan(
        theCase(shape), shape.sides().stream().map(side -> pair(shape, side)).toList(), List.of());
  }
}
