// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Accepted reasons why rules are broken. Other reasons are new. Each line has one rule and one
/// reason:
///
/// ```
/// # accepted until the encoder is rewritten
/// Encoder::encode inlines everything: a.Encoder::encode(I)V calls a.Table::find(J)I
/// Encoder::reset is compiled by C2: the log has no compilation of Encoder::reset
/// ```
///
/// A call is named by caller and callee. Its line and its count are left out, because they change
/// with every edit and every run. In other reasons `#` stands for each number. A reason that occurs
/// twice is listed twice. Damage is never accepted: the part that could not be read might break a
/// rule in a new way.
public final class RuleBaseline {
  private static final String SEPARATOR = ": ";

  /// The number of each line, by the line's text.
  private final Map<String, List<Integer>> accepted = new HashMap<>();

  private RuleBaseline() {}

  /// An accepted reason that none of the logs has.
  ///
  /// @param lineNumber the line number in the baseline, from 1
  public record Stale(int lineNumber, String text) {
    /// {@return the text of the rule}
    public String rule() {
      return text.substring(0, text.indexOf(SEPARATOR));
    }
  }

  /// Reads a baseline. Empty lines and lines that begin with `#` are ignored.
  ///
  /// @throws IllegalArgumentException if another line has no rule or no reason
  public static RuleBaseline parse(List<String> lines) {
    RuleBaseline baseline = new RuleBaseline();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        if (!line.contains(SEPARATOR)) {
          throw new IllegalArgumentException(
              "line " + (i + 1) + " is no accepted reason, as in 'RULE: REASON': " + line);
        }
        baseline.accepted.computeIfAbsent(line, l -> new ArrayList<>()).add(i + 1);
      }
    }
    return baseline;
  }

  /// {@return the lines of a baseline that accepts every broken rule in `logs`}
  ///
  /// @throws IllegalArgumentException if a part of a log could not be read
  public static List<String> lines(Collection<List<Rules.Broken>> logs) {
    logs.stream()
        .flatMap(List::stream)
        .filter(Rules.Broken::damaged)
        .findFirst()
        .ifPresent(broken -> {
          throw new IllegalArgumentException("damage cannot be accepted: " + broken.why());
        });
    List<String> lines = new ArrayList<>();
    new TreeMap<>(most(logs))
        .forEach((line, count) -> lines.addAll(Collections.nCopies(count, line)));
    return lines;
  }

  /// {@return the broken rules of one log that the baseline does not accept}
  ///
  /// If a reason occurs more often than accepted, the result has all its occurrences: any of them
  /// may be the new one.
  public List<Rules.Broken> newIn(List<Rules.Broken> log) {
    return log.stream()
        .map(broken -> broken.damaged() ? broken : part(broken, true))
        .filter(broken -> !broken.reasons().isEmpty())
        .toList();
  }

  /// {@return the broken rules of one log, with the reasons that [#newIn] leaves out}
  public List<Rules.Broken> acceptedIn(List<Rules.Broken> log) {
    return log.stream()
        .filter(broken -> !broken.damaged())
        .map(broken -> part(broken, false))
        .filter(broken -> !broken.reasons().isEmpty())
        .toList();
  }

  /// {@return the rule with its new reasons, or with the others}
  private Rules.Broken part(Rules.Broken broken, boolean fresh) {
    Set<String> lines = new HashSet<>();
    counts(broken)
        .forEach((line, count) -> {
          if (count > accepted.getOrDefault(line, List.of()).size() == fresh) {
            lines.add(line);
          }
        });
    List<Rules.Place> places =
        broken.places().stream().filter(place -> lines.contains(line(broken, place))).toList();
    Set<String> reasons = new HashSet<>(withoutPlace(broken));
    reasons.removeIf(reason -> !lines.contains(line(broken, reason)));
    places.forEach(place -> reasons.add(place.reason()));
    return new Rules.Broken(
        broken.lineNumber(),
        broken.rule(),
        broken.reasons().stream().filter(reasons::contains).toList(),
        places,
        false);
  }

  /// {@return the lines of this baseline that none of the logs needs, by line number}
  public List<Stale> stale(Collection<List<Rules.Broken>> logs) {
    Map<String, Integer> most = most(logs);
    List<Stale> stale = new ArrayList<>();
    accepted.forEach((line, numbers) ->
        numbers.stream()
            .skip(most.getOrDefault(line, 0))
            .forEach(number -> stale.add(new Stale(number, line))));
    stale.sort(Comparator.comparingInt(Stale::lineNumber));
    return stale;
  }

  /// {@return the highest number of occurrences of each reason in a broken rule}
  private static Map<String, Integer> most(Collection<List<Rules.Broken>> logs) {
    Map<String, Integer> most = new HashMap<>();
    logs.stream()
        .flatMap(List::stream)
        .forEach(
            broken -> counts(broken).forEach((line, count) -> most.merge(line, count, Math::max)));
    return most;
  }

  private static Map<String, Integer> counts(Rules.Broken broken) {
    // A place has a reason for each compilation that has it.
    record Call(Method method, int bci, Optional<Method> callee) {}

    Map<String, Integer> counts = new HashMap<>();
    Set<Call> seen = new HashSet<>();
    for (Rules.Place place : broken.places()) {
      if (seen.add(new Call(place.method(), place.bci(), place.callee()))) {
        counts.merge(line(broken, place), 1, Integer::sum);
      }
    }
    withoutPlace(broken).forEach(reason -> counts.merge(line(broken, reason), 1, Integer::sum));
    return counts;
  }

  private static List<String> withoutPlace(Rules.Broken broken) {
    Set<String> ofPlaces =
        broken.places().stream().map(Rules.Place::reason).collect(Collectors.toSet());
    return broken.reasons().stream().filter(reason -> !ofPlaces.contains(reason)).toList();
  }

  private static String line(Rules.Broken broken, Rules.Place place) {
    String what = place.callee().map(callee -> " calls " + callee.key()).orElse(" is deoptimized");
    return broken.rule() + SEPARATOR + place.method().key() + what;
  }

  private static String line(Rules.Broken broken, String reason) {
    return broken.rule() + SEPARATOR + reason.replaceAll("\\b\\d+([,.]\\d+)*", "#");
  }
}
