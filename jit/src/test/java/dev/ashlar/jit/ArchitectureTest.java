// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(CompilationLog.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"internal.log", "internal.classfile", "internal.jfr"})
  void theSyntaxOfFilesKnowsNothingElse(String name) {
    String own = "dev.ashlar.jit." + name;
    noClasses()
        .that()
        .resideInAPackage(own)
        .should()
        .dependOnClassesThat(resideInAPackage("dev.ashlar..").and(resideOutsideOfPackage(own)))
        .check(classes);
  }
}
