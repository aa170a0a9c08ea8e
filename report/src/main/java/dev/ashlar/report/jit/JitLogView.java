// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.page.Page;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The part of the page that shows one log.
final class JitLogView {
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_NOTES = 50;
  private static final int MOST_TREES = 300;
  private static final int LONGEST_FACT = 400;

  /// A compiled method with a call tree.
  ///
  /// @param share its share of the measure that ranks problems, from 0 to 1
  /// @param counted the heat of all its findings, as counted in the log
  /// @param calls the number of calls in its tree
  private record Candidate(
      Compilation compilation, CallTree tree, double share, double counted, double calls) {}

  /// @param ids the id of each method's first tree on the page
  /// @param hosts the id of the first tree in which each method is inlined
  private record Planted(Map<Method, String> ids, Map<Method, String> hosts, int count) {}

  private final String id;
  private final String name;
  private final CompilationLog log;
  private final CallForest forest;
  private final List<Finding> findings;
  private final List<CodeReading> code;

  /// Computed on demand, because it visits all trees.
  private final Set<Method> withTrees = new HashSet<>();

  private final boolean sampled;
  private final ProblemShares shares;
  private final int open;

  /// @param code the machine code in the log
  /// @param open the number of problems that are unfolded at first
  JitLogView(
      String id,
      String name,
      CompilationLog log,
      List<CodeReading> code,
      CallForest forest,
      int open) {
    this.code = code;
    this.id = id;
    this.name = name;
    this.log = log;
    this.forest = forest;
    this.open = open;
    this.findings = log.findings();
    this.sampled = findings.stream().anyMatch(f -> f.sampled().isEnough());
    this.shares =
        ProblemShares.of(findings.stream().filter(f -> f.kind().isProblem()).toList(), log);
  }

  /// The length of a bar: the samples that are the cost of the call, or the heat.
  private double weight(Finding finding) {
    if (!sampled) {
      return finding.heat();
    }
    return finding.sampled().isEnough() ? finding.sampled().ranking() : 0;
  }

  String id() {
    return id;
  }

  String jdk() {
    return log.vm().jdk();
  }

  int compilations() {
    return log.compilations().size();
  }

  long problems() {
    return JitText.numbered(log).size();
  }

  /// {@return the ranked findings and the most important trees of the log}
  JitView.Log view() {
    List<Candidate> candidates = candidates(Compilation::isC2);
    candidates.sort(
        Comparator.comparingDouble(Candidate::share)
            .thenComparingDouble(Candidate::counted)
            .thenComparingDouble(Candidate::calls)
            .reversed());
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
    Optional<FlameGraph> flame = FlameGraph.of(id + "-flame", log, forest);
    flame.map(FlameGraph::graph).ifPresent(forest::add);
    return view(
        findings, code, planted, sentence, flame.map(FlameGraph::sentences).orElse(List.of()));
  }

  /// {@return the trees of these methods, with the findings in them and at calls of them}
  JitView.Log viewOf(List<Method> methods) {
    Set<Method> wanted = Set.copyOf(methods);
    List<Candidate> candidates = candidates(t -> wanted.contains(t.method()));
    if (candidates.stream().anyMatch(c -> c.compilation.isC2())) {
      candidates.removeIf(c -> !c.compilation.isC2());
    }
    Predicate<Finding> about =
        f ->
            wanted.contains(f.method())
                || wanted.contains(f.root())
                || f.callee().filter(wanted::contains).isPresent();
    return view(
        findings.stream().filter(about).toList(),
        code.stream().filter(c -> wanted.contains(c.code().method())).toList(),
        plant(candidates),
        "",
        List.of());
  }

  private List<Candidate> candidates(Predicate<Compilation> wanted) {
    Map<Method, Double> shares = new HashMap<>(this.shares.byRoot());
    Map<Method, Double> counted = new HashMap<>();
    findings.forEach(f -> counted.merge(f.root(), f.heat(), Double::sum));
    List<Compilation> compilations =
        log.compilations().stream()
            .filter(compilation -> hasTree(compilation) && wanted.test(compilation))
            .sorted(Comparator.comparing(Compilation::isOsr))
            .toList();
    List<Candidate> candidates = new ArrayList<>();
    for (Compilation compilation : compilations) {
      CallTree tree = Objects.requireNonNull(compilation.tree());
      double[] calls = {0};
      tree.forEachSite((path, site) -> calls[0] += Math.max(0, site.frequency()));
      // OSR code has the same findings as ordinary code.
      Double share = shares.remove(compilation.method());
      candidates.add(
          new Candidate(
              compilation,
              tree,
              share == null ? 0 : share,
              counted.getOrDefault(compilation.method(), 0.0),
              calls[0]));
    }
    return candidates;
  }

  private static boolean hasTree(Compilation compilation) {
    return compilation.tree() != null && compilation.succeeded();
  }

  /// Adds the trees to the page as far as it has room.
  ///
  /// @param candidates the most interesting first
  private Planted plant(List<Candidate> candidates) {
    Map<Method, String> ids = new LinkedHashMap<>();
    Map<Method, String> hosts = new HashMap<>();
    List<CallForest.Root> roots = new ArrayList<>();
    try (SourceLines source = log.sourceLines()) {
      for (Candidate candidate : candidates) {
        if (roots.size() == MOST_TREES || !forest.hasRoom()) {
          break;
        }
        String rootId = id + "-t" + roots.size();
        ids.putIfAbsent(candidate.compilation.method(), rootId);
        forEachInlined(candidate.tree, method -> hosts.putIfAbsent(method, rootId));
        roots.add(
            forest.root(rootId, candidate.compilation, candidate.tree, candidate.share, source));
      }
    }
    forest.add(new CallForest.Grove(id + "-trees", shares.measure(), roots));
    return new Planted(ids, hosts, roots.size());
  }

  private JitView.Log view(
      List<Finding> shown,
      List<CodeReading> shownCode,
      Planted planted,
      String sentence,
      List<String> flame) {
    FindingCards cards =
        new FindingCards(
            this::weight, planted.ids, planted.hosts, method -> logged().contains(method), forest);
    Map<ReportSection, List<Finding>> parts =
        shown.stream().collect(Collectors.groupingBy(ReportSection::of));
    List<Finding> sites = parts.getOrDefault(ReportSection.PROBLEM, List.of());
    ProblemShares inView = ProblemShares.of(sites, log);
    List<Finding> problems = FindingGroups.of(sites);
    List<Finding> outOfReach = parts.getOrDefault(ReportSection.OUT_OF_REACH, List.of());
    List<Finding> notes = parts.getOrDefault(ReportSection.NOTE, List.of());
    List<Finding> intrinsics = parts.getOrDefault(ReportSection.INTRINSIC, List.of());
    List<JitView.Group> others = new ArrayList<>();
    others.add(
        group(
            "-jdk",
            "In JDK code that is not inlined in code of the program",
            String.format(Locale.ROOT, "%,d in JDK code", outOfReach.size()),
            outOfReach,
            cards));
    others.add(
        group(
            "-notes",
            "Notes: cannot be changed, or costs nothing",
            NumberFormats.count(notes.size(), "note"),
            notes,
            cards));
    others.add(
        group(
            "-intrinsics",
            "Intrinsics used",
            NumberFormats.count(intrinsics.size(), "intrinsic"),
            intrinsics,
            cards));
    others.removeIf(g -> g.cards().isEmpty());
    CompilerFacts compilers = new CompilerFacts(log);
    return new JitView.Log(
        id,
        name,
        shortened(log.vm().command()) + ", " + JvmOrder.words(log),
        facts(),
        problems.isEmpty()
            ? log.whyNothing()
                .map(why -> "No findings: " + why + ".")
                .orElse(
                    log.parseProblems().isEmpty()
                        ? "No finding costs time."
                        : "No finding costs time, in the part that could be read.")
            : inView.answer(),
        inView.mix(),
        NumberFormats.count(problems.size(), "problem"),
        cards.of(id + "-p", problems, MOST_PROBLEMS, open),
        NumberFormats.more(problems.size() - MOST_PROBLEMS, "problem"),
        others,
        flame,
        new JitView.Trees(id + "-trees", planted.count, sentence),
        log.parseProblems().stream().map(ParseProblem::words).toList(),
        compilers.facts(),
        compilers.remaining(MOST_NOTES),
        NumberFormats.more(compilers.remainingCount() - MOST_NOTES, "allocation"),
        MachineCodeView.of(id + "-c", shownCode, planted.ids, forest::index),
        MachineCodeView.more(shownCode));
  }

  /// {@return the methods with a tree in the log, their own or inlined in that of another method}
  private Set<Method> logged() {
    if (withTrees.isEmpty()) {
      for (Compilation compilation : log.compilations()) {
        if (hasTree(compilation)) {
          withTrees.add(compilation.method());
          forEachInlined(Objects.requireNonNull(compilation.tree()), withTrees::add);
        }
      }
    }
    return withTrees;
  }

  private static void forEachInlined(CallTree tree, Consumer<Method> seen) {
    tree.forEachDecision((path, site, decision) -> {
      if (decision.verdict() == Verdict.INLINED) {
        seen.accept(decision.target());
      }
    });
  }

  private JitView.Group group(
      String suffix, String title, String brief, List<Finding> findings, FindingCards cards) {
    return new JitView.Group(
        id + suffix,
        String.format(Locale.ROOT, "%s: %,d", title, findings.size()),
        brief,
        cards.of(id + suffix + "-", findings, MOST_NOTES, 0),
        NumberFormats.more(findings.size() - MOST_NOTES, "one"));
  }

  private List<Page.Fact> facts() {
    String top = log.topTier();
    long byTop = log.compilations().stream().filter(c -> c.compiler().equals(top)).count();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("JDK", (jdk() + ", " + log.vm().name()).replaceAll(", $", "")));
    facts.add(new Page.Fact("Command", shortened(log.vm().command())));
    facts.add(new Page.Fact("JVM flags", shortened(String.join(" ", log.ownArguments()))));
    facts.add(new Page.Fact("Work", JvmOrder.words(log)));
    facts.add(
        new Page.Fact(
            "Compilations",
            String.format(
                Locale.ROOT, "%,d, %,d of them by %s", log.compilations().size(), byTop, top)));
    log.recording()
        .ifPresent(r ->
            facts.add(
                new Page.Fact(
                    "Recording",
                    NumberFormats.count(r.sampleCount(), "CPU sample")
                        + (r.isExact()
                            ? ""
                            : ", without -XX:+DebugNonSafepoints: they rank nothing"))));
    log.notKnown().forEach(why -> facts.add(new Page.Fact("Not known", why)));
    log.whyNoJdkLines().ifPresent(why -> facts.add(new Page.Fact("Source", why)));
    return facts;
  }

  private static String shortened(String text) {
    if (text.isBlank()) {
      return "unknown";
    }
    return text.length() <= LONGEST_FACT ? text : text.substring(0, LONGEST_FACT) + " …";
  }
}
