// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Compilation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The work of the compilers of a JVM, in numbers.
///
/// @param c1 the times of C1
/// @param c2 the times of C2, or of Graal in its place
/// @param waits the times in the queue, before a compiler thread began; empty if the log has none
/// @param failures the compilations without code, by HotSpot's reason, the most frequent first
/// @param bailouts the number of attempts that C2 retried, by HotSpot's reason, the most frequent
///   first
/// @param notEntrant the number of C2's nmethods that were made not entrant, by reason, the most
///   frequent first
public record CompilerStatistics(
    Times c1,
    Times c2,
    Optional<Times> waits,
    Map<String, List<Compilation>> failures,
    Map<String, Long> bailouts,
    Map<String, Long> notEntrant) {

  /// Times of some compilations.
  ///
  /// @param count the number of compilations whose time is known
  /// @param longest the compilation with the longest time; empty if there is none
  public record Times(
      long count,
      double sumSeconds,
      double medianSeconds,
      double percentile95Seconds,
      double longestSeconds,
      Optional<Compilation> longest) {

    private static Times of(Stream<Compilation> compilations, ToDoubleFunction<Compilation> time) {
      List<Compilation> sorted =
          compilations
              .filter(compilation -> time.applyAsDouble(compilation) >= 0)
              .sorted(Comparator.comparingDouble(time))
              .toList();
      double[] times = sorted.stream().mapToDouble(time).toArray();
      return new Times(
          times.length,
          sorted.stream().mapToDouble(time).sum(),
          quantile(times, 0.5),
          quantile(times, 0.95),
          quantile(times, 1),
          sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get(sorted.size() - 1)));
    }

    private static double quantile(double[] sorted, double part) {
      return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
    }
  }

  static CompilerStatistics of(CompilationLog log) {
    List<Compilation> all = log.compilations();
    Times waits =
        Times.of(
            all.stream(), compilation -> compilation.startSeconds() - compilation.queuedSeconds());
    return new CompilerStatistics(
        compileTimes(all.stream().filter(compilation -> compilation.compiler().equals("C1"))),
        compileTimes(all.stream().filter(compilation -> !compilation.compiler().equals("C1"))),
        waits.count() == 0 ? Optional.empty() : Optional.of(waits),
        sorted(
            all.stream()
                .filter(CompilerStatistics::isFailed)
                .collect(Collectors.groupingBy(Compilation::failure)),
            list -> list.size()),
        counted(
            all.stream()
                .flatMap(compilation -> {
                  List<String> bailouts = compilation.bailouts();
                  // The last one of a failed compilation is its failure.
                  return bailouts.stream()
                      .limit(bailouts.size() - (isFailed(compilation) ? 1L : 0L));
                })),
        counted(
            all.stream()
                .map(Compilation::notEntrant)
                .filter(Objects::nonNull)
                .map(Compilation.NotEntrant::reason)));
  }

  /// A compilation that was running when the log ended has no outcome.
  private static boolean isFailed(Compilation compilation) {
    return !compilation.succeeded()
        && !Double.isNaN(compilation.endSeconds())
        && !compilation.failure().isEmpty();
  }

  private static Times compileTimes(Stream<Compilation> compilations) {
    return Times.of(
        compilations, compilation -> compilation.endSeconds() - compilation.startSeconds());
  }

  private static Map<String, Long> counted(Stream<String> reasons) {
    return sorted(
        reasons.collect(Collectors.groupingBy(reason -> reason, Collectors.counting())),
        count -> count);
  }

  private static <T> Map<String, T> sorted(Map<String, T> map, ToDoubleFunction<T> size) {
    Map<String, T> sorted = new LinkedHashMap<>();
    map.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<String, T> e) -> -size.applyAsDouble(e.getValue()))
                .thenComparing(Map.Entry::getKey))
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }
}
