// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/// Times shapes, and lists those in which Ashlar is slowest compared with Unsafe. No test does
/// this, because no test may depend on time.
final class ShapeSearch {
  private static final int LISTED = 10;

  private final Path folder;

  /// @param folder the folder for sources and class files
  ShapeSearch(Path folder) {
    this.folder = folder;
  }

  /// @param args the seed, and the number of shapes
  static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("shapes");
    ShapeSearch search = new ShapeSearch(folder);
    List<Timed> all =
        IntStream.range(0, Integer.parseInt(args[1]))
            .mapToObj(number -> Shape.draw(Long.parseLong(args[0]), number))
            .map(search::timed)
            .peek(System.out::println)
            .sorted(Comparator.comparingDouble(Timed::slowdown).reversed())
            .toList();
    System.out.printf("%nThe slowest of %d, whose sources are in %s:%n", all.size(), folder);
    all.stream().limit(LISTED).forEach(System.out::println);
  }

  private record Timed(Shape shape, Map<Side, Double> nanos) {
    double slowdown() {
      return nanos(Side.ASHLAR) / nanos(Side.UNSAFE);
    }

    private double nanos(Side side) {
      return Objects.requireNonNull(nanos.get(side), side::name);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%5d %6.2f %s %s", shape.number(), slowdown(), nanos, shape.description());
    }
  }

  private Timed timed(Shape shape) {
    try {
      return new Timed(shape, time(shape));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(shape.className(), e);
    }
  }

  /// {@return the nanoseconds of a row, message or call for each side}
  Map<Side, Double> time(Shape shape) throws IOException, InterruptedException {
    Files.writeString(folder.resolve(shape.className() + ".java"), shape.source());
    ShapeCompiler.compile(List.of(shape), folder);
    Map<Side, Double> nanos = new EnumMap<>(Side.class);
    for (Side side : shape.sides()) {
      nanos.put(side, time(shape, side));
    }
    return nanos;
  }

  private double time(Shape shape, Side side) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:CompileCommand=quiet",
                // Times the method alone: C2 must not inline it into the loop that times it.
                "-XX:CompileCommand=dontinline," + shape.className() + "*::run",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                shape.className(),
                side.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = jvm.inputReader().lines().toList();
    if (jvm.waitFor() != 0) {
      throw new IOException("%s of %s ended with %d".formatted(side, shape, jvm.exitValue()));
    }
    return lines.stream()
        .filter(line -> line.endsWith(" ns each"))
        .mapToDouble(line -> Double.parseDouble(line.substring(0, line.indexOf(' '))))
        .min()
        .orElseThrow();
  }
}
