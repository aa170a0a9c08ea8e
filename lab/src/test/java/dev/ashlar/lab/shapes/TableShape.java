// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import dev.ashlar.lab.shapes.Touch.Op;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table, and accesses to fields of its rows.
///
/// @param fields the types of the record's components, which are named `f0`, `f1` …
/// @param isGrown whether the table starts with a few rows and the other rows are appended
/// @param isBeside whether the same code has run on tables of other layouts and storages before
/// @param tasks the work with a row: one task for a loop, or one task for each single call
record TableShape(
    List<ValueType> fields,
    Layout layout,
    Storage storage,
    boolean isGrown,
    boolean isBeside,
    List<Task> tasks,
    Frame frame)
    implements Subject {

  /// The maximum size of a table in bytes. The table fits into the second-level cache, so that the
  /// time does not depend on main memory.
  private static final int BYTES = 1 << 17;

  private static final int MOST_ROWS = 2000;
  private static final int MOST_FIELDS = 64;
  private static final int MOST_TOUCHES = 32;

  enum Layout {
    ROWS,
    ALIGNED_ROWS,
    COLUMNS;

    /// {@return the name of the method of `TableType` that returns this layout}
    String method() {
      return this == ALIGNED_ROWS ? "alignedRows" : name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// The method of Ashlar that accesses a row.
  enum Access {
    MOVE_TO("cursor.moveTo"),
    NEXT("cursor.next"),
    GET("get"),
    COLUMN("columns");

    private final String words;

    Access(String words) {
      this.words = words;
    }
  }

  /// The work with a row.
  ///
  /// @param setsRow whether the whole row is written at the end
  record Task(Access access, List<Touch> touches, boolean setsRow) {
    Task {
      touches = List.copyOf(touches);
    }

    /// {@return the indices of the accessed fields, ascending}
    SortedSet<Integer> touched() {
      return touches.stream().map(Touch::place).collect(Collectors.toCollection(TreeSet::new));
    }

    private String description() {
      String ops =
          Arrays.stream(Op.values())
              .map(op -> count(op) + " " + op.name().toLowerCase(Locale.ROOT))
              .filter(count -> !count.startsWith("0"))
              .collect(Collectors.joining(" + "));
      return access.words + " " + ops + (setsRow ? " + set row" : "");
    }

    private long count(Op op) {
      return touches.stream().filter(touch -> touch.op() == op).count();
    }
  }

  TableShape {
    fields = List.copyOf(fields);
    tasks = List.copyOf(tasks);
  }

  static TableShape draw(Dice dice, ShapeKind kind) {
    List<ValueType> fields = drawFields(dice);
    Layout layout = dice.oneOf(Layout.values());
    Storage storage =
        layout == Layout.ROWS
            ? dice.oneOf(Storage.NATIVE, Storage.CONFINED, Storage.MAPPED)
            : dice.oneOf(Storage.values());
    int rows = Math.min(MOST_ROWS, BYTES / fields.stream().mapToInt(ValueType::bytes).sum());
    Frame frame = Frame.draw(dice, kind, rows, 1);
    int tasks = kind == ShapeKind.CALLS ? Frame.TASKS : 1;
    return new TableShape(
        fields,
        layout,
        storage,
        dice.chance(30),
        dice.chance(25),
        IntStream.range(0, tasks)
            .mapToObj(_ -> drawTask(dice, kind, fields, layout, frame))
            .toList(),
        frame);
  }

  private static List<ValueType> drawFields(Dice dice) {
    int width = dice.mostlySmall(1, MOST_FIELDS);
    ValueType only = dice.oneOf(ValueType.LONG, ValueType.LONG, dice.oneOf(ValueType.values()));
    boolean mixed = dice.chance(60);
    return IntStream.range(0, width)
        .mapToObj(_ -> mixed ? dice.oneOf(ValueType.values()) : only)
        .toList();
  }

  private static Task drawTask(
      Dice dice, ShapeKind kind, List<ValueType> fields, Layout layout, Frame frame) {
    Access access =
        layout == Layout.COLUMNS && dice.chance(30)
            ? Access.COLUMN
            : dice.oneOf(Access.MOVE_TO, Access.MOVE_TO, Access.NEXT, Access.GET);
    if (access == Access.NEXT && frame.form() != Frame.Form.LOOP) {
      access = Access.MOVE_TO;
    }
    int most = kind == ShapeKind.CALLS ? 4 : MOST_TOUCHES;
    int count = dice.mostlySmall(1, Math.min(most, fields.size()));
    List<Integer> places = dice.some(count, fields.size());
    switch (dice.between(0, 3)) {
      case 0 -> places = places.stream().sorted().toList().reversed();
      case 1 -> {}
      default -> places = places.stream().sorted().toList();
    }
    boolean reads = access == Access.GET || dice.chance(60);
    List<Touch> touches =
        places.stream()
            .map(f -> new Touch(f, fields.get(f), reads ? Op.READ : dice.oneOf(Op.values())))
            .toList();
    return new Task(access, touches, access == Access.GET && dice.chance(25));
  }

  @Override
  public String description() {
    String types =
        fields.stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
            .entrySet()
            .stream()
            .sorted(Map.Entry.comparingByKey())
            .map(type -> type.getValue() + " " + type.getKey().java())
            .collect(Collectors.joining(" + "));
    return "table of %d fields (%s), %s, %s%s, %d rows: %s%s"
        .formatted(
            fields.size(),
            types,
            layout,
            storage,
            isGrown ? ", grown" : "",
            frame.count(),
            tasks.stream().map(Task::description).collect(Collectors.joining(" | ")),
            isBeside ? ", beside other kinds" : "");
  }

  @Override
  public String declarations() {
    StringBuilder source = new StringBuilder("record Row(");
    source.append(forEachField(", ", f -> fields.get(f).java() + " f" + f));
    source.append(") {\nstatic Row of(int i) {\nreturn new Row(");
    source.append(forEachField(",\n", f -> fields.get(f).made("value(i, " + f + ")")));
    source.append(");\n}\n}\n\ninterface RowCursor extends Cursor {\n");
    source.append(
        forEachField(
            "",
            f ->
                "%1$s f%2$d();\nRowCursor f%2$d(%1$s value);\n"
                    .formatted(fields.get(f).java(), f)));
    return source.append("}\n").toString();
  }

  String forEachField(String between, Function<Integer, String> source) {
    return IntStream.range(0, fields.size())
        .mapToObj(f -> source.apply(f))
        .collect(Collectors.joining(between));
  }

  /// {@return an expression for the new value of a field when a whole row is written}
  String newValue(int field) {
    return fields.get(field).made("i + " + (field + 1));
  }

  @Override
  public Set<Side> sides() {
    return Side.OF_ALL_SHAPES;
  }

  @Override
  public Side.Source source(Side side) {
    return switch (side) {
      case ASHLAR -> new AshlarTable(this);
      case UNSAFE -> new UnsafeTable(this);
      case ARRAYS -> new ArrayTable(this);
      case SEGMENT_KNOWN -> throw new IllegalArgumentException("no table over segments");
    };
  }
}
