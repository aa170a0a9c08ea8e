// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The rules that the main code of every module keeps. A test in each module extends this class.
/// Its classes are read once, for all rules.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ArchitectureContract {
  private static final int MAX_LINES = 500;

  private final Class<?> api;
  private final String root;

  /// The main code of the module.
  protected final JavaClasses classes;

  /// @param api a public class in the module's main package
  protected ArchitectureContract(Class<?> api) {
    this(api, api.getPackageName());
  }

  /// @param api any class of the module
  /// @param root the package around all others of the module
  protected ArchitectureContract(Class<?> api, String root) {
    // The rules ask for the names of other classes, and not for what is in them.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    this.api = api;
    this.root = root;
    this.classes =
        new ClassFileImporter().importUrl(api.getProtectionDomain().getCodeSource().getLocation());
  }

  /// The packages of other modules that this one may use, as in `dev.ashlar.memory..`.
  protected abstract List<String> usedModules();

  /// The source files of more than 500 lines, each with the reason.
  protected Map<String, String> largeFiles() {
    return Map.of();
  }

  /// Values of the API that the packages behind it make. They use nothing of the module.
  protected Set<Class<?>> sharedValues() {
    return Set.of();
  }

  /// Whether the module may name `sun.misc.Unsafe`.
  protected boolean mayUseUnsafe() {
    return false;
  }

  @Test
  final void theClassesOfTheModuleAreChecked() {
    assertThat(classes.contain(api)).isTrue();
    assertThat(classes.contain(getClass())).isFalse();
  }

  @Test
  final void packagesDependOnEachOtherInOneDirection() {
    Set<String> values = sharedValues().stream().map(Class::getName).collect(Collectors.toSet());
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getName();
                if (!name.startsWith(root)) {
                  return SliceIdentifier.ignore();
                }
                boolean shared = values.stream().anyMatch(each -> isPartOf(each, name));
                return SliceIdentifier.of(shared ? "shared values" : type.getPackageName());
              }

              @Override
              public String getDescription() {
                return "packages";
              }
            })
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
  }

  private static boolean isPartOf(String outer, String name) {
    return name.equals(outer) || name.startsWith(outer + "$");
  }

  @Test
  final void itUsesTheModulesBelowItOnly() {
    String[] used = usedModules().toArray(String[]::new);
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.ashlar..")
                .and(not(resideInAPackage(root + "..")))
                .and(not(resideInAnyPackage(used))))
        .check(classes);
  }

  /// Signatures of exported types must not name types that are not exported: users could neither
  /// compile against them nor store their values.
  @Test
  final void signaturesOfTheApiHaveNoInternalTypes() {
    String internal = root + ".internal..";
    methods()
        .that()
        .areDeclaredInClassesThat(
            not(resideInAPackage(internal))
                .and(
                    DescribedPredicate.describe(
                        "public", type -> type.getModifiers().contains(JavaModifier.PUBLIC))))
        .and(
            DescribedPredicate.describe(
                "are public or protected",
                method ->
                    method.getModifiers().contains(JavaModifier.PUBLIC)
                        || method.getModifiers().contains(JavaModifier.PROTECTED)))
        .should()
        .notHaveRawReturnType(resideInAPackage(internal))
        .andShould()
        .notHaveRawParameterTypes(
            DescribedPredicate.describe(
                "internal",
                (List<JavaClass> types) -> types.stream().anyMatch(resideInAPackage(internal))))
        .allowEmptyShould(true)
        .check(classes);
  }

  /// The class path hides no public class. So memory of any address is in package-private classes,
  /// but for `Foreign` in an internal package: where the class path has it, all code may call
  /// restricted methods itself.
  @Test
  final void publicClassesHaveNoUncheckedMemory() {
    noClasses()
        .that(DescribedPredicate.describe("are public", type -> isOpen(type)))
        .and()
        // Two ask whether native access is granted, by a segment of no bytes.
        .haveNameNotMatching(".*\\.(NativeAccess|internal\\.cdata\\.(Native|Foreign))(\\$.*)?")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "it is MemorySegment.reinterpret",
                call ->
                    call.getTargetOwner().isEquivalentTo(MemorySegment.class)
                        && call.getName().equals("reinterpret")))
        .allowEmptyShould(true)
        .check(classes);
  }

  private static boolean isOpen(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureContract::isOpen).orElse(true);
  }

  @Test
  final void nothingUsesUnsafeOrTheJdksInternals() {
    String[] refused =
        mayUseUnsafe() ? new String[] {"jdk.internal.."} : new String[] {"sun..", "jdk.internal.."};
    noClasses().should().dependOnClassesThat().resideInAnyPackage(refused).check(classes);
  }

  @Test
  final void sourceFilesAreShort() throws IOException, URISyntaxException {
    Map<String, Long> large = new TreeMap<>();
    Path classes = Path.of(api.getProtectionDomain().getCodeSource().getLocation().toURI());
    // With the templates beside `java`.
    Path sources = classes.resolveSibling("../src/main").normalize();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          long count = lines.count();
          if (count > MAX_LINES) {
            large.put(file.getFileName().toString(), count);
          }
        }
      }
    }
    large.forEach((file, lines) ->
        System.out.printf("%s has %d lines: %s%n", file, lines, largeFiles().get(file)));
    assertThat(large.keySet())
        .as("files of more than %d lines", MAX_LINES)
        .isEqualTo(largeFiles().keySet());
  }
}
