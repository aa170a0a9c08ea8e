// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.report.jit.SampleLog;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.ExecutedMethod;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsafeVerdictsTest {
  private static final JdkMethods JDK = JdkMethods.ofThisJdk();
  private static final Member GET = new Member(JdkMethods.UNSAFE, "getLong", "(J)J");
  private static final Member NAME = new Member(JdkMethods.UNSAFE, "", "");

  @TempDir private Path folder;

  private static List<String> scan(List<ScanProblem> problems, Use.Kind kind, Member target) {
    Use use = new Use(kind, new Use.Site("a.B", "c", "()V", 1, 17, 0), target);
    ArtifactScan scan =
        new ArtifactScan(
            new Artifact("g", "x", "1", Artifact.Source.POM_PROPERTIES, "x.jar"),
            1,
            List.of(use),
            List.of(),
            Map.of(),
            List.of());
    return UnsafeVerdicts.of(new ScanReport(25, List.of(scan), 1, 1, 1, problems), JDK);
  }

  @Test
  void aScanWithADeniedCall() {
    assertThat(scan(List.of(), Use.Kind.UNSAFE_CALL, GET))
        .containsExactly(
            "JDK 25 prints at most 1 warning on the class path, at the first use of each:"
                + " sun.misc.Unsafe.",
            "With --sun-misc-unsafe-memory-access=deny, 1 call in 1 artifact would throw: g:x:1."
                + " Which of them run, and whether the exception is caught, 'ashlar unsafe run"
                + " --deny' shows.");
  }

  @Test
  void aScanVouchesForWhatItFoundOnly() {
    assertThat(scan(List.of(new ScanProblem("a.jar", "torn", true)), Use.Kind.UNSAFE_NAME, NAME))
        .containsExactly(
            "Not everything could be read, so this may be incomplete.",
            "JDK 25 prints no warning about the uses that were found.",
            "No call was found that --sun-misc-unsafe-memory-access=deny denies.",
            "Strings name an Unsafe class in g:x:1: calls by reflection are not found.");
  }

  private static UnsafeRun run(String release, long samples, int calls, boolean uncounted) {
    Method method = new Method("a.B", "c", "()V", -1);
    List<ExecutedCall> all =
        java.util.stream.IntStream.range(0, calls)
            .mapToObj(bci ->
                new ExecutedCall(method, bci, OptionalInt.of(17), GET, 5, OptionalDouble.empty()))
            .toList();
    List<ExecutedMethod> methods =
        calls == 0
            ? List.of()
            : List.of(
                new ExecutedMethod(
                    method, new SampleCounts(0, 0, 0, samples), all, Optional.empty()));
    return new UnsafeRun(
        new Vm("", release, "", List.of(), "a.B", Map.of(), 1, 1),
        methods,
        uncounted
            ? List.of(
                new ExecutedCall(method, 60, OptionalInt.of(18), GET, -1, OptionalDouble.empty()))
            : List.of(),
        samples,
        true,
        samples > 0,
        true);
  }

  @Test
  void samplesThatAreNotExactAreSaidToBe() {
    assertThat(UnsafeVerdicts.of(run("25.0.3+9-LTS", 0, 1, false)))
        .anyMatch(sentence -> sentence.contains("without -XX:+DebugNonSafepoints"));
  }

  @Test
  void aRunWithOneCall() {
    assertThat(UnsafeVerdicts.of(run("25.0.3+9-LTS", 9999, 1, false)))
        .containsExactly(
            "1 call of sun.misc.Unsafe in 1 method: 0 hot, 1 compiled, 0 cold. Under"
                + " --sun-misc-unsafe-memory-access=deny, 1 of the calls throws.",
            "JDK 25 warns of them once, at the first.");
  }

  @Test
  void jvmsWithoutACallAreListedTogether() throws IOException {
    Map<String, UnsafeRun> runs = new LinkedHashMap<>();
    runs.put("one.log", run("25", 7, 0, false));
    runs.put("two.log", run("25", 500, 1, false));
    runs.put("three.log", run("25", 500, 0, false));
    runs.put("four.log", run("25", 500, 0, true));
    String text = UnsafeRunText.of(runs, new CallerStacks(), 20, TextLines.Style.PLAIN);
    assertThat(text).endsWith("\nNo call of sun.misc.Unsafe was seen.\n  one.log\n  three.log\n\n");
    assertThat(text).contains("four.log\nJDK 25, a.B\nNo call of sun.misc.Unsafe was seen.\nC2 ");
    Path file = folder.resolve("page.html");
    UnsafeRunPage.write(runs, new CallerStacks(), file);
    assertThat(headings(file))
        .containsExactly("two.log", "four.log", "No call of sun.misc.Unsafe was seen.");
    assertThat(file).content().contains("<p class=\"note\">one.log, three.log</p>");
  }

  private static List<String> headings(Path file) throws IOException {
    return Pattern.compile("<section class=\"jvm\" id=\"s\\d+\" aria-label=\"([^\"]*)\"")
        .matcher(Files.readString(file))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void jvmsInWhichNothingThrewAreListedTogether() throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    Map<String, DeniedCalls> denied = new LinkedHashMap<>();
    for (String name : List.of("one.log", "two.log", "three.log")) {
      logs.put(name, log("25.0.3+9-LTS", "deny"));
      denied.put(name, new DeniedCalls(List.of(), List.of(), !name.equals("two.log")));
    }
    assertThat(DeniedText.of(logs, denied, 0, 20, TextLines.Style.PLAIN))
        .endsWith("\nNothing threw.\n  one.log\n  three.log\n\n")
        .contains("\ntwo.log\n", "Only the beginning of the log");
    Path file = folder.resolve("page.html");
    UnsafeRunPage.writeDenied(logs, denied, 0, file);
    assertThat(headings(file)).containsExactly("two.log", "Nothing threw.");
    logs.keySet().retainAll(List.of("one.log"));
    UnsafeRunPage.writeDenied(logs, denied, 0, file);
    assertThat(headings(file)).containsExactly("one.log");
  }

  @Test
  void whatARunCannotTellIsSaid() {
    assertThat(UnsafeVerdicts.of(run("25.0.3+9-LTS", 130, 1, true)))
        .endsWith(
            "Only 130 CPU samples: with fewer than 500, hot methods may not be marked as hot.",
            "C2 compiled 1 call that the profile had not counted, which may not have been"
                + " executed: getLong in a.B::c line 18.");
  }

  @ParameterizedTest
  @CsvSource({"21.0.2+13, true", "22.0.1, false", "23-ea+5, false", "26-ea+12-999, false"})
  void whatWasNotLinkedIsUnknownBeforeJdk22(String release, boolean before) {
    assertThat(UnsafeVerdicts.of(run(release, 500, 0, false)))
        .filteredOn(sentence -> sentence.contains("jdk.DeprecatedInvocation begins with JDK 22"))
        .hasSize(before ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "22.0.2+9, deny, Nothing was denied: JDK 23 is the first that can.",
    "23, deny, Nothing threw.",
    "24-ea+36, deny, Nothing threw.",
    "26-beta+12-ea, deny, Nothing threw.",
    "27.0.1+8, deny, Nothing threw.",
    "25.0.3+9-LTS, allow, Nothing was denied: the command itself sets the mode 'allow'.",
    "25.0.3+9-LTS, '', The log does not say whether calls were denied."
  })
  void whetherCallsWereDenied(String release, String mode, String sentence) throws IOException {
    assertThat(
            UnsafeVerdicts.ofDeny(log(release, mode), new DeniedCalls(List.of(), List.of(), true)))
        .containsExactly(sentence);
  }

  private CompilationLog log(String release, String mode) throws IOException {
    String property = mode.isEmpty() ? "" : "sun.misc.unsafe.memory.access=" + mode + "\n";
    return SampleLog.read(
        folder,
        SampleLog.of("a.B")
            .replace("25.0.3+9-LTS", release)
            .replace(
                "</vm_arguments>\n",
                "<properties>\n" + property + "</properties>\n</vm_arguments>\n"));
  }
}
