// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The agent beside frameworks, module layers, other agents and archives of classes.
class SurroundingsTest {
  private static final Path LIBRARIES = Path.of("target", "libraries").toAbsolutePath();

  @TempDir private Path folder = Path.of("");

  private Path small() throws IOException {
    return AgentJar.compiled(folder, AgentJar.program("Small"));
  }

  private static void assertRan(ChildJvm.Ended ended) {
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("fields 5 6", "direct 77", "RefusedAccessException 0");
  }

  /// The class loader of a bundle delegates `java.*` and what the bundle imports.
  @Test
  void aBundleOfOsgiRuns() throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.putValue("Bundle-ManifestVersion", "2");
    attributes.putValue("Bundle-SymbolicName", "small");
    attributes.putValue("Import-Package", "sun.misc");
    Path bundle = AgentJar.jar(folder.resolve("bundle.jar"), small(), manifest);
    String felix = LIBRARIES.resolve("org.apache.felix.framework-7.0.5.jar").toString();
    String cache = folder.resolve("cache").toString();
    assertRan(
        AgentJar.replaced(
            folder, "-cp", felix, AgentJar.program("Osgi"), bundle.toString(), cache));
  }

  @Test
  void aModuleOfAnotherLayerRuns() throws Exception {
    Path classes = AgentJar.module(folder);
    ChildJvm.Ended ended = AgentJar.replaced(folder, AgentJar.program("Layer"), classes.toString());
    assertRan(ended);
    assertThat(ended.out()).contains("module small");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAgentBesideItRuns(boolean first) throws Exception {
    Path coverage = folder.resolve("coverage.exec");
    Path jacoco = LIBRARIES.resolve("org.jacoco.agent-0.8.14-runtime.jar");
    String own = "-javaagent:" + AgentJar.in(folder);
    String other = "-javaagent:" + jacoco + "=destfile=" + coverage;
    // They are called in the order of the command.
    assertRan(
        AgentJar.denied(
            folder,
            first ? own : other,
            first ? other : own,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            small().toString(),
            "Small"));
    assertThat(coverage).isNotEmptyFile();
  }

  /// Runs `Small` beside an agent that loads classes first.
  private ChildJvm.Ended afterFirst(String loaded) throws Exception {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Small"), AgentJar.program("First"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Premain-Class", "First");
    Path first = AgentJar.jar(folder.resolve("first.jar"), classes, manifest);
    Path report = folder.resolve("report.json");
    return AgentJar.denied(
        folder,
        "-javaagent:" + first + "=" + loaded,
        "-javaagent:" + AgentJar.in(folder) + "=report=" + report,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classes.toString(),
        "Small");
  }

  @Test
  void aClassThatAnotherAgentHasLoadedRunsAndIsReported() throws Exception {
    assertRan(afterFirst("Small"));
    assertThat(AgentJar.report(folder))
        .contains("\"slower\": {\"Small\": \"it was loaded before the agent\"}");
  }

  @Test
  void unsafeThatAnotherAgentHasLoadedIsReported() throws Exception {
    assertRan(afterFirst("sun.misc.Unsafe"));
    assertThat(AgentJar.report(folder))
        .contains("\"unchanged\": {\"sun.misc.Unsafe\": \"another agent loaded it first\"}");
  }

  /// The JVM leaves a cache alone that was made with other modules.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCacheOfClassesIsUsedOrLeft(boolean madeWithAgent) throws Exception {
    Path jar = AgentJar.jar(folder.resolve("small.jar"), small(), new Manifest());
    String cache = folder.resolve("small.aot").toString();
    String[] making = {"-XX:AOTCacheOutput=" + cache, "-cp", jar.toString(), "Small"};
    String mode = "-XX:AOTMode=" + (madeWithAgent ? "on" : "auto");
    String[] using = {"-XX:AOTCache=" + cache, mode, "-cp", jar.toString(), "Small"};
    ChildJvm.Ended made =
        madeWithAgent ? AgentJar.replaced(folder, making) : ChildJvm.java(folder, making);
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertRan(AgentJar.replaced(folder, using));
  }
}
