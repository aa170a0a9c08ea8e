// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.List;

/// The messages of a shape on one side, and the accesses to them.
abstract class Messages implements Side.Source, Reach {
  final BytesShape shape;

  Messages(BytesShape shape) {
    this.shape = shape;
  }

  /// {@return the methods `fill` and `digest` of a side with all its memory in the field `both`}
  ///
  /// @param set a statement without semicolon that writes a word of `one`
  /// @param get an expression that reads a word of `one`
  static String contents(String type, String set, String get) {
    return """
    long fill() {
    for (%1$s one : both) {
    for (int i = 0; i < LENGTH; i += 8) {
    %2$s;
    }
    }
    return LENGTH;
    }

    long digest() {
    long sum = 0;
    for (%1$s one : both) {
    for (int i = 0; i < LENGTH; i += 8) {
    sum = sum * 31 + %3$s;
    }
    }
    return sum;
    }
    """
        .formatted(type, set, get);
  }

  @Override
  public final List<Body> bodies() {
    return shape.tasks().stream().map(touches -> new Body(this, touches, "o", "")).toList();
  }

  @Override
  public final String after(Touch touch) {
    return shape.style() == BytesShape.Style.DRIVEN
        ? "p += %d + (int) (sum & 1);".formatted(touch.type().bytes())
        : "";
  }
}
