// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/// What holds for each experiment.
public abstract class ExperimentContract {
  private static final Pattern PAGE = Pattern.compile("docs/\\S+\\.md");

  /// {@return the one under test, the same each time}
  protected abstract Experiment experiment();

  @Test
  void isOneOfTheExperiments() {
    assertThat(Experiments.named(List.of(experiment().name()), Mode.QUICK, Optional.empty()))
        .singleElement()
        .isInstanceOf(experiment().getClass());
  }

  @Test
  void namesAreDistinct() {
    assertThat(experiment().cases().stream().map(Case::name)).doesNotHaveDuplicates();
    assertThat(experiment().contenders().stream().map(Contender::name)).doesNotHaveDuplicates();
  }

  @Test
  void theHarnessAloneHasTheEmptyCaseAndNoOther() {
    Contender harness = contender("harness");
    assertThat(experiment().cases().stream().filter(c -> experiment().applies(c, harness)))
        .containsExactly(theCase("empty"));
    assertThat(
            experiment().contenders().stream()
                .filter(c -> experiment().applies(theCase("empty"), c)))
        .containsExactly(harness);
    assertThat(quickContenders("empty")).containsExactly("harness");
  }

  /// What Ashlar is compared with cannot be left out because it wins.
  @Test
  void theJdksOwnWayIsTimedInEveryCaseOfEveryMode() {
    for (Mode mode : Mode.values()) {
      for (Case theCase : experiment().cases()) {
        List<String> timed = timed(mode, theCase);
        if (!timed.isEmpty() && !theCase.name().equals("empty")) {
          String jdk =
              experiment()
                  .jdk(theCase)
                  .orElseThrow(() -> new AssertionError("no way of the JDK in " + theCase.name()));
          assertThat(contender(jdk).kind()).isNotIn(LabRun.Kind.ASHLAR, LabRun.Kind.LIBRARY);
          assertThat(timed).as("%s in %s", theCase.name(), mode).contains(jdk);
        }
      }
    }
  }

  @Test
  void theDefaultModeHasOneCaseWithAFewContenders() {
    Map<Case, List<String>> timed = new LinkedHashMap<>();
    experiment().cases().forEach(c -> timed.put(c, timed(Mode.DEFAULT, c)));
    timed.values().removeIf(List::isEmpty);
    assertThat(timed).hasSize(experiment().isInDefaultRun() ? 1 : experiment().cases().size() - 1);
    assertThat(experiment().title()).as("fits into the last screen").hasSizeLessThanOrEqualTo(30);
    timed.forEach((theCase, contenders) -> {
      assertThat(contenders)
          .as(theCase.name())
          .hasSizeBetween(2, experiment().isInDefaultRun() ? 6 : 12);
      assertThat(contenders)
          .as(theCase.name())
          .anyMatch(name -> contender(name).kind() == LabRun.Kind.ASHLAR);
    });
  }

  /// A reason is of a rival, and its page exists.
  @Test
  void eachLossHasItsRivalAndItsPage() {
    for (Case theCase : experiment().cases()) {
      for (LabRun.Loss loss : theCase.losses()) {
        assertThat(contender(loss.rival()).kind().isRival()).as(loss.rival()).isTrue();
        assertThat(experiment().applies(theCase, contender(loss.rival()))).isTrue();
        Matcher page = PAGE.matcher(loss.reason());
        assertThat(page.find()).as(loss.reason()).isTrue();
        assertThat(Path.of("..", page.group())).isRegularFile();
      }
    }
  }

  /// The log of a compilation is searched by these names: a class that was nested elsewhere would
  /// be reported as a method that C2 did not compile.
  @Test
  void eachExplainedMethodExists() throws Exception {
    Class<?> owner = experiment().getClass();
    Path folder =
        Path.of(Objects.requireNonNull(owner.getResource(owner.getSimpleName() + ".class")).toURI())
            .resolveSibling("");
    List<String> classes;
    try (Stream<Path> files = Files.list(folder)) {
      classes = files.map(file -> file.getFileName().toString()).toList();
    }
    Set<String> explained = new TreeSet<>();
    for (Case theCase : experiment().cases()) {
      for (Contender contender : experiment().contenders()) {
        if (experiment().applies(theCase, contender)) {
          experiment().explained(theCase, contender).ifPresent(explained::add);
        }
      }
    }
    for (String method : explained) {
      String holder = method.substring(0, method.indexOf("::"));
      String name = method.substring(method.indexOf("::") + 2);
      List<String> found =
          classes.stream()
              .filter(
                  file -> file.equals(holder + ".class") || file.endsWith("$" + holder + ".class"))
              .toList();
      assertThat(found).as(method).hasSize(1);
      String type = owner.getPackageName() + "." + found.getFirst().replace(".class", "");
      Class<?> loaded = Class.forName(type, false, getClass().getClassLoader());
      assertThat(loaded.getDeclaredMethods()).as(method).anyMatch(m -> m.getName().equals(name));
    }
  }

  private List<String> timed(Mode mode, Case theCase) {
    return experiment().contenders().stream()
        .filter(one -> experiment().applies(theCase, one))
        .filter(one -> experiment().isTimed(mode, theCase, one))
        .map(Contender::name)
        .toList();
  }

  /// {@return the names of the case and of the contender of each pair that applies}
  protected static Stream<Arguments> pairsOf(Experiment experiment) {
    return experiment.cases().stream()
        .flatMap(theCase ->
            experiment.contenders().stream()
                .filter(contender -> experiment.applies(theCase, contender))
                .map(contender -> Arguments.of(theCase.name(), contender.name())));
  }

  /// {@return the names of those whom `--quick` times in this case}
  protected final List<String> quickContenders(String theCase) {
    return experiment().contenders().stream()
        .filter(c -> experiment().applies(theCase(theCase), c))
        .filter(c -> experiment().isTimed(Mode.QUICK, theCase(theCase), c))
        .map(Contender::name)
        .toList();
  }

  /// {@return whether a machine or a JVM may be without this contender; all others have to run}
  protected boolean mayBeMissing(Case theCase, Contender contender) {
    return contender.name().matches("c|c-.*");
  }

  /// {@return the work of a pair; skips the test where its contender is missing}
  protected final Workload workload(Case theCase, Contender contender) {
    try {
      return experiment().workload(theCase, contender);
    } catch (UnavailableException | ExceptionInInitializerError | NoClassDefFoundError e) {
      Assumptions.assumeFalse(mayBeMissing(theCase, contender), e.toString());
      throw e;
    }
  }

  protected final Case theCase(String name) {
    return experiment().cases().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  protected final Contender contender(String name) {
    return experiment().contenders().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
