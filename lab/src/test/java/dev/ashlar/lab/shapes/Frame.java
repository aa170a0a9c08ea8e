// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.List;
import java.util.Locale;

/// The code around a body: a loop over rows or messages, or single calls.
///
/// @param count the number of rows or messages
/// @param unit the increment of the counter: 1, or the bytes of a message
record Frame(Form form, Counter counter, int count, int unit) {
  /// The number of tasks that the call site of [Form#CALLS] calls in turn. C2 inlines up to two
  /// receivers, so the call site is megamorphic.
  static final int TASKS = 4;

  private static final int BLOCK = 32;
  private static final int STRIDE = 3;

  enum Form {
    LOOP("one loop"),
    NESTED("a loop over blocks with a loop in it"),
    STRIDED("every third"),
    BACKWARD("a loop that counts down"),
    SCATTERED("in random order"),
    METHOD("a method for each"),
    CALLS("single calls from a megamorphic call site");

    private final String words;

    Form(String words) {
      this.words = words;
    }
  }

  /// The type of the counter and of its limit.
  enum Counter {
    INT("int", "int"),
    LONG("long", "long"),
    INT_BELOW_LONG("int", "long");

    private final String type;
    private final String limit;

    Counter(String type, String limit) {
      this.type = type;
      this.limit = limit;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static Frame draw(Dice dice, ShapeKind kind, int count, int unit) {
    if (kind == ShapeKind.CALLS) {
      return new Frame(Form.CALLS, Counter.INT, count, unit);
    }
    Form form =
        dice.chance(40)
            ? Form.LOOP
            : dice.oneOf(Dice.without(Form.values(), Form.CALLS).toArray(Form[]::new));
    Counter counter = dice.chance(60) ? Counter.INT : dice.oneOf(Counter.values());
    // A counter that counts down is compared with 0, whatever the limit was.
    return new Frame(
        form,
        form == Form.BACKWARD && counter == Counter.INT_BELOW_LONG ? Counter.INT : counter,
        count,
        unit);
  }

  String description() {
    return form == Form.CALLS ? form.words : form.words + ", " + counter + " counter";
  }

  /// {@return the number of rows, messages or calls in one run}
  int operations() {
    return form == Form.STRIDED ? (count + STRIDE - 1) / STRIDE : count;
  }

  /// {@return the type of the variable `i`}
  String counterType() {
    return counter.type;
  }

  /// {@return the methods of a side that do the work, including `run`}
  ///
  /// @param bodies one body, or one for each task
  /// @param next a loop head to use instead of a loop with a counter; empty for none
  String methods(List<Body> bodies, String next) {
    Body body = bodies.getFirst();
    return switch (form) {
      case METHOD ->
          run("", loop(next, "sum += visit(i);"))
              + method("long visit(%s i)".formatted(counter.type), body);
      case CALLS -> calls(bodies);
      default -> run(body.reach().locals(), loop(next, body.statements()));
    };
  }

  private String run(String locals, String loop) {
    String size = form == Form.SCATTERED ? "" : "%s n = size;".formatted(counter.limit);
    return "long run() {\nlong sum = 0;\n%s\n%s\n%s\nreturn sum;\n}\n"
        .formatted(locals, size, loop);
  }

  private static String method(String head, Body body) {
    return "%s {\nlong sum = 0;\n%s\n%s\nreturn sum;\n}\n"
        .formatted(head, body.reach().locals(), body.statements());
  }

  private String loop(String next, String inside) {
    if (!next.isEmpty()) {
      return next + " {\n" + inside + "\n}";
    }
    String type = counter.type;
    return switch (form) {
      case NESTED ->
          """
          for (%1$s block = 0; block < n; block += %2$d) {
          %3$s end = Math.min(block + %2$d, n);
          for (%1$s i = block; i < end; i += %4$d) {
          %5$s
          }
          }\
          """
              .formatted(type, BLOCK * unit, counter.limit, unit, inside);
      case STRIDED -> counted("i = 0; i < n; i += " + STRIDE * unit, inside);
      case BACKWARD -> counted("i = n - %1$d; i >= 0; i -= %1$d".formatted(unit), inside);
      case SCATTERED ->
          """
          for (int k = 0; k < ORDER.length; k++) {
          %s i = ORDER[k];
          %s
          }\
          """
              .formatted(type, inside);
      default -> counted("i = 0; i < n; i += " + unit, inside);
    };
  }

  private String counted(String head, String inside) {
    return "for (%s %s) {\n%s\n}".formatted(counter.type, head, inside);
  }

  private static String calls(List<Body> bodies) {
    StringBuilder source =
        new StringBuilder(
            """
            private final Task[] tasks = new Task[%d];

            long run() {
            long sum = 0;
            for (int k = 0; k < ORDER.length; k++) {
            sum += tasks[k & %d].call(ORDER[k]);
            }
            return sum;
            }
            """
                .formatted(bodies.size(), TASKS - 1));
    for (int task = 0; task < bodies.size(); task++) {
      source
          .append("final class Task%d implements Task {\n".formatted(task))
          .append(method("public long call(int i)", bodies.get(task)))
          .append("}\n");
    }
    return source.toString();
  }

  /// {@return the statements of a side's constructor that create its tasks; empty for one body}
  static String construction(List<Body> bodies) {
    StringBuilder source = new StringBuilder();
    if (bodies.size() > 1) {
      for (int task = 0; task < bodies.size(); task++) {
        source.append("tasks[%1$d] = new Task%1$d();\n".formatted(task));
      }
    }
    return source.toString();
  }
}
