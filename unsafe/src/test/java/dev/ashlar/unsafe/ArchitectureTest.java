package dev.ashlar.unsafe;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The dependencies between the packages of this module.
class ArchitectureTest {
  private static final String INTERNAL = "dev.ashlar.unsafe.internal..";

  @SuppressWarnings("NullAway.Init")
  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .importUrl(JdkMethods.class.getProtectionDomain().getCodeSource().getLocation());
    assertThat(classes.contain(JdkMethods.class)).isTrue();
    assertThat(classes.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void packagesDependOnEachOtherInOneDirection() {
    slices().matching("(dev.ashlar.unsafe..)").should().beFreeOfCycles().check(classes);
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

  @Test
  void publicMethodsOfExportedClassesReturnNoInternalTypes() {
    methods()
        .that()
        .areDeclaredInClassesThat(resideOutsideOfPackage(INTERNAL))
        .and()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .should()
        .notHaveRawReturnType(resideInAPackage(INTERNAL))
        .check(classes);
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
