package dev.ashlar.lab.firstuse;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The milliseconds before the nanoseconds: what a part costs where it is used for the first time.
public final class FirstUseExperiment implements Experiment {
  private static final Case EMPTY = new Case("empty", "empty", "a JVM that uses nothing");
  private static final Case COLD =
      new Case(
          "cold",
          "cold",
          "one write and one read in a fresh JVM, median over "
              + FirstUseExperiment.JVMS
              + " JVMs");

  private static final int JVMS = 5;

  @Override
  public String name() {
    return "first-use";
  }

  @Override
  public String title() {
    return "First use in a fresh JVM";
  }

  @Override
  public String question() {
    return "A command-line tool, a function in the cloud or a test uses a library once or twice, before"
        + " anything is compiled. Then class loading, method handles, generated classes and the"
        + " linking of native functions cost more than all calls. What does the first use of each"
        + " part cost, beside the JDK's own way to a piece of native memory?";
  }

  @Override
  public List<Case> cases() {
    return List.of(EMPTY, COLD);
  }

  @Override
  public List<Contender> contenders() {
    return Arrays.stream(Part.values())
        .map(part -> new Contender(part.contender, part.description))
        .toList();
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return theCase.equals(EMPTY) == (Part.of(contender.name()) == Part.NOTHING);
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return Map.of(
        COLD.name(),
        Set.of(Part.CONFINED_ARENA.contender, Part.BYTES_NATIVE.contender, Part.TABLE.contender));
  }

  @Override
  public Duration extraTime(Case theCase) {
    return Duration.ofMillis(100L * JVMS);
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return Map.of(EMPTY.name(), Set.of(), COLD.name(), Set.of());
  }

  @Override
  public int operations(Case theCase) {
    return 1;
  }

  @Override
  public boolean isObserved(Case theCase) {
    return true;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    return new FreshJvms(Part.of(contender.name()), JVMS);
  }
}
