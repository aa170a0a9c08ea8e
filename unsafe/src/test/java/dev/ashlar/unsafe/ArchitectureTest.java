// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  private static final String INTERNAL = "dev.ashlar.unsafe.internal..";

  ArchitectureTest() {
    super(JdkMethods.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.jit..");
  }

  @Test
  void archivesKnowNothingElseOfThisModule() {
    noClasses()
        .that()
        .resideInAPackage(INTERNAL)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.ashlar.unsafe..").and(resideOutsideOfPackage(INTERNAL)))
        .check(classes);
  }
}
