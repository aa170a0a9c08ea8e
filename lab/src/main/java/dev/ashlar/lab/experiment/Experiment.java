package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One argument to settle: what is timed, by whom, and how it is presented.
public interface Experiment {
  /// {@return the name on the command line and in the results}
  String name();

  /// {@return a headline}
  String title();

  /// {@return the question it answers, in a paragraph}
  String question();

  /// {@return all cases, in reading order}
  List<Case> cases();

  /// {@return all contenders, in reading order}
  List<Contender> contenders();

  /// {@return whether this contender has anything to do in this case at all}
  boolean applies(Case theCase, Contender contender);

  /// {@return the contenders that `--quick` times, by the name of the case; an empty set stands for
  /// all of them}
  Map<String, Set<String>> headlines();

  /// {@return whether `--quick` times this pair, if it applies}
  default boolean isHeadline(Case theCase, Contender contender) {
    return isTimed(Mode.QUICK, theCase, contender);
  }

  /// {@return the contenders that the default mode times, by the name of the case. One to three
  /// cases answer the question, with the leading contender of Ashlar, the best rivals and the
  /// limit}
  default Map<String, Set<String>> defaults() {
    return headlines();
  }

  /// {@return the contender that does the work as the JDK alone does it; it is timed in every mode.
  /// Empty where the JDK has no way, and in the control}
  default Optional<String> jdk(Case theCase) {
    return contenders().stream()
        .filter(one -> one.name().startsWith("jdk") && applies(theCase, one))
        .map(Contender::name)
        .findFirst();
  }

  /// {@return whether a mode times this pair, if it applies}
  default boolean isTimed(Mode mode, Case theCase, Contender contender) {
    Set<String> names =
        switch (mode) {
          case DEFAULT -> defaults().get(theCase.name());
          case QUICK -> headlines().get(theCase.name());
          case FULL -> Set.<String>of();
        };
    return names != null
        && (names.isEmpty()
            || names.contains(contender.name())
            || jdk(theCase).filter(contender.name()::equals).isPresent());
  }

  /// {@return what a JVM of this case takes beyond its start and what the mode has it time: filling
  /// a store, or an observation}
  default Duration extraTime(Case theCase) {
    return Duration.ZERO;
  }

  /// {@return why this machine is not up to a pair, where that shows without trying}
  default Optional<String> unavailable(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return the operations in one call of [Workload#run]}
  int operations(Case theCase);

  /// {@return the threads that each do the work at the same time}
  default int threads(Case theCase) {
    return 1;
  }

  /// {@return whether the [Workload] is an [Observation], which runs once in each JVM}
  default boolean isObserved(Case theCase) {
    return false;
  }

  /// {@return the JVM flags this contender needs in this case, which its users would have to pass
  /// too}
  default List<String> flags(Case theCase, Contender contender) {
    return contender.flags();
  }

  /// {@return the method whose calls are shown as the compiler saw them, as `Decoder::decode`;
  /// empty if they are of no interest}
  default Optional<String> explained(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return whether `--quick` too starts a JVM to show the calls of this pair}
  default boolean isExplainedInQuick(Case theCase, Contender contender) {
    return false;
  }

  /// {@return whether the loops of explained methods are shown in machine code too}
  default boolean showsLoops() {
    return false;
  }

  /// Makes the work of a pair. Called in the JVM that times it, once for each thread.
  ///
  /// @throws UnavailableException if this contender cannot run here
  Workload workload(Case theCase, Contender contender);

  /// A case.
  ///
  /// @param family cases that share a chart
  record Case(String name, String family, String description) {}

  /// A contender.
  ///
  /// @param flags JVM flags it needs in most cases, see [Experiment#flags]
  /// @param kind what it is in a comparison
  record Contender(String name, String description, List<String> flags, Kind kind) {
    public Contender {
      flags = List.copyOf(flags);
    }

    public Contender(String name, String description, Kind kind) {
      this(name, description, List.of(), kind);
    }

    public Contender(String name, String description, List<String> flags) {
      this(
          name,
          description,
          flags,
          LabRun.isSubject(name)
              ? Kind.ASHLAR
              : name.equals("harness")
                  ? Kind.CONTROL
                  : name.equals("c") || name.startsWith("c-") ? Kind.LIMIT : Kind.RIVAL);
    }

    public Contender(String name, String description) {
      this(name, description, List.of());
    }
  }
}
