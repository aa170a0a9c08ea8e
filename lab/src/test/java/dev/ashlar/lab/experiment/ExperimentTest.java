// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ExperimentTest {
  /// Two cases: `b` has no part in the second.
  private static final class Letters extends Experiment {
    private Letters(Consumer<Letters> more) {
      super("letters", "", "");
      addContender("ashlar", "ours");
      addContender("a", "the JDK's");
      addContender("b", "the JDK's, and better", Kind.LIMIT);
      setJdkContenders("b", "a");
      addCase("first", "letters", "all of them", 7);
      for (String contender : List.of("ashlar", "a", "b")) {
        addWork("first", contender, () -> new Nothing(contender)).flags("-D" + contender);
      }
      addCase("second", "letters", "not all", () -> 8)
          .threads(2)
          .observed()
          .extraTime(Duration.ofSeconds(3));
      addWork("second", "ashlar", () -> new Nothing("2"))
          .explained("Letters::second")
          .unavailable("no such letter");
      addWork("second", "a", () -> new Nothing("2a"));
      addLoss("second", "a", "it is short");
      more.accept(this);
    }

    private Case theCase(String name) {
      return cases().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    private Contender contender(String name) {
      return contenders().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    private List<String> names(Predicate<Contender> chosen) {
      return contenders().stream().filter(chosen).map(Contender::name).toList();
    }

    private List<String> timed(Mode mode, String theCase) {
      return names(one -> isTimed(mode, theCase(theCase), one));
    }

    private List<String> explained(String theCase) {
      return names(one -> isExplainedInQuick(theCase(theCase), one));
    }
  }

  private record Nothing(String name) implements Workload {
    @Override
    public void verify() {}

    @Override
    public long run() {
      return 0;
    }
  }

  private static Letters letters() {
    return new Letters(_ -> {});
  }

  @Test
  void aCaseAndItsPairsHaveWhatWasSet() {
    Letters letters = letters();
    Case first = letters.theCase("first");
    Case second = letters.theCase("second");
    Contender ashlar = letters.contender("ashlar");
    assertThat(letters.cases()).extracting(Case::name).containsExactly("empty", "first", "second");
    assertThat(letters.operations(first)).isEqualTo(7);
    assertThat(letters.operations(second)).isEqualTo(8);
    assertThat(letters.threads(first)).isEqualTo(1);
    assertThat(letters.threads(second)).isEqualTo(2);
    assertThat(letters.isObserved(first)).isFalse();
    assertThat(letters.isObserved(second)).isTrue();
    assertThat(letters.extraTime(first)).isZero();
    assertThat(letters.extraTime(second)).isEqualTo(Duration.ofSeconds(3));
    assertThat(letters.flags(first, ashlar)).containsExactly("-Dashlar");
    assertThat(letters.explained(first, ashlar)).isEmpty();
    assertThat(letters.explained(second, ashlar)).hasValue("Letters::second");
    assertThat(letters.unavailable(first, ashlar)).isEmpty();
    assertThat(letters.unavailable(second, ashlar)).hasValue("no such letter");
    assertThat(letters.workload(first, ashlar)).isEqualTo(new Nothing("ashlar"));
    assertThat(letters.workload(second, ashlar)).isEqualTo(new Nothing("2"));
  }

  @Test
  void aContenderIsWhatItsNameOrTheExperimentSays() {
    Letters letters = letters();
    assertThat(letters.contenders())
        .extracting(Contender::kind)
        .containsExactly(Kind.ASHLAR, Kind.JDK, Kind.LIMIT, Kind.CONTROL);
    assertThat(letters.names(one -> letters.applies(letters.theCase("second"), one)))
        .containsExactly("ashlar", "a");
    assertThat(letters.theCase("first").losses()).isEmpty();
    assertThat(letters.theCase("second").reason("a")).isEqualTo("it is short");
    assertThat(letters.theCase("second").reason("b")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> letters.workload(letters.theCase("second"), letters.contender("b")))
        .withMessage("b has no part in second");
  }

  @Test
  void theHarnessIsLastOrWhereItIsAdded() {
    assertThat(letters().names(_ -> true)).containsExactly("ashlar", "a", "b", "harness");
    Letters letters =
        new Letters(all -> {
          all.addHarness("calls nothing", 5, () -> new Nothing("own"));
          all.addContender("c", "after it");
        });
    Case empty = letters.cases().getFirst();
    Contender harness = letters.contender("harness");
    assertThat(letters.names(_ -> true)).containsExactly("ashlar", "a", "b", "harness", "c");
    assertThat(letters.names(one -> letters.applies(empty, one))).containsExactly("harness");
    assertThat(letters.timed(Mode.QUICK, "empty")).containsExactly("harness");
    assertThat(letters.operations(empty)).isEqualTo(5);
    assertThat(letters.workload(empty, harness)).isEqualTo(new Nothing("own"));
    assertThat(harness.kind()).isEqualTo(Kind.CONTROL);
  }

  @Test
  void fullTimesAllAndOtherModesTheChosenAndTheJdks() {
    Letters letters =
        new Letters(all -> {
          all.addHeadline("first", "ashlar");
          all.addHeadline("second");
          all.addDefault("second", "ashlar");
        });
    assertThat(letters.timed(Mode.FULL, "first")).containsExactly("ashlar", "a", "b");
    assertThat(letters.timed(Mode.QUICK, "first")).containsExactly("ashlar", "b");
    assertThat(letters.timed(Mode.DEFAULT, "first")).isEmpty();
    assertThat(letters.timed(Mode.QUICK, "second")).containsExactly("ashlar", "a");
    assertThat(letters.timed(Mode.DEFAULT, "second")).containsExactly("ashlar", "a");
    assertThat(letters().timed(Mode.QUICK, "first")).isEmpty();
    assertThat(letters.jdk(letters.theCase("first"))).hasValue("b");
    assertThat(letters.jdk(letters.theCase("second"))).hasValue("a");
    assertThat(letters.jdk(letters.theCase("empty"))).isEmpty();
  }

  @Test
  void whoeverIsNotNamedIsAsInQuick() {
    Letters letters =
        new Letters(all -> {
          all.addHeadline("first", "ashlar", "a");
          all.addDefault("first");
          all.addExplained("first");
          all.addExplained("second", "a");
        });
    assertThat(letters.timed(Mode.DEFAULT, "first")).containsExactly("ashlar", "a", "b");
    assertThat(letters.explained("first")).containsExactly("ashlar", "a", "b");
    assertThat(letters.explained("second")).containsExactly("a");
  }

  @Test
  void whatThereIsNotIsRefused() {
    refuses(all -> all.addHeadline("third", "ashlar"), "no case third");
    Supplier<Workload> nothing = () -> new Nothing("none");
    refuses(all -> all.addWork("third", "a", nothing), "no case third");
    refuses(all -> all.addWork("second", "c", nothing), "no contender c");
    refuses(all -> all.addHeadline("second", "b"), "b has no part in second");
    refuses(all -> all.addDefault("second", "b"), "b has no part in second");
    refuses(all -> all.addDefault("second"), "no contender is named for second");
    refuses(all -> all.addExplained("second"), "no contender is named for second");
  }

  private static void refuses(Consumer<Letters> more, String why) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Letters(more)).withMessage(why);
  }
}
