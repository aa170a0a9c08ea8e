// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.SortedSet;
import java.util.stream.Collectors;

/// The rows of a table as one array for each field, as a user without Ashlar would store them.
final class ArrayTable extends RivalTable {
  ArrayTable(TableShape shape) {
    super(shape);
  }

  @Override
  public String members(String construction) {
    return """
    %s
    OverArrays() {
    fill();
    %s}

    %s
    static void beside() {}
    """
        .formatted(
            shape.forEachField(
                "",
                f ->
                    "private final %1$s[] a%2$d = new %1$s[COUNT];\n".formatted(type(f).java(), f)),
            construction,
            contents());
  }

  @Override
  Reach reach(SortedSet<Integer> fields) {
    return new Reach() {
      @Override
      public String locals() {
        return fields.stream()
            .map(f -> "%1$s[] a%2$d = OverArrays.this.a%2$d;\n".formatted(type(f).java(), f))
            .collect(Collectors.joining());
      }

      @Override
      public String step() {
        return "";
      }

      // The cast is needed for counters of type `long`.
      @Override
      public String read(Touch touch) {
        return "a%d[(int) i]".formatted(touch.place());
      }

      @Override
      public String write(Touch touch, String value) {
        return "a%d[(int) i] = %s;".formatted(touch.place(), value);
      }
    };
  }
}
