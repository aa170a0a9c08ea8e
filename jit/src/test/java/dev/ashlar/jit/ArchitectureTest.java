package dev.ashlar.jit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The dependencies between the packages of this module.
class ArchitectureTest {
  private static final String INTERNAL = "dev.ashlar.jit.internal..";

  @SuppressWarnings("NullAway.Init")
  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .importUrl(CompilationLog.class.getProtectionDomain().getCodeSource().getLocation());
    assertThat(classes.contain(CompilationLog.class)).isTrue();
    assertThat(classes.contain(ArchitectureTest.class)).isFalse();
  }

  private static boolean holds(ArchRule rule) {
    return !rule.evaluate(classes).hasViolation();
  }

  @Test
  void packagesDependOnEachOtherInOneDirection() {
    slices().matching("(dev.ashlar.jit..)").should().beFreeOfCycles().check(classes);
    // Two of them do depend on each other, so each package is a slice of its own.
    assertThat(
            holds(
                noClasses()
                    .that()
                    .resideInAPackage("dev.ashlar.jit.asm")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.ashlar.jit.machine")))
        .isFalse();
  }

  /// What is exported must not name what is not: users could neither compile against it nor hold
  /// it.
  @Test
  void signaturesOfExportedPackagesHaveNoInternalTypes() {
    methods()
        .that()
        .areDeclaredInClassesThat(
            resideOutsideOfPackage(INTERNAL)
                .and(
                    DescribedPredicate.describe(
                        "public", c -> c.getModifiers().contains(JavaModifier.PUBLIC))))
        .and()
        .arePublic()
        .should()
        .notHaveRawReturnType(resideInAPackage(INTERNAL))
        .andShould()
        .notHaveRawParameterTypes(
            DescribedPredicate.describe(
                "internal", (List<JavaClass> l) -> l.stream().anyMatch(resideInAPackage(INTERNAL))))
        .check(classes);
  }

  @Test
  void theSyntaxOfLogsAndClassFilesKnowsNothingElse() {
    for (String own : List.of("internal.log", "internal.classfile")) {
      noClasses()
          .that()
          .resideInAPackage("dev.ashlar.jit." + own)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.ashlar..").and(resideOutsideOfPackage("dev.ashlar.jit." + own)))
          .check(classes);
    }
  }

  @Test
  void nothingUsesUnsafeOrTheJdksInternals() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "jdk.internal..")
        .check(classes);
  }
}
