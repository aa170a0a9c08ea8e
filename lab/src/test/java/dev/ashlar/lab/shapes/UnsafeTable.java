// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import dev.ashlar.lab.shapes.TableShape.Layout;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The rows of a table in the same layout as Ashlar's, accessed through Unsafe.
final class UnsafeTable extends RivalTable {
  private final boolean isRows;
  private final UnsafeMemory memory;

  /// The offsets of the fields in a row.
  private final int[] offsets;

  private final int stride;

  UnsafeTable(TableShape shape) {
    super(shape);
    this.isRows = shape.layout() != Layout.COLUMNS;
    this.memory = UnsafeMemory.of(shape.storage(), shape.isBeside());
    this.offsets = new int[shape.fields().size()];
    int end = 0;
    for (int field : order()) {
      offsets[field] = end;
      end += type(field).bytes();
    }
    this.stride = shape.layout() == Layout.ALIGNED_ROWS ? (end + 7) & -8 : end;
  }

  /// Aligned rows begin with the widest fields.
  private List<Integer> order() {
    Comparator<Integer> widestFirst = Comparator.comparingInt(field -> -type(field).bytes());
    Comparator<Integer> asDeclared = Comparator.naturalOrder();
    return IntStream.range(0, offsets.length)
        .boxed()
        .sorted(shape.layout() == Layout.ALIGNED_ROWS ? widestFirst : asDeclared)
        .toList();
  }

  /// {@return the element type of an array: rows have one array, columns have one for each field}
  private String arrayType(int run) {
    if (isRows) {
      return "long";
    }
    return type(run) == ValueType.BOOLEAN ? "byte" : type(run).java();
  }

  @Override
  public String members(String construction) {
    StringBuilder fields = new StringBuilder();
    StringBuilder made = new StringBuilder();
    for (int run = 0; run < (isRows ? 1 : offsets.length); run++) {
      int bytes = isRows ? stride : type(run).bytes();
      fields.append(memory.declared(run, arrayType(run)));
      made.append(memory.made(run, arrayType(run), "COUNT * %dL".formatted(bytes)));
    }
    return memory.members(
        shape.storage(), fields.toString(), made.toString(), construction, contents());
  }

  @Override
  Reach reach(SortedSet<Integer> fields) {
    return new Reach() {
      @Override
      public String locals() {
        return isRows
            ? memory.local(0, arrayType(0))
            : fields.stream()
                .map(run -> memory.local(run, arrayType(run)))
                .collect(Collectors.joining());
      }

      @Override
      public String step() {
        return isRows ? "long a = %s + i * %dL;".formatted(memory.start(0, "long"), stride) : "";
      }

      @Override
      public String read(Touch touch) {
        return memory.get(isRows ? 0 : touch.place(), touch.type(), address(touch.place()));
      }

      @Override
      public String write(Touch touch, String value) {
        return memory.put(isRows ? 0 : touch.place(), touch.type(), address(touch.place()), value);
      }

      private String address(int field) {
        return isRows
            ? "a + " + offsets[field]
            : "%s + i * %dL".formatted(memory.start(field, arrayType(field)), type(field).bytes());
      }
    };
  }
}
