// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class JitProfilerTest {
  private static final Pattern LOG_FILE = Pattern.compile("-XX:LogFile=([^\\s,\\]]+)");

  @TempDir private Path folder;

  private record Outcome(String info, String printed) {}

  private Outcome run(String method, int forks, String options, String... flags)
      throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    var format =
        OutputFormatFactory.createFormatInstance(
            new PrintStream(printed, true, StandardCharsets.UTF_8), VerboseMode.EXTRA);
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(ShapesBenchmark.class.getName() + "." + method + "$")
                    .forks(forks)
                    .jvmArgsAppend(flags)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.milliseconds(200))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(200))
                    .addProfiler(JitProfiler.class, options)
                    .build(),
                format)
            .runSingle();
    Result<?> jit = Objects.requireNonNull(result.getSecondaryResults().get("jit"));
    return new Outcome(jit.extendedInfo(), printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void findingsStandUnderTheirBenchmark() throws RunnerException {
    Outcome outcome = run("virtual", 2, "");
    assertThat(outcome.info())
        .startsWith("What costs time in the benchmark's own code:\n1. virtual call: ")
        .contains("ShapesBenchmark::total line", "(in 2 of 2 forks)")
        // Which two HotSpot keeps depends on where the loop was when it began to count.
        .contains("receivers: ", "ShapesBenchmark$", "others, which HotSpot does not name")
        .contains("Do: reduce the receiver types here");
    assertThat(outcome.info().lines()).allMatch(line -> !line.contains("org.openjdk.jmh"));
    assertThat(outcome.printed()).contains("Secondary result", outcome.info());
  }

  @Test
  void nothingIsFoundWhereNothingIs() throws RunnerException {
    assertThat(run("plain", 1, "").info())
        .startsWith("Nothing was found in the benchmark's own code that costs time.\n")
        .doesNotContain("forks)");
  }

  /// That nothing was found in nothing is no news.
  @Test
  void aForkThatCompilesNothingIsAllThatIsTold() throws RunnerException {
    assertThat(run("plain", 1, "", "-Xint").info())
        .isEqualTo("A fork left nothing to read: with -Xint nothing is compiled\n");
  }

  @Test
  void whatCouldNotBeReadIsTold() throws ProfilerException {
    String lack = "end of the log missing: 1, first at byte 9";
    assertThat(JitResult.of(List.of(), lack, Options.parse("")).extendedInfo())
        .contains("costs time, in what could be read.")
        .contains("Not all of a fork's log could be read: " + lack);
    assertThat(JitResult.of(List.of(), "", Options.parse("")).extendedInfo())
        .doesNotContain("could be read");
  }

  @Test
  void aFolderThatCannotBeIsToldAtOnce() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> new JitProfiler("dir=" + file))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("dir is no folder that can be written: '" + file);
  }

  @Test
  void logsAreKeptIfAskedFor() throws RunnerException, IOException {
    Outcome outcome = run("virtual", 2, "dir=" + folder.resolve("logs") + ";top=0");
    try (Stream<Path> logs = Files.list(folder.resolve("logs"))) {
      assertThat(logs.map(p -> p.getFileName().toString()))
          .hasSize(2)
          .allMatch(name -> name.contains("ShapesBenchmark.virtual") && name.endsWith(".log"));
    }
    assertThat(outcome.info()).contains("The log is " + folder).contains("… and");
  }

  @Test
  void logsAreDeletedOtherwise() throws RunnerException {
    Matcher log = LOG_FILE.matcher(run("plain", 1, "").printed());
    assertThat(log.find()).isTrue();
    assertThat(Path.of(log.group(1))).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"top=many", "top=-1", "tip=3", "quiet", "all=yes", "dir="})
  void optionsThatAreNone(String options) {
    assertThatThrownBy(() -> new JitProfiler(options))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("top=N");
  }
}
