// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Kind;
import java.util.Arrays;
import java.util.List;

/// An experiment with shapes as cases and sides as contenders. It cannot be chosen by name, because
/// its cases differ in each run.
record ShapesExperiment(List<Shape> shapes) implements Experiment {
  ShapesExperiment {
    shapes = List.copyOf(shapes);
  }

  static Case theCase(Shape shape) {
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

  @Override
  public String name() {
    return "shapes";
  }

  @Override
  public String title() {
    return "Programs drawn from a seed";
  }

  @Override
  public String question() {
    return "Is there code, of shapes that nobody thought of, in which Ashlar is much slower than"
        + " Unsafe?";
  }

  @Override
  public List<Case> cases() {
    return shapes.stream().map(ShapesExperiment::theCase).toList();
  }

  @Override
  public List<Contender> contenders() {
    return Arrays.stream(Side.values()).map(ShapesExperiment::contender).toList();
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return shape(theCase).sides().stream()
        .anyMatch(side -> side.toString().equals(contender.name()));
  }

  @Override
  public boolean isTimed(Mode mode, Case theCase, Contender contender) {
    return mode == Mode.FULL;
  }

  @Override
  public int operations(Case theCase) {
    return shape(theCase).count();
  }

  private Shape shape(Case theCase) {
    return shapes.stream()
        .filter(shape -> theCase(shape).equals(theCase))
        .findFirst()
        .orElseThrow();
  }

  /// @throws UnsupportedOperationException always: [ShapeFork] times the compiled shapes
  @Override
  public Workload workload(Case theCase, Contender contender) {
    throw new UnsupportedOperationException(theCase.name() + " is timed by " + ShapeFork.class);
  }
}
