// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A randomly generated program, and its source.
///
/// @param seed the seed of all shapes of a run
/// @param number the number of the shape, from 0. Seed and number determine the shape within a
///   version of Ashlar
/// @param count the number of rows, messages or calls in one run
public record Shape(
    long seed, int number, ShapeKind kind, int count, String description, String source) {
  private static final int CALLS_PERCENT = 25;

  /// Generates the shape with this seed and number.
  public static Shape draw(long seed, int number) {
    Dice dice = new Dice(seed, number);
    ShapeKind kind = dice.chance(CALLS_PERCENT) ? ShapeKind.CALLS : ShapeKind.LOOPS;
    Subject subject = dice.chance(60) ? TableShape.draw(dice, kind) : BytesShape.draw(dice, kind);
    Frame frame = subject.frame();
    String description = subject.description() + "; " + frame.description();
    String sides =
        subject.sides().stream()
            .map(side -> source(side, subject.source(side), frame))
            .collect(Collectors.joining("\n"));
    String source =
        """
        // %1$s
        // Shape %3$d of seed %2$d. To time one side of it: java --enable-native-access=ALL-UNNAMED \\
        //   --sun-misc-unsafe-memory-access=allow -cp 'lib/*' %4$s.java %10$s
        import static java.nio.file.StandardOpenOption.*;

        import dev.ashlar.memory.*;
        import dev.ashlar.table.*;
        import dev.ashlar.table.annotation.*;
        import java.io.IOException;
        import java.lang.foreign.*;
        import java.lang.invoke.*;
        import java.lang.reflect.Field;
        import java.nio.ByteOrder;
        import java.nio.channels.FileChannel;
        import java.nio.file.*;
        import java.util.*;
        import java.util.function.LongSupplier;
        import sun.misc.Unsafe;

        @SuppressWarnings("all")
        public final class %4$s {
        static final int COUNT = %5$d;

        /// Not final, so that no loop has a limit that the compiler knows.
        static int size = COUNT * %6$d;

        static final int[] ORDER = new Random(%2$dL).ints(0, COUNT).limit(COUNT).map(k -> k * %6$d).toArray();

        interface Task {
        long call(int i);
        }

        static long value(int i, int field) {
        return (i * 64L + field + 1) * 0x9E37_79B9_7F4A_7C15L;
        }

        static Path scratch(String name) throws IOException {
        Path folder = Files.createTempDirectory("ashlar-lab");
        folder.toFile().deleteOnExit();
        Path file = folder.resolve(name);
        file.toFile().deleteOnExit();
        folder.resolve(name + ".lock").toFile().deleteOnExit();
        return file;
        }

        static void again(LongSupplier run) {
        for (int i = 0; i < 40; i++) {
        run.getAsLong();
        }
        }

        %7$s
        %8$s
        /// {@return what fills the memory, does the work once, and sums up the memory}
        public static List<LongSupplier> side(String name) throws IOException {
        switch (name) {
        %9$s
        default -> throw new IllegalArgumentException(name + ": give %10$s");
        }
        }

        public static void main(String[] args) throws IOException {
        LongSupplier run = side(args[0]).get(1);
        long sum = 0;
        for (int window = 0; window < 5; window++) {
        long start = System.nanoTime();
        long runs = 0;
        while (System.nanoTime() - start < 300_000_000) {
        sum += run.getAsLong();
        runs++;
        }
        System.out.printf(Locale.ROOT, "%%.3f ns each%%n", (System.nanoTime() - start) / (double) runs / %11$d);
        }
        System.out.println(sum);
        }
        }
        """
            .formatted(
                description,
                seed,
                number,
                className(seed, number),
                frame.count(),
                frame.unit(),
                subject.declarations(),
                sides,
                subject.sides().stream().map(Shape::choice).collect(Collectors.joining("\n")),
                subject.sides().stream().map(Side::toString).collect(Collectors.joining("|")),
                frame.operations());
    return new Shape(seed, number, kind, frame.operations(), description, indented(source));
  }

  private static String source(Side side, Side.Source source, Frame frame) {
    List<Body> bodies = source.bodies();
    return "%s%s\n%s\n}\n"
        .formatted(
            head(side),
            source.members(Frame.construction(bodies)),
            frame.methods(bodies, source.next()));
  }

  private static String choice(Side side) {
    return """
    case "%1$s" -> {
    %2$s.beside();
    %2$s side = new %2$s();
    return List.of(side::fill, side::run, side::digest);
    }\
    """
        .formatted(side, side.className());
  }

  /// {@return the sides in the source}
  public List<Side> sides() {
    return Arrays.stream(Side.values()).filter(side -> source.contains(head(side))).toList();
  }

  private static String head(Side side) {
    return "static final class " + side.className() + " {\n";
  }

  /// {@return the name of the class in the source, which has no package}
  public String className() {
    return className(seed, number);
  }

  private static String className(long seed, int number) {
    return "Shape_%s_%d".formatted(Long.toUnsignedString(seed), number);
  }

  /// Indents each line by two spaces for each open brace, and merges consecutive blank lines.
  private static String indented(String source) {
    StringBuilder out = new StringBuilder();
    int depth = 0;
    boolean wasBlank = false;
    for (String line : source.lines().map(String::strip).toList()) {
      if (line.isEmpty() && wasBlank) {
        continue;
      }
      wasBlank = line.isEmpty();
      depth -= line.startsWith("}") ? 1 : 0;
      out.append("  ".repeat(line.isEmpty() ? 0 : depth)).append(line).append('\n');
      int opened = count(line, '{') - count(line, '}');
      depth += line.startsWith("}") ? opened + 1 : opened;
    }
    return out.toString();
  }

  private static int count(String line, char wanted) {
    return line.startsWith("//") ? 0 : (int) line.chars().filter(c -> c == wanted).count();
  }
}
