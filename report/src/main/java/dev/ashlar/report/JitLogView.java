package dev.ashlar.report;

import dev.ashlar.jit.CallTree;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Task;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.page.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// What the page shows of one log.
final class JitLogView {
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_NOTES = 50;
  private static final int MOST_TREES = 300;
  private static final int LONGEST_FACT = 400;

  /// A method with a tree that was compiled, its findings' heat, and how many calls it counts.
  private record Candidate(Task task, CallTree tree, double heat, double calls) {}

  /// @param ids where each method's first tree is on the page
  private record Planted(Map<Method, String> ids, int count) {}

  private final String id;
  private final String name;
  private final CompilationLog log;
  private final CallForest forest;
  private final List<Finding> problems;
  private final List<Finding> notes;
  private final double heat;

  JitLogView(String id, String name, CompilationLog log, CallForest forest) {
    this.id = id;
    this.name = name;
    this.log = log;
    this.forest = forest;
    List<Finding> findings = log.findings();
    this.problems = findings.stream().filter(f -> f.kind().isProblem()).toList();
    this.notes = findings.stream().filter(f -> !f.kind().isProblem()).toList();
    this.heat = problems.stream().mapToDouble(Finding::heat).sum();
  }

  String jdk() {
    return log.vm().release().isEmpty() ? "unknown" : log.vm().release();
  }

  int compilations() {
    return log.tasks().size();
  }

  int problems() {
    return problems.size();
  }

  /// {@return everything worth a look}
  JitView.Log view() {
    List<Candidate> candidates = candidates(Task::isC2);
    candidates.sort(
        Comparator.comparingDouble(Candidate::heat).thenComparingDouble(Candidate::calls).reversed());
    Planted planted = plant(candidates);
    String sentence =
        planted.count == candidates.size()
            ? "Everything that C2 compiled, the hottest findings and calls first."
            : String.format(
                Locale.ROOT,
                "The %,d of %,d methods compiled by C2 that have the hottest findings and calls."
                    + " ashlar jit explain CLASS::METHOD --html shows any of them.",
                planted.count,
                candidates.size());
    return view(problems, notes, planted, sentence);
  }

  /// {@return the trees of these methods, and what was found in them}
  JitView.Log viewOf(List<Method> methods) {
    Set<Method> wanted = Set.copyOf(methods);
    List<Candidate> candidates = candidates(t -> wanted.contains(t.method()));
    if (candidates.stream().anyMatch(c -> c.task.isC2())) {
      candidates.removeIf(c -> !c.task.isC2());
    }
    Predicate<Finding> inside = f -> wanted.contains(f.method()) || wanted.contains(f.root());
    return view(
        problems.stream().filter(inside).toList(),
        notes.stream().filter(inside).toList(),
        plant(candidates),
        "");
  }

  private List<Candidate> candidates(Predicate<Task> wanted) {
    Map<Method, Double> heats = new HashMap<>();
    problems.forEach(f -> heats.merge(f.root(), f.heat(), Double::sum));
    List<Candidate> candidates = new ArrayList<>();
    for (Task task : log.tasks()) {
      CallTree tree = task.tree();
      if (tree != null && task.succeeded() && wanted.test(task)) {
        double[] calls = {0};
        tree.forEachSite((path, site) -> calls[0] += Math.max(0, site.frequency()));
        candidates.add(
            new Candidate(task, tree, heats.getOrDefault(task.method(), 0.0), calls[0]));
      }
    }
    return candidates;
  }

  /// Adds the trees to the page as far as it has room.
  ///
  /// @param candidates the most interesting first
  private Planted plant(List<Candidate> candidates) {
    Map<Method, String> ids = new LinkedHashMap<>();
    List<CallForest.Root> roots = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (roots.size() == MOST_TREES || !forest.hasRoom()) {
        break;
      }
      String rootId = id + "-t" + roots.size();
      ids.putIfAbsent(candidate.task.method(), rootId);
      roots.add(
          forest.root(
              rootId, candidate.task, candidate.tree, heat > 0 ? candidate.heat / heat : 0));
    }
    forest.add(new CallForest.Grove(id + "-trees", roots));
    return new Planted(ids, roots.size());
  }

  private JitView.Log view(
      List<Finding> shownProblems, List<Finding> shownNotes, Planted planted, String sentence) {
    FindingCards cards = new FindingCards(planted.ids, forest);
    return new JitView.Log(
        id,
        name,
        facts(),
        FindingCards.answer(shownProblems),
        FindingCards.mix(shownProblems),
        cards.of(shownProblems, MOST_PROBLEMS),
        FindingCards.more(shownProblems.size() - MOST_PROBLEMS, "problem"),
        cards.of(shownNotes, MOST_NOTES),
        FindingCards.more(shownNotes.size() - MOST_NOTES, "note"),
        new JitView.Trees(id + "-trees", planted.count, sentence),
        log.unread().stream()
            .map(u ->
                String.format(
                    Locale.ROOT,
                    "%,d %s, first at byte %,d",
                    u.count(),
                    u.what(),
                    u.firstByteOffset()))
            .toList());
  }

  private List<Page.Fact> facts() {
    long byC2 = log.tasks().stream().filter(Task::isC2).count();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("JDK", (jdk() + ", " + log.vm().name()).replaceAll(", $", "")));
    facts.add(new Page.Fact("Command", shortened(log.vm().command())));
    facts.add(new Page.Fact("JVM flags", shortened(String.join(" ", log.vm().arguments()))));
    facts.add(
        new Page.Fact(
            "Compilations",
            String.format(Locale.ROOT, "%,d, %,d of them by C2", log.tasks().size(), byC2)));
    return facts;
  }

  private static String shortened(String text) {
    if (text.isBlank()) {
      return "unknown";
    }
    return text.length() <= LONGEST_FACT ? text : text.substring(0, LONGEST_FACT) + " …";
  }
}
