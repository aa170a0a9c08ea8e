// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A side of a [TableShape]. It writes a row field by field.
abstract class RivalTable implements Side.Source {
  final TableShape shape;

  RivalTable(TableShape shape) {
    this.shape = shape;
  }

  /// {@return the code with which one method accesses these fields}
  abstract Reach reach(SortedSet<Integer> fields);

  /// {@return the methods `fill` and `digest`}
  final String contents() {
    Reach all = reach(allFields());
    return """
    long fill() {
    %1$s
    for (int i = 0; i < COUNT; i++) {
    %2$s
    %3$s
    }
    return COUNT;
    }

    long digest() {
    long sum = 0;
    %1$s
    for (int i = 0; i < COUNT; i++) {
    %2$s
    %4$s
    }
    return sum;
    }
    """
        .formatted(
            all.locals(),
            all.step(),
            shape.forEachField("\n", f -> all.write(touch(f), type(f).made("value(i, " + f + ")"))),
            shape.forEachField(
                "\n", f -> "sum = sum * 31 + %s;".formatted(type(f).folded(all.read(touch(f))))));
  }

  final ValueType type(int field) {
    return shape.fields().get(field);
  }

  private SortedSet<Integer> allFields() {
    return IntStream.range(0, shape.fields().size())
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Touch touch(int field) {
    return new Touch(field, type(field), Touch.Op.READ);
  }

  @Override
  public final List<Body> bodies() {
    return shape.tasks().stream()
        .map(task -> {
          Reach reach = reach(task.setsRow() ? allFields() : task.touched());
          String rest =
              task.setsRow()
                  ? shape.forEachField("\n", f -> reach.write(touch(f), shape.newValue(f)))
                  : "";
          return new Body(reach, task.touches(), "i", rest);
        })
        .toList();
  }
}
