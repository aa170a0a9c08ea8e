// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.strings.StringsExperiment;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Omission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  private final Experiment strings = new StringsExperiment(Optional.empty());

  @Test
  void quickTimesTheHeadlinesOnly() {
    assertThat(plan(Mode.QUICK, "", "").pairs())
        .isNotEmpty()
        .allMatch(pair -> strings.isTimed(Mode.QUICK, pair.theCase(), pair.contender()))
        .containsExactlyElementsOf(
            applicable().stream()
                .filter(pair -> strings.isTimed(Mode.QUICK, pair.theCase(), pair.contender()))
                .toList());
  }

  @Test
  void theDefaultModeTimesItsCasesOnly() {
    Plan plan = plan(Mode.DEFAULT, "", "");
    assertThat(plan.cases()).extracting(one -> one.theCase().name()).containsExactly("telemetry");
    assertThat(plan.cases()).allMatch(one -> one.explained().isEmpty());
    assertThat(plan.skipped())
        .isNotEmpty()
        .allMatch(one ->
            one.why().equals("not part of the default run; --quick or --case NAME measures it")
                || one.why().equals("not part of the default run; --case NAME measures it"));
    assertThat(plan.skipped())
        .contains(
            new Omission(
                "world", "*", "not part of the default run; --quick or --case NAME measures it"),
            new Omission("latin1-8", "*", "not part of the default run; --case NAME measures it"));
  }

  @Test
  void fullTimesEverything() {
    Plan plan = plan(Mode.FULL, "", "");
    assertThat(plan.pairs()).containsExactlyElementsOf(applicable());
    assertThat(plan.skipped()).isEmpty();
  }

  @Test
  void whatIsNotTimedIsListedOnce() {
    Plan plan = plan(Mode.QUICK, "", "");
    List<Pair> all = new ArrayList<>(plan.pairs());
    for (Omission omission : plan.skipped()) {
      List<Pair> omitted =
          applicable().stream()
              .filter(pair -> pair.theCase().name().equals(omission.caseName()))
              .filter(pair ->
                  omission.contender().equals("*")
                      || pair.contender().name().equals(omission.contender()))
              .toList();
      assertThat(omitted).as(omission.toString()).isNotEmpty();
      assertThat(omission.why()).contains("--case NAME");
      all.addAll(omitted);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(applicable());
  }

  @Test
  void globsChooseAlsoWhatQuickLeavesOut() {
    assertThat(names(plan(Mode.QUICK, "latin1-{8,16}", "{ashlar,otel-*}")))
        .containsExactly(
            "latin1-8 ashlar",
            "latin1-8 otel-default",
            "latin1-8 otel-unsafe",
            "latin1-8 otel-varhandle",
            "latin1-8 otel-allocating",
            "latin1-16 ashlar",
            "latin1-16 otel-default",
            "latin1-16 otel-unsafe",
            "latin1-16 otel-varhandle",
            "latin1-16 otel-allocating");
    assertThat(names(plan(Mode.FULL, "", "quick*")))
        .contains("world quickbuf")
        .hasSizeGreaterThan(30);
    assertThat(names(plan(Mode.QUICK, "ascii-?", "ashlar"))).containsExactly("ascii-8 ashlar");
    assertThat(names(plan(Mode.QUICK, "ASCII-8", "ashlar"))).isEmpty();
  }

  @Test
  void theHarnessIsTimedInTheEmptyCaseOnly() {
    assertThat(names(plan(Mode.FULL, "empty", ""))).containsExactly("empty harness");
    assertThat(names(plan(Mode.FULL, "", "harness"))).containsExactly("empty harness");
    assertThat(names(plan(Mode.FULL, "empty", "ashlar"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a", "a\\", "{a,{b}}", "[z-a]"})
  void aGlobThatIsNone(String glob) {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> plan(Mode.QUICK, glob, ""))
        .withMessageStartingWith("--case '" + glob + "' is not a glob: ")
        .matches(LabException::isWrongUsage);
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> plan(Mode.QUICK, "", glob))
        .withMessageStartingWith("--contender '" + glob + "' is not a glob: ");
  }

  @Test
  void whatTheMachineIsNotUpToIsListedWithTheReason() {
    Plan plan = Plan.of(new TooLarge(), options(Mode.FULL, "", ""));
    assertThat(names(plan))
        .containsExactly("empty harness", "large small", "little large", "little small");
    assertThat(plan.skipped())
        .containsExactly(new Omission("large", "large", "no machine is that large"));
    assertThat(Plan.of(new TooLarge(), options(Mode.QUICK, "", "")).skipped())
        .containsExactly(
            new Omission("large", "*", "not part of --quick; --case NAME measures it"),
            new Omission("little", "*", "not part of --quick; --case NAME measures it"));
  }

  /// Two sizes of work, and two contenders, of which the large one is too large for large work.
  private static final class TooLarge extends Experiment {
    TooLarge() {
      super("sizes", "", "");
      addContender("large", "");
      addContender("small", "");
      for (String theCase : List.of("large", "little")) {
        addCase(theCase, "sizes", "", 1);
        for (String contender : List.of("large", "small")) {
          addWork(theCase, contender, () -> fail("nothing is timed here"));
        }
      }
      addWork("large", "large", () -> fail("nothing is timed here"))
          .unavailable("no machine is that large");
    }
  }

  private Plan plan(Mode mode, String cases, String contenders) {
    return Plan.of(strings, options(mode, cases, contenders));
  }

  private static LabOptions options(Mode mode, String cases, String contenders) {
    return new LabOptions(
        List.of(),
        mode,
        Optional.of(cases).filter(glob -> !glob.isEmpty()),
        Optional.of(contenders).filter(glob -> !glob.isEmpty()),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        List.of(),
        0);
  }

  private List<Pair> applicable() {
    List<Pair> all = new ArrayList<>();
    for (Case theCase : strings.cases()) {
      for (Contender contender : strings.contenders()) {
        if (strings.applies(theCase, contender)) {
          all.add(new Pair(theCase, contender));
        }
      }
    }
    return all;
  }

  private static List<String> names(Plan plan) {
    return plan.pairs().stream()
        .map(pair -> pair.theCase().name() + " " + pair.contender().name())
        .toList();
  }
}
