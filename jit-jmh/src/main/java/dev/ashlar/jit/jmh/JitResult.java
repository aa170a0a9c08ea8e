// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.jmh;

import dev.ashlar.jit.Finding;
import dev.ashlar.jit.compilation.Method;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;

/// The findings in the forks of a benchmark, printed under it.
final class JitResult extends Result<JitResult> {
  private static final long serialVersionUID = 1;

  private static final String LABEL = "jit";

  /// A finding.
  ///
  /// @param key identifies the finding in all forks
  /// @param own whether it is in the benchmark's own code
  record Found(String key, double heat, boolean own, List<String> sentences)
      implements Serializable {
    static Found of(Finding f, boolean own) {
      String callee = f.callee().map(Method::key).orElse("");
      return new Found(
          f.kind() + " " + f.method().key() + " @ " + f.bci() + " " + callee,
          f.heat(),
          own,
          List.copyOf(f.sentences()));
    }
  }

  /// The result of one fork.
  ///
  /// @param trouble the reason why the fork has no findings; empty if it has some
  /// @param lack the parse problems of its log; empty if there are none
  /// @param log the path of its log; empty if the log is deleted
  private record Fork(List<Found> found, String trouble, String lack, String log)
      implements Serializable {}

  private final ArrayList<Fork> forks;
  private final int top;
  private final boolean all;

  private JitResult(List<Fork> forks, int top, boolean all) {
    super(ResultRole.SECONDARY, LABEL, of(Double.NaN), "---", AggregationPolicy.AVG);
    this.forks = new ArrayList<>(forks);
    this.top = top;
    this.all = all;
  }

  /// @param lack the parse problems of the log; empty if there are none
  static JitResult of(List<Found> found, String lack, Options options) {
    return new JitResult(
        List.of(new Fork(new ArrayList<>(found), "", lack, "")), options.top(), options.all());
  }

  static JitResult failed(String why, Options options) {
    return new JitResult(
        List.of(new Fork(new ArrayList<>(), why, "", "")), options.top(), options.all());
  }

  JitResult keptIn(Path file) {
    List<Fork> kept =
        forks.stream().map(f -> new Fork(f.found, f.trouble, f.lack, file.toString())).toList();
    return new JitResult(kept, top, all);
  }

  @Override
  protected Aggregator<JitResult> getThreadAggregator() {
    return JitResult::together;
  }

  @Override
  protected Aggregator<JitResult> getIterationAggregator() {
    return JitResult::together;
  }

  /// JMH aggregates per fork, and then over all forks.
  private static JitResult together(Collection<JitResult> results) {
    JitResult first = results.iterator().next();
    List<Fork> forks = results.stream().flatMap(r -> r.forks.stream()).toList();
    return new JitResult(forks, first.top, first.all);
  }

  @Override
  public String extendedInfo() {
    Map<String, List<Found>> byKey = new LinkedHashMap<>();
    for (Fork fork : forks) {
      fork.found.forEach(f -> byKey.computeIfAbsent(f.key, k -> new ArrayList<>()).add(f));
    }
    List<List<Found>> own = ranked(byKey, true);
    List<List<Found>> others = ranked(byKey, false);
    List<String> lines = new ArrayList<>();
    if (forks.stream().anyMatch(fork -> fork.trouble.isEmpty())) {
      lines.add(
          own.isEmpty()
              ? "Nothing was found in the benchmark's own code that costs time"
                  + (forks.stream().allMatch(fork -> fork.lack.isEmpty())
                      ? "."
                      : ", in what could be read.")
              : "What costs time in the benchmark's own code:");
      print(own, lines);
      if (all) {
        lines.add(others.isEmpty() ? "Nothing was found elsewhere." : "Elsewhere:");
        print(others, lines);
      } else if (!others.isEmpty()) {
        lines.add("Elsewhere: " + problems(others.size()) + ", printed with the option 'all'.");
      }
    }
    for (Fork fork : forks) {
      if (!fork.trouble.isEmpty()) {
        lines.add("A fork left nothing to read: " + fork.trouble);
      }
      if (!fork.lack.isEmpty()) {
        lines.add("Not all of a fork's log could be read: " + fork.lack);
      }
      if (!fork.log.isEmpty()) {
        lines.add("The log is " + fork.log);
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String problems(int count) {
    return count == 1 ? "1 problem" : count + " problems";
  }

  /// Findings of all forks precede hotter findings of one.
  private static List<List<Found>> ranked(Map<String, List<Found>> byKey, boolean own) {
    return byKey.values().stream()
        .filter(same -> same.stream().anyMatch(Found::own) == own)
        .sorted(
            Comparator.comparingDouble(
                    (List<Found> same) -> same.stream().mapToDouble(Found::heat).sum())
                .reversed())
        .toList();
  }

  private void print(List<List<Found>> ranked, List<String> lines) {
    int number = 1;
    for (List<Found> same : ranked.subList(0, Math.min(top, ranked.size()))) {
      List<String> sentences = same.get(0).sentences;
      lines.add(number++ + ". " + sentences.get(0) + inForks(same.size()));
      sentences.subList(1, sentences.size()).forEach(s -> lines.add("   " + s));
    }
    if (ranked.size() > top) {
      lines.add("… and " + problems(ranked.size() - top) + " more.");
    }
  }

  private String inForks(int count) {
    return forks.size() == 1 ? "" : " (in " + count + " of " + forks.size() + " forks)";
  }
}
