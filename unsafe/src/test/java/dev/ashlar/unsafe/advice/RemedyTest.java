// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.Use;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RemedyTest {
  private static final JdkMethods JDK = JdkMethods.ofThisJdk();
  private static final Member DENIED = new Member(JdkMethods.UNSAFE, "getLong", "(J)J");
  private static final Member ALLOCATES =
      new Member(JdkMethods.UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;");

  private static Use use(Member target, String type, String method) {
    return new Use(Use.Kind.UNSAFE_CALL, new Use.Site(type, method, "()V", 0, 0, 0), target);
  }

  private static String remedy(String name, List<String> contents, Use... uses) {
    Artifact artifact = new Artifact("", name, "1.0", Artifact.Source.FILE_NAME, name + ".jar");
    return Remedy.of(
            new ArtifactScan(artifact, 1, List.of(uses), List.of(), Map.of(), contents), JDK)
        .orElse("");
  }

  /// As in grpc-netty-shaded, whose Netty has a copy of JCTools.
  @Test
  void aCopyIsKnownByItsShapeInAnyPackage() {
    Use[] uses =
        Stream.of("allocateDirectNoCleaner", "copyMemory")
            .map(method -> use(DENIED, "x.y.PlatformDependent0", method))
            .toArray(Use[]::new);
    assertThat(remedy("shaded", List.of(), uses))
        .startsWith("shaded has a copy of netty-common in x.y, which changes only with a release")
        .contains(
            "Look for one with netty-common 4.2.1.Final or later, of which JDK 25 does not warn")
        .endsWith(KnownLibrary.ALLOW);
    assertThat(remedy("shaded", List.of("io.netty:netty-common:4.2.5.Final"), uses))
        .contains("a copy of netty-common 4.2.5.Final in x.y")
        .endsWith("Nothing to do: from 4.2.1.Final on, JDK 25 does not warn of netty-common.");
    Use[] both =
        Stream.concat(
                Stream.of(uses),
                Stream.of("lvRefElement", "spRefElement")
                    .map(method -> use(DENIED, "x.y.z.UnsafeRefArrayAccess", method)))
            .toArray(Use[]::new);
    assertThat(remedy("shaded", List.of(), both)).doesNotContain("jctools");
    assertThat(remedy("mine", List.of(), uses[0])).doesNotContain("netty");
  }

  @Test
  void everyArtifactWithCallsHasALine() {
    assertThat(remedy("mine", List.of(), use(DENIED, "a.B", "c")))
        .startsWith("Nothing is known of mine: look for a newer release")
        .endsWith(KnownLibrary.ALLOW);
    assertThat(remedy("mine", List.of(), use(ALLOCATES, "a.B", "c")))
        .isEqualTo("Nothing to do now: JDK 25 warns of none of its calls (allocateInstance).");
    Use named =
        new Use(
            Use.Kind.UNSAFE_NAME,
            new Use.Site("a.B", "c", "()V", 0, 0, 0),
            new Member(JdkMethods.UNSAFE, "", ""));
    assertThat(remedy("mine", List.of(), named)).startsWith("It names Unsafe without a call");
    Use internal =
        new Use(
            Use.Kind.INTERNAL_UNSAFE,
            new Use.Site("a.B", "c", "()V", 0, 0, 0),
            new Member(JdkMethods.INTERNAL_UNSAFE, "getLong", "(J)J"));
    assertThat(remedy("mine", List.of(), internal)).startsWith("Set --add-exports java.base");
    assertThat(remedy("mine", List.of())).isEmpty();
  }
}
