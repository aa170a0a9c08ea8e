package dev.ashlar.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The one sentence about a case: who won and by how much. A loss is said as plainly as a win.
final class Sentence {

  private static final String UNKNOWN_ERROR = " (an error is unknown)";

  private Sentence() {}

  /// @param order the rows that have a figure, fastest first
  static String of(Standing.Verdict verdict, LabRun.@Nullable Row subject, List<LabRun.Row> order) {
    if (order.isEmpty()) {
      return "Nothing was measured here.";
    }
    if (verdict == Standing.Verdict.CONTROL) {
      return control(order);
    }
    if (subject == null) {
      return absent(order);
    }
    List<LabRun.Row> rivals = Standing.rivals(subject, order);
    String judgement =
        switch (verdict) {
          case FASTEST -> fastest(subject, rivals.getFirst());
          case LEVEL -> level(subject, rivals);
          case SLOWER -> slower(subject, rivals);
          case ALONE, ABSENT, CONTROL ->
              "Only " + subject.contender() + " was measured here: " + figure(subject);
        };
    return judgement + variants(subject, order) + ".";
  }

  /// The subject's own variants that beat it: they are no rivals, yet hiding them would not be
  /// honest.
  private static String variants(LabRun.Row subject, List<LabRun.Row> order) {
    List<String> faster =
        order.stream()
            .filter(r -> LabRun.isSubject(r.contender()) && Standing.faster(r, subject))
            .map(r ->
                "; its variant " + r.contender() + " is " + times(r, subject) + " " + better(r))
            .toList();
    return String.join("", faster);
  }

  private static String fastest(LabRun.Row subject, LabRun.Row next) {
    return subject.contender()
        + " is "
        + best(subject)
        + ": "
        + fasterThan(subject, next)
        + ", the next"
        + doubt(List.of(subject, next));
  }

  private static String level(LabRun.Row subject, List<LabRun.Row> rivals) {
    List<LabRun.Row> peers = rivals.stream().filter(r -> Standing.level(r, subject)).toList();
    List<String> names = new ArrayList<>(List.of(subject.contender()));
    peers.forEach(r -> names.add(r.contender()));
    List<LabRun.Row> judged = new ArrayList<>(peers);
    judged.add(subject);
    String behind =
        rivals.stream()
            .filter(r -> Standing.faster(subject, r))
            .findFirst()
            .map(next -> "; " + fasterThan(subject, next, subject.contender()) + ", the next")
            .orElse("");
    return listed(names)
        + " are level (within the error"
        + (doubt(judged).isEmpty() ? "" : ", one of which is unknown")
        + ")"
        + behind;
  }

  private static String slower(LabRun.Row subject, List<LabRun.Row> rivals) {
    List<LabRun.Row> winners = rivals.stream().filter(r -> Standing.faster(r, subject)).toList();
    LabRun.Row first = winners.getFirst();
    String others =
        winners.size() == 1
            ? ""
            : ", and to "
                + listed(
                    winners.stream()
                        .skip(1)
                        .map(r -> r.contender() + " (" + times(r, subject) + ")")
                        .toList());
    return subject.contender()
        + " loses to "
        + first.contender()
        + ", which "
        + (comparable(first)
            ? "is " + times(first, subject) + " " + better(first)
            : "takes " + figure(first) + " against " + figure(subject))
        + others
        + doubt(List.of(subject, first));
  }

  private static String absent(List<LabRun.Row> order) {
    LabRun.Row best = order.getFirst();
    List<LabRun.Row> rest = order.stream().skip(1).filter(r -> Standing.sameUnit(r, best)).toList();
    String none = LabRun.SUBJECT + " has no figure here; ";
    if (rest.isEmpty()) {
      return none + "only " + best.contender() + " was measured: " + figure(best) + ".";
    }
    List<LabRun.Row> peers = rest.stream().filter(r -> Standing.level(r, best)).toList();
    if (!peers.isEmpty()) {
      List<String> names = new ArrayList<>(List.of(best.contender()));
      peers.forEach(r -> names.add(r.contender()));
      return none + listed(names) + " are " + best(best) + ", level within the error.";
    }
    return none
        + best.contender()
        + " is "
        + best(best)
        + ": "
        + fasterThan(best, rest.getFirst())
        + ", the next"
        + doubt(List.of(best, rest.getFirst()))
        + ".";
  }

  private static String control(List<LabRun.Row> order) {
    LabRun.Row least = order.getFirst();
    LabRun.Row most = order.getLast();
    if (order.size() == 1 || !Standing.sameUnit(least, most)) {
      return "The control: the harness itself takes " + figure(least) + ".";
    }
    int places = Figures.places(List.of(least.score(), most.score()));
    return "The control: the harness itself takes %s to %s %s."
        .formatted(
            Figures.fixed(least.score(), places), Figures.fixed(most.score(), places), most.unit());
  }

  private static String fasterThan(LabRun.Row fast, LabRun.Row slow) {
    return comparable(fast)
        ? times(fast, slow) + " " + better(fast) + " than " + slow.contender()
        : figure(fast) + " against " + figure(slow) + " for " + slow.contender();
  }

  private static String fasterThan(LabRun.Row fast, LabRun.Row slow, String name) {
    return comparable(fast)
        ? name + " is " + fasterThan(fast, slow)
        : name + " takes " + fasterThan(fast, slow);
  }

  private static String times(LabRun.Row fast, LabRun.Row slow) {
    return comparable(fast) ? Figures.ratio(slow.score() / fast.score()) + " ×" : figure(fast);
  }

  private static String better(LabRun.Row row) {
    return isSize(row) ? "smaller" : "faster";
  }

  private static String best(LabRun.Row row) {
    return isSize(row) ? "smallest" : "fastest";
  }

  /// Bytes; all else is time.
  private static boolean isSize(LabRun.Row row) {
    return row.unit().startsWith("B");
  }

  /// A score of nothing has no multiples.
  private static boolean comparable(LabRun.Row divisor) {
    return divisor.score() > 0;
  }

  private static String doubt(List<LabRun.Row> rows) {
    return rows.stream().allMatch(r -> Double.isFinite(r.error())) ? "" : UNKNOWN_ERROR;
  }

  private static String figure(LabRun.Row row) {
    return Figures.scoreWithError(row, Figures.places(List.of(row.score()))) + " " + row.unit();
  }

  private static String listed(List<String> names) {
    return names.size() == 1
        ? names.getFirst()
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }
}
