// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Seeded.class)
class ShapeTest {
  private static final int COMPARED = Slow.times(6, 300);

  @TempDir Path folder;

  @Test
  void theSameSeedDrawsTheSameShapes(RandomGenerator random) {
    long seed = random.nextLong();
    List<Shape> shapes = draw(seed, 200);
    assertThat(draw(seed, 200)).isEqualTo(shapes);
    // Small shapes may come twice, and by two seeds.
    Set<String> descriptions = shapes.stream().map(Shape::description).collect(Collectors.toSet());
    assertThat(descriptions).hasSizeGreaterThan(190);
    assertThat(draw(seed + 1, 200).stream().map(Shape::description).filter(descriptions::contains))
        .hasSizeLessThan(10);
  }

  /// All that a user may vary is varied.
  @Test
  void nothingIsLeftOut(RandomGenerator random) {
    List<Shape> shapes = draw(random.nextLong(), 1000);
    String all = shapes.stream().map(Shape::description).collect(Collectors.joining("\n"));
    assertThat(all)
        .contains("table of 1 fields", ", rows, ", "aligned rows", "columns, ")
        .contains(", heap, ", ", native, ", ", confined, ", ", mapped, ", "grown")
        .contains("cursor.moveTo", "cursor.next", ": get ", ": columns ", "+ set row")
        .contains("read", "write", "change", "beside other kinds")
        .contains("heap and native", "part of an array", "big-endian", "a slice for each message")
        .contains("constant offsets", "offsets that depend on data")
        .contains("one loop", "a loop in it", "every third", "counts down", "in random order")
        .contains("a method for each", "int counter", "long counter", "int below long counter");
    assertThat(all).containsPattern("table of (5[5-9]|6[0-4]) fields");
    for (ValueType type : ValueType.values()) {
      assertThat(all).contains(" " + type.java());
    }
    assertThat(shapes.stream().filter(shape -> shape.kind() == ShapeKind.CALLS).count())
        .isBetween(100L, 500L);
    assertThat(shapes).allSatisfy(shape -> assertThat(shape.source()).contains("" + shape.seed()));
  }

  @Test
  void allSidesComeToTheSame(RandomGenerator random) throws Exception {
    for (Shape shape : draw(random.nextLong(), COMPARED)) {
      assertThat(sums(shape).values().stream().distinct())
          .as("%s of shape %d of seed %d", sums(shape), shape.number(), shape.seed())
          .hasSize(1);
    }
  }

  @Test
  void aSideThatReadsSomethingElseShows(RandomGenerator random) throws Exception {
    Shape shape = readsLongs(random.nextLong());
    Map<Side, Long> right = sums(shape);
    String access = "sum += U.getLong(";
    assertThat(shape.source()).contains(access);
    Map<Side, Long> wrong =
        sums(withSource(shape, shape.source().replace(access, access + "8 + ")));
    assertThat(wrong.get(Side.UNSAFE)).isNotEqualTo(right.get(Side.UNSAFE));
    assertThat(wrong.get(Side.ASHLAR)).isEqualTo(right.get(Side.ASHLAR));
  }

  @Test
  void aSourceThatIsWrongIsNamed() {
    Shape shape = readsLongs(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> sums(withSource(shape, shape.source() + "}")))
        .withMessageContaining(shape.className() + ".java");
  }

  @Test
  void aSearchTimesEachSide() throws Exception {
    Shape shape = Shape.draw(5, 0);
    assertThat(new ShapeSearch(folder).time(shape))
        .containsOnlyKeys(shape.sides())
        .allSatisfy((_, nanos) -> assertThat(nanos).isPositive());
    assertThat(folder.resolve(shape.className() + ".java")).content().isEqualTo(shape.source());
  }

  private static List<Shape> draw(long seed, int count) {
    return IntStream.range(0, count).mapToObj(number -> Shape.draw(seed, number)).toList();
  }

  /// {@return a shape of native memory alone, which is read in words}
  private static Shape readsLongs(long seed) {
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> Shape.draw(seed, number))
        .filter(shape -> shape.description().startsWith("Bytes, native,"))
        .filter(shape -> shape.source().contains("sum += U.getLong("))
        .filter(shape -> !shape.source().contains("sum += U.getLong(m"))
        .filter(shape -> !shape.description().contains("big-endian"))
        .findFirst()
        .orElseThrow();
  }

  private static Shape withSource(Shape shape, String source) {
    return new Shape(
        shape.seed(), shape.number(), shape.kind(), shape.count(), shape.description(), source);
  }

  /// {@return what each side comes to: two runs, and what they leave in memory}
  private Map<Side, Long> sums(Shape shape) throws Exception {
    ShapeCompiler.compile(List.of(shape), folder);
    Map<Side, Long> sums = new EnumMap<>(Side.class);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Class<?> program = loader.loadClass(shape.className());
      for (Side side : shape.sides()) {
        List<?> parts =
            (List<?>) program.getMethod("side", String.class).invoke(null, side.toString());
        long[] results =
            Arrays.stream(new int[] {0, 1, 1, 2})
                .mapToLong(part -> ((LongSupplier) parts.get(part)).getAsLong())
                .toArray();
        sums.put(side, (results[1] * 31 + results[2]) * 31 + results[3]);
      }
    }
    return sums;
  }
}
