// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import dev.ashlar.lab.shapes.TableShape.Access;
import dev.ashlar.lab.shapes.TableShape.Layout;
import dev.ashlar.lab.shapes.TableShape.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// The rows of a table, which are accessed by a cursor, by `get`, or by columns.
record AshlarTable(TableShape shape) implements Side.Source {
  private static final int FEW = 10;

  @Override
  public String members(String construction) {
    TreeSet<Integer> columns = new TreeSet<>();
    shape.tasks().stream()
        .filter(task -> task.access() == Access.COLUMN)
        .forEach(task -> columns.addAll(task.touched()));
    boolean hasCursor = shape.tasks().stream().anyMatch(task -> task.access() == Access.MOVE_TO);
    return """
    static final TableType<Row> TYPE = TableType.of(MethodHandles.lookup(), Row.class);
    private final Table<Row> table;
    %s
    Ashlar() throws IOException {
    this(TYPE.%s(), "%s");
    }

    Ashlar(TableLayout<Row> layout, String storage) throws IOException {
    int rows = %s;
    table = switch (storage) {
    case "heap" -> layout.heap(rows);
    case "native" -> layout.allocate(Arena.ofAuto(), rows);
    case "confined" -> layout.allocate(Arena.ofConfined(), rows);
    default -> layout.create(scratch("table"), rows);
    };
    fill();
    %s
    }

    long fill() {
    for (int i = 0; i < COUNT; i++) {
    if (i < table.size()) {
    table.set(i, Row.of(i));
    } else {
    table.append(Row.of(i));
    }
    }
    return table.size();
    }

    long digest() {
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
    Row r = table.get(i);
    %s
    }
    return sum;
    }

    %s
    """
        .formatted(
            (hasCursor ? "private final RowCursor cursor;\n" : "")
                + each(columns, f -> "private final Column c%d;\n".formatted(f)),
            shape.layout().method(),
            shape.storage(),
            shape.isGrown() ? FEW : "COUNT",
            (hasCursor ? "cursor = table.cursor(RowCursor.class);\n" : "")
                + each(columns, f -> "c%1$d = table.column(\"f%1$d\");\n".formatted(f))
                + construction,
            shape.forEachField(
                "\n",
                f ->
                    "sum = sum * 31 + %s;"
                        .formatted(shape.fields().get(f).folded("r.f" + f + "()"))),
            beside());
  }

  private static String each(Set<Integer> fields, IntFunction<String> source) {
    return fields.stream().map(source::apply).collect(Collectors.joining());
  }

  /// {@return the method `beside`, which runs the same code on all other kinds of tables}
  private String beside() {
    List<String> others = new ArrayList<>();
    if (shape.isBeside()) {
      boolean columnsOnly = shape.tasks().stream().anyMatch(task -> task.access() == Access.COLUMN);
      for (Layout layout : Layout.values()) {
        for (Storage storage : List.of(Storage.HEAP, Storage.NATIVE, Storage.MAPPED)) {
          if (!(layout == Layout.ROWS && storage == Storage.HEAP)
              && !(columnsOnly && layout != Layout.COLUMNS)) {
            others.add(
                "again(new Ashlar(TYPE.%s(), \"%s\")::run);".formatted(layout.method(), storage));
          }
        }
      }
    }
    return "static void beside() throws IOException {\n" + String.join("\n", others) + "\n}";
  }

  @Override
  public String next() {
    return shape.tasks().getFirst().access() == Access.NEXT ? "while (c.next())" : "";
  }

  @Override
  public List<Body> bodies() {
    return shape.tasks().stream()
        .map(task ->
            new Body(
                new RowReach(task),
                task.touches(),
                "i",
                task.setsRow()
                    ? "t.set(i, new Row(%s));".formatted(shape.forEachField(", ", shape::newValue))
                    : ""))
        .toList();
  }

  private record RowReach(Task task) implements Reach {
    @Override
    public String locals() {
      return switch (task.access()) {
        case MOVE_TO -> "RowCursor c = cursor;";
        case NEXT -> "RowCursor c = table.cursor(RowCursor.class);";
        case GET -> "Table<Row> t = table;";
        case COLUMN ->
            each(task.touched(), f -> "Column c%1$d = Ashlar.this.c%1$d;\n".formatted(f));
      };
    }

    @Override
    public String step() {
      return switch (task.access()) {
        case MOVE_TO -> "c.moveTo(i);";
        case NEXT -> "long i = c.row();";
        case GET -> "Row r = t.get(i);";
        case COLUMN -> "";
      };
    }

    @Override
    public String read(Touch touch) {
      return switch (task.access()) {
        case MOVE_TO, NEXT -> "c.f%d()".formatted(touch.place());
        case GET -> "r.f%d()".formatted(touch.place());
        case COLUMN -> "c%d.get%s(i)".formatted(touch.place(), touch.type().suffix());
      };
    }

    @Override
    public String write(Touch touch, String value) {
      return task.access() == Access.COLUMN
          ? "c%d.set%s(i, %s);".formatted(touch.place(), touch.type().suffix(), value)
          : "c.f%d(%s);".formatted(touch.place(), value);
    }
  }
}
