// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Kind;
import dev.ashlar.results.LabRun.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// A question about performance, with the cases and contenders that answer it. A contender takes
/// part in a case if its work was added.
///
/// The empty case and the harness exist from the beginning.
public abstract class Experiment {
  /// The memory, in MiB, of a JVM whose work needs little besides the common heap.
  private static final long SMALL_JVM = 400;

  /// The case in which only the harness takes part.
  protected static final String EMPTY = "empty";

  /// The contender that takes part in [#EMPTY] only.
  protected static final String HARNESS = "harness";

  private static final String COST = "the cost of the harness, included in all others";

  /// Turns of the loop of the harness, one operation each.
  private static final int TURNS = 256;

  private final String name;
  private final String title;
  private final String question;
  private final Map<String, Works> cases = new LinkedHashMap<>();
  private final Map<String, Contender> contenders = new LinkedHashMap<>();
  private List<String> jdk = List.of();

  /// Creates an experiment that has only the empty case.
  ///
  /// @param name the name on the command line and in the results
  /// @param title a headline
  /// @param question the question that the experiment answers, in a paragraph
  protected Experiment(String name, String title, String question) {
    this.name = name;
    this.title = title;
    this.question = question;
    addEmpty(COST, TURNS, () -> new Turns(TURNS));
  }

  /// {@return the name of a constant in the form of case names: lower case, with hyphens}
  protected static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Adds a harness in place of the loop that does nothing. The harness is listed in the order of
  /// addition, as contenders are.
  protected final void addHarness(String description, int operations, Supplier<Workload> maker) {
    addContender(HARNESS, description, Kind.CONTROL);
    addEmpty(COST, operations, maker);
  }

  /// Adds an empty case that replaces the existing one.
  protected final Works addEmpty(String description, int operations, Supplier<Workload> maker) {
    Works works = addCase(EMPTY, EMPTY, description, operations);
    addWork(EMPTY, HARNESS, maker);
    addHeadline(EMPTY);
    return works;
  }

  /// Adds a case.
  ///
  /// @param operations the number of operations in one call of [Workload#run]
  protected final Works addCase(String name, String family, String description, int operations) {
    return addCase(name, family, description, () -> operations);
  }

  /// Adds a case.
  ///
  /// @param operations supplies, when needed, the number of operations in one call of
  ///   [Workload#run]
  protected final Works addCase(
      String name, String family, String description, IntSupplier operations) {
    Works works = new Works(new Case(name, family, description), operations);
    cases.put(name, works);
    return works;
  }

  /// Adds a contender. Its name says whether it is Ashlar, a variant of Ashlar, or a rival.
  /// Contenders are listed in the order of addition.
  protected final void addContender(String name, String description) {
    contenders.put(name, new Contender(name, description));
  }

  /// Adds a contender whose kind does not follow from its name.
  protected final void addContender(String name, String description, Kind kind) {
    contenders.put(name, new Contender(name, description, kind));
  }

  /// Sets the contenders that use only the JDK, without flags that open its internals. Their kind
  /// is [Kind#JDK], unless they were added with another kind. A mode that times a case always times
  /// the first of these contenders in that case.
  protected final void setJdkContenders(String... names) {
    jdk = List.of(names);
  }

  /// Adds a known reason why Ashlar is slower than a rival in a case.
  ///
  /// @param reason the end of a sentence, followed by a page with details, in parentheses
  protected final void addLoss(String theCase, String rival, String reason) {
    works(theCase).losses.add(new Loss(rival, reason));
  }

  /// Adds the work of a contender in a case. The case and the contender must exist already.
  ///
  /// @param maker throws an [UnavailableException] if the contender cannot run here
  protected final Work addWork(String theCase, String contender, Supplier<Workload> maker) {
    if (!contender.equals(HARNESS) && !contenders.containsKey(contender)) {
      throw new IllegalArgumentException("no contender " + contender);
    }
    Work work = new Work(maker);
    works(theCase).byContender.put(contender, work);
    return work;
  }

  /// Makes `--quick` time these contenders in a case; all contenders if no name is given.
  protected final void addHeadline(String theCase, String... names) {
    Works works = works(theCase);
    works.quick = timed(works, names.length == 0 ? works.byContender.keySet() : Set.of(names));
  }

  /// Makes the default mode time these contenders in a case; those of `--quick` if no name is
  /// given.
  protected final void addDefault(String theCase, String... names) {
    Works works = works(theCase);
    works.byDefault = timed(works, names.length == 0 ? works.quick : Set.of(names));
  }

  /// Makes `--quick` show the calls of these contenders in a case; of all timed contenders if no
  /// name is given.
  protected final void addExplained(String theCase, String... names) {
    Works works = works(theCase);
    works.explained = works.requireParts(names.length == 0 ? works.quick : Set.of(names));
  }

  private Set<String> timed(Works works, Set<String> names) {
    Set<String> timed = new HashSet<>(works.requireParts(names));
    jdk(works.theCase).ifPresent(timed::add);
    return timed;
  }

  public final String name() {
    return name;
  }

  public final String title() {
    return title;
  }

  public final String question() {
    return question;
  }

  /// {@return all cases, in reading order}
  public final List<Case> cases() {
    return cases.values().stream().map(works -> works.described(isAlone(works.theCase))).toList();
  }

  /// {@return all contenders, in reading order}
  public final List<Contender> contenders() {
    Map<String, Contender> all = new LinkedHashMap<>(contenders);
    all.putIfAbsent(HARNESS, new Contender(HARNESS, "a loop that does nothing", Kind.CONTROL));
    all.replaceAll((name, one) ->
        one.kind() == Kind.LIBRARY && jdk.contains(name)
            ? new Contender(name, one.description(), Kind.JDK)
            : one);
    return List.copyOf(all.values());
  }

  /// {@return whether this contender takes part in this case}
  public final boolean applies(Case theCase, Contender contender) {
    return works(theCase.name()).byContender.containsKey(contender.name());
  }

  /// {@return the first of the contenders that use only the JDK and take part in a case; empty if
  /// none takes part}
  public final Optional<String> jdk(Case theCase) {
    return jdk.stream().filter(works(theCase.name()).byContender::containsKey).findFirst();
  }

  /// {@return whether a mode times this pair}
  public final boolean isTimed(Mode mode, Case theCase, Contender contender) {
    Works works = works(theCase.name());
    return switch (mode) {
      case DEFAULT -> works.byDefault.contains(contender.name());
      case QUICK -> works.quick.contains(contender.name());
      case FULL -> applies(theCase, contender);
    };
  }

  /// {@return whether a run in the default mode without named experiments includes this one}
  public boolean isInDefaultRun() {
    return true;
  }

  /// {@return the time that a JVM of this case needs in addition to its start and the mode's
  /// timing, for example to fill a store, or for an observation}
  public final Duration extraTime(Case theCase) {
    return works(theCase.name()).extraTime;
  }

  /// {@return the reason why this machine cannot run a pair, if that is known without trying}
  public final Optional<String> unavailable(Case theCase, Contender contender) {
    return work(theCase, contender).unavailable;
  }

  /// {@return the number of operations in one call of [Workload#run]}
  public final int operations(Case theCase) {
    return works(theCase.name()).operations.getAsInt();
  }

  /// {@return the number of threads that each do the work, at the same time}
  public final int threads(Case theCase) {
    return works(theCase.name()).threads;
  }

  /// {@return whether a JVM of this case needs the machine for itself} Otherwise the JVMs of a
  /// round take turns.
  public final boolean isAlone(Case theCase) {
    return works(theCase.name()).alone || isObserved(theCase) || threads(theCase) > 1;
  }

  /// {@return the memory of a JVM of this pair, in MiB}
  public final long mebibytes(Case theCase, Contender contender) {
    return work(theCase, contender).mebibytes;
  }

  /// {@return whether the [Workload] is an [Observation], which runs once in each JVM}
  public final boolean isObserved(Case theCase) {
    return works(theCase.name()).observed;
  }

  /// {@return the JVM flags that this contender needs in this case, in addition to those of every
  /// measured JVM}
  public final List<String> flags(Case theCase, Contender contender) {
    return work(theCase, contender).flags;
  }

  /// {@return the method whose compiled calls are shown, as `Decoder::decode`; empty if none is}
  public final Optional<String> explained(Case theCase, Contender contender) {
    return work(theCase, contender).explained;
  }

  /// {@return whether a JVM shows the calls of this pair with `--quick` too}
  public final boolean isExplainedInQuick(Case theCase, Contender contender) {
    return works(theCase.name()).explained.contains(contender.name());
  }

  /// {@return whether the machine code of the loops in the [#explained] methods is shown too}
  public boolean showsLoops() {
    return false;
  }

  /// Creates the work of a pair. The JVMs that verify or time the pair call this method, once for
  /// each thread.
  ///
  /// @throws UnavailableException if this contender cannot run here
  public final Workload workload(Case theCase, Contender contender) {
    return work(theCase, contender).maker.get();
  }

  private Work work(Case theCase, Contender contender) {
    return works(theCase.name()).work(contender.name());
  }

  private Works works(String theCase) {
    Works works = cases.get(theCase);
    if (works == null) {
      throw new IllegalArgumentException("no case " + theCase);
    }
    return works;
  }

  /// A case, to which the work of contenders is added.
  protected static final class Works {
    private final Case theCase;
    private final List<Loss> losses = new ArrayList<>();
    private final IntSupplier operations;
    private final Map<String, Work> byContender = new LinkedHashMap<>();
    private Set<String> quick = Set.of();
    private Set<String> byDefault = Set.of();
    private Set<String> explained = Set.of();
    private Duration extraTime = Duration.ZERO;
    private int threads = 1;
    private boolean observed;
    private boolean alone;

    private Works(Case theCase, IntSupplier operations) {
      this.theCase = theCase;
      this.operations = operations;
    }

    private Case described(boolean isAlone) {
      String description = theCase.description() + (isAlone ? "; one JVM at a time" : "");
      return new Case(theCase.name(), theCase.family(), description, losses);
    }

    /// Sets [Experiment#threads].
    public Works threads(int count) {
      threads = count;
      return this;
    }

    /// Sets [Experiment#extraTime].
    public Works extraTime(Duration time) {
      extraTime = time;
      return this;
    }

    /// Makes [Experiment#isAlone] true.
    public Works alone() {
      alone = true;
      return this;
    }

    /// Sets [Experiment#isObserved].
    public Works observed() {
      observed = true;
      return this;
    }

    private Work work(String contender) {
      Work work = byContender.get(contender);
      if (work == null) {
        throw new IllegalArgumentException(contender + " has no part in " + theCase.name());
      }
      return work;
    }

    private Set<String> requireParts(Set<String> names) {
      if (names.isEmpty()) {
        throw new IllegalArgumentException("no contender is named for " + theCase.name());
      }
      names.forEach(this::work);
      return Set.copyOf(names);
    }
  }

  /// The work of a contender in a case.
  protected static final class Work {
    private final Supplier<Workload> maker;
    private List<String> flags = List.of();
    private Optional<String> explained = Optional.empty();
    private Optional<String> unavailable = Optional.empty();
    private long mebibytes = SMALL_JVM;

    private Work(Supplier<Workload> maker) {
      this.maker = maker;
    }

    /// Sets [Experiment#flags].
    public Work flags(String... all) {
      return flags(List.of(all));
    }

    /// Sets [Experiment#flags].
    public Work flags(List<String> all) {
      flags = List.copyOf(all);
      return this;
    }

    /// Sets [Experiment#explained].
    public Work explained(String method) {
      explained = Optional.of(method);
      return this;
    }

    /// Sets [Experiment#mebibytes], and [Experiment#unavailable] if this machine has less.
    ///
    /// @param needed the memory of the stores, with all their overhead, in MiB
    /// @param memory the memory of this machine, in MiB
    public Work memory(int rows, long needed, long memory) {
      mebibytes = SMALL_JVM + needed;
      MachineMemory.tooSmall(rows, needed, memory).ifPresent(this::unavailable);
      return this;
    }

    /// Sets [Experiment#unavailable].
    public Work unavailable(String reason) {
      unavailable = Optional.of(reason);
      return this;
    }
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
