// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScanVerdictTest {
  private static final JdkMethods JDK = JdkMethods.ofThisJdk();
  private static final Member DENIED = new Member(JdkMethods.UNSAFE, "getLong", "(J)J");
  private static final Member ALLOWED = new Member(JdkMethods.UNSAFE, "park", "(ZJ)V");

  private static ArtifactScan artifact(String name, Use... uses) {
    return new ArtifactScan(
        new Artifact("g", name, "1", Artifact.Source.POM_PROPERTIES, name + ".jar"),
        1,
        Arrays.asList(uses),
        List.of(),
        Map.of(),
        List.of());
  }

  private static Use use(Use.Kind kind, Member target) {
    return new Use(kind, new Use.Site("a.B", "c", "()V", 1, 17, 0), target);
  }

  private static ScanVerdict verdict(int version, List<ScanProblem> problems, ArtifactScan... all) {
    return ScanVerdict.of(
        new ScanReport(version, Arrays.asList(all), all.length, 1, 1, problems), JDK);
  }

  @Test
  void onlyDeniedCallsWarnAndThrow() {
    ScanVerdict verdict =
        verdict(
            25,
            List.of(),
            artifact("x", use(Use.Kind.UNSAFE_CALL, DENIED), use(Use.Kind.UNSAFE_CALL, ALLOWED)),
            artifact("y", use(Use.Kind.UNSAFE_CALL, ALLOWED)));
    assertThat(verdict.denied()).isEqualTo(1);
    assertThat(verdict.warningCount()).isEqualTo(1);
    assertThat(verdict.deniedIn()).extracting(Artifact::name).containsExactly("x");
  }

  @Test
  void eachJdkWarnsOfWhatItKnows() {
    ArtifactScan[] all = {
      artifact("x", use(Use.Kind.UNSAFE_CALL, DENIED)),
      artifact("y", use(Use.Kind.NATIVE_METHOD, new Member("a.B", "c", "()V"))),
      artifact("z", use(Use.Kind.FINAL_FIELD, new Member("a.B", "d", "")))
    };
    assertThat(verdict(23, List.of(), all).warningCount()).isZero();
    assertThat(verdict(25, List.of(), all).warningCount()).isEqualTo(2);
    assertThat(verdict(26, List.of(), all).warningCount()).isEqualTo(3);
    assertThat(verdict(24, List.of(), all).warnsOfUnsafe()).isTrue();
    assertThat(verdict(25, List.of(), all).warnsOfFinalFields()).isFalse();
    assertThat(verdict(27, List.of(), all).warnsOfFinalFields()).isTrue();
  }

  @Test
  void aScanWithProblemsIsIncomplete() {
    assertThat(verdict(25, List.of(new ScanProblem("a.jar", "torn", true))).complete()).isFalse();
  }

  @Test
  void whatNamesTheClassMayCallItByReflection() {
    ScanVerdict verdict =
        verdict(
            25,
            List.of(),
            artifact("x", use(Use.Kind.UNSAFE_NAME, new Member(JdkMethods.UNSAFE, "", ""))));
    assertThat(verdict.namesIn()).extracting(Artifact::name).containsExactly("x");
    assertThat(verdict.warningCount()).isZero();
  }
}
