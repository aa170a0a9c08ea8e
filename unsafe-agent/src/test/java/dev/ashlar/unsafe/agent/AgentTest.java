// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs under `deny`, with the agent.
class AgentTest {
  private static final String C2 = "-XX:TieredStopAtLevel=4";

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"-XX:-UseCompactObjectHeaders", "-XX:+UseCompactObjectHeaders"})
  void aSmallProgramRuns(String headers) throws Exception {
    ChildJvm.Ended ended = AgentJar.replaced(folder, headers, AgentJar.program("Small"));
    assertThat(ended.out())
        .as(ended.err())
        .isEqualToNormalizingNewlines(
            """
            base true
            fields 5 6
            reference 5
            array -2 -1
            direct 77
            reflection -2 -2 -2 4
            trusted /trusted
            RefusedAccessException 0
            RefusedAccessException 0
            """);
    assertThat(AgentJar.report(folder))
        .contains(
            "java.base/java.nio", "putLong of 8 bytes at 25 is outside of a byte[] of 32 bytes");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void itFailsWithoutTheAgent() throws Exception {
    ChildJvm.Ended ended = AgentJar.denied(folder, AgentJar.program("Small"));
    assertThat(ended.err()).contains("UnsupportedOperationException");
    assertThat(ended.exitCode()).isNotZero();
  }

  @Test
  void librariesComputeTheSame() throws Exception {
    String[] program = AgentJar.compiledProgram(folder, "Libraries");
    List<String> allowed = AgentJar.allowed(folder, program);
    assertThat(AgentJar.denied(folder, program).out().lines())
        .hasSameSizeAs(allowed)
        // They have slower code of their own for JVMs without Unsafe.
        .filteredOn(line -> !line.startsWith("protobuf: ") && !line.startsWith("netty: "))
        .doesNotContainAnyElementsOf(allowed);
    ChildJvm.Ended replaced = AgentJar.replaced(folder, program);
    assertThat(replaced.out().lines().toList()).as(replaced.err()).isEqualTo(allowed);
    assertThat(replaced.exitCode()).isZero();
    assertThat(AgentJar.report(folder)).contains("\"unchanged\": {}").contains("\"refused\": {}");
    // Their native memory is allocated by Unsafe, or of the JDK's buffers.
    ChildJvm.Ended checked = AgentJar.checked(folder, "check=strict,check=init", program);
    assertThat(checked.out().lines().toList()).as(checked.err()).isEqualTo(allowed);
    assertThat(AgentJar.report(folder)).contains("\"refused\": {}");
  }

  /// Bytes that an operation allocates in steady state, which a busy machine reaches in time only
  /// if compilations are waited for.
  @Test
  void accessesMakeNoGarbage() throws Exception {
    String[] program = AgentJar.compiledProgram(folder, "Allocations", C2, "-Xbatch");
    ChildJvm.Ended ended = AgentJar.replaced(folder, program);
    assertThat(ended.out().lines())
        .as(ended.err())
        .hasSize(6)
        .allMatch(line -> line.endsWith(" 0"));
    ended = AgentJar.checked(folder, "check", program);
    assertThat(ended.out().lines())
        .as(ended.err())
        .hasSize(6)
        .allMatch(line -> line.endsWith(" 0"));
  }

  @Test
  void aRefusalIsRecorded() throws Exception {
    Path recording = folder.resolve("small.jfr");
    ChildJvm.Ended ended =
        AgentJar.replaced(
            folder, "-XX:StartFlightRecording:filename=" + recording, AgentJar.program("Small"));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(RecordingFile.readAllEvents(recording))
        .filteredOn(event -> event.getEventType().getName().equals("dev.ashlar.unsafe.Refused"))
        .hasSize(2)
        .first()
        .matches(event -> event.getString("reason").contains("outside of a byte[] of 32 bytes"))
        .matches(event -> event.getStackTrace().toString().contains("Small"));
  }

  /// Each way to the replacement: call sites with few and with many shapes, blocks, handles, and
  /// reflection in a class that does not name Unsafe.
  @Test
  void eachRefusalIsReportedAndRecorded() throws Exception {
    Path recording = folder.resolve("refusals.jfr");
    ChildJvm.Ended ended =
        AgentJar.replaced(
            folder, "-XX:StartFlightRecording:filename=" + recording, AgentJar.program("Refusals"));
    // The recorder prints too.
    assertThat(ended.out().lines()).as(ended.err()).last().isEqualTo("17");
    assertThat(RecordingFile.readAllEvents(recording))
        .filteredOn(event -> event.getEventType().getName().equals("dev.ashlar.unsafe.Refused"))
        .hasSize(17);
    String report = AgentJar.report(folder);
    Matcher refused = Pattern.compile("\"Refusals[^\"]*\": ([0-9]+)").matcher(report);
    assertThat(refused.results().mapToInt(one -> Integer.parseInt(one.group(1))).sum())
        .as(report)
        .isEqualTo(17);
    assertThat(report).contains("\"Refusals$Caller.call(");
  }

  @Test
  void aCallSiteOfManyShapesIsRecorded() throws Exception {
    Path recording = folder.resolve("many.jfr");
    ChildJvm.Ended ended =
        AgentJar.replaced(
            folder,
            AgentJar.compiledProgram(
                folder, "Allocations", C2, "-XX:StartFlightRecording:filename=" + recording));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(RecordingFile.readAllEvents(recording))
        .filteredOn(event -> event.getEventType().getName().equals("dev.ashlar.unsafe.ManyShapes"))
        .singleElement()
        .matches(event -> event.getString("access").equals("getInt"))
        .matches(event -> event.getStackTrace().toString().contains("Allocations"));
  }

  @Test
  void anUnknownOptionIsNamed() throws Exception {
    ChildJvm.Ended ended =
        ChildJvm.java(folder, "-javaagent:" + AgentJar.in(folder) + "=raport=x", "-version");
    assertThat(ended.err()).contains("unknown option of the agent: raport=x");
    assertThat(ended.exitCode()).isNotZero();
  }
}
