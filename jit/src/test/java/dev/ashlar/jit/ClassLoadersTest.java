package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testing.Jdks;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Classes of one name in several class loaders, which the log does not name.
@Timeout(180)
class ClassLoadersTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void areNotTakenForADeoptimizationLoop(int version) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    CompilationLog log =
        CompilationLog.read(Program.compile("Loaders", folder).run(jdk.get(), "-Xbatch").log());
    assertThat(log.classesOfSeveralLoaders()).containsExactly("programs.Loaders$Step");
    // Each class was made not entrant, which looks like a loop.
    assertThat(log.compilations())
        .filteredOn(c -> c.isC2() && c.method().holder().equals("programs.Loaders$Step"))
        .filteredOn(c -> !c.isOsr())
        .extracting(Compilation::notEntrant)
        .filteredOn(Objects::nonNull)
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(log.findings())
        .noneMatch(finding -> finding.kind() == Finding.Kind.DEOPTIMIZATION_LOOP);
    try (SourceLines lines = log.withSourceLines().sourceLines()) {
      Method step = log.methodsNamed("Loaders$Step::step").get(0);
      assertThat(lines.line(step, 0)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bouncing", "Storm"})
  void ofOneLoaderHaveCountersThatGrow(String program) throws Exception {
    Optional<Path> jdk = Jdks.find(25);
    assumeTrue(jdk.isPresent(), "no JDK 25 in the usual folders");
    CompilationLog log = CompilationLog.read(Program.compile(program, folder).run(jdk.get()).log());
    assertThat(log.compilations()).isNotEmpty();
    assertThat(log.classesOfSeveralLoaders()).isEmpty();
  }
}
