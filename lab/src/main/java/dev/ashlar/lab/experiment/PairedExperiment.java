package dev.ashlar.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// An experiment that is a list of pairs: a contender has part in a case if its work was added.
///
/// The empty case and the harness are there from the start.
public abstract class PairedExperiment implements Experiment {
  /// The case of the harness alone.
  protected static final String EMPTY = "empty";

  private static final String HARNESS = "harness";
  private static final String SEGMENT = "segment";

  /// Turns of the loop of the harness, one operation each.
  private static final int TURNS = 256;

  private record Work(Supplier<Workload> maker, List<String> flags) {}

  private static final class Works {
    private final Case theCase;
    private final int operations;
    private final Map<String, Work> byContender = new LinkedHashMap<>();

    private Works(Case theCase, int operations) {
      this.theCase = theCase;
      this.operations = operations;
    }
  }

  private final Map<String, Works> cases = new LinkedHashMap<>();
  private final Map<String, Contender> contenders = new LinkedHashMap<>();
  private final Map<String, Set<String>> headlines = new LinkedHashMap<>();
  private final Map<String, Set<String>> defaults = new LinkedHashMap<>();

  /// Makes an experiment that has the empty case only.
  protected PairedExperiment() {
    addCase(EMPTY, EMPTY, "the cost of the harness, included in all others", TURNS);
    addWork(EMPTY, HARNESS, List.of(), () -> new Turns(TURNS));
    headlines.put(EMPTY, Set.of());
  }

  /// Adds a case.
  ///
  /// @param operations those of one call of [Workload#run]
  protected final void addCase(String name, String family, String description, int operations) {
    cases.put(name, new Works(new Case(name, family, description), operations));
  }

  /// Adds a contender, which is listed in this order, before the harness.
  protected final void addContender(String name, String description) {
    contenders.put(name, new Contender(name, description));
  }

  /// Adds a pair.
  ///
  /// @param flags the JVM flags that its users would have to pass
  protected final void addWork(
      String theCase, String contender, List<String> flags, Supplier<Workload> maker) {
    works(theCase).byContender.put(contender, new Work(maker, List.copyOf(flags)));
  }

  /// Has `--quick` time these contenders in a case; all of them, when none is named.
  protected final void addHeadline(String theCase, String... names) {
    headlines.put(theCase, new LinkedHashSet<>(List.of(names)));
  }

  /// Has the default mode time these contenders in a case; those of `--quick`, when none is named.
  protected final void addDefault(String theCase, String... names) {
    defaults.put(
        theCase,
        names.length == 0
            ? Objects.requireNonNull(headlines.get(theCase), theCase)
            : new LinkedHashSet<>(List.of(names)));
  }

  @Override
  public final List<Case> cases() {
    return cases.values().stream().map(works -> works.theCase).toList();
  }

  @Override
  public final List<Contender> contenders() {
    List<Contender> all = new ArrayList<>(contenders.values());
    all.add(new Contender(HARNESS, "a loop that does nothing"));
    return List.copyOf(all);
  }

  @Override
  public final boolean applies(Case theCase, Contender contender) {
    return works(theCase.name()).byContender.containsKey(contender.name());
  }

  @Override
  public final Map<String, Set<String>> headlines() {
    return headlines;
  }

  @Override
  public final Map<String, Set<String>> defaults() {
    return defaults;
  }

  /// A [java.lang.foreign.MemorySegment], where one has part in the case.
  @Override
  public final Optional<String> jdk(Case theCase) {
    return works(theCase.name()).byContender.containsKey(SEGMENT)
        ? Optional.of(SEGMENT)
        : Experiment.super.jdk(theCase);
  }

  @Override
  public final int operations(Case theCase) {
    return works(theCase.name()).operations;
  }

  @Override
  public final List<String> flags(Case theCase, Contender contender) {
    return work(theCase, contender).flags;
  }

  @Override
  public final Workload workload(Case theCase, Contender contender) {
    return work(theCase, contender).maker.get();
  }

  private Work work(Case theCase, Contender contender) {
    Work work = works(theCase.name()).byContender.get(contender.name());
    if (work == null) {
      throw new IllegalArgumentException(contender.name() + " has no part in " + theCase.name());
    }
    return work;
  }

  private Works works(String theCase) {
    Works works = cases.get(theCase);
    if (works == null) {
      throw new IllegalArgumentException("no case " + theCase);
    }
    return works;
  }

  private record Turns(int count) implements Workload {
    @Override
    public void verify() {}

    @Override
    public long run() {
      long sum = 0;
      for (int turn = 0; turn < count; turn++) {
        sum += turn;
      }
      return sum;
    }
  }
}
