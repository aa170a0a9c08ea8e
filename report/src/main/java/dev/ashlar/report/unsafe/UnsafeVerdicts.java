// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.ScanVerdict;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.EndedThread;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.Heat;
import dev.ashlar.unsafe.run.MemoryAccess;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes sentences about how a program will run without Unsafe, from a scan, a run, and a run with
/// denied access.
final class UnsafeVerdicts {
  static final String NO_CALL = "No call of sun.misc.Unsafe was seen.";

  static final String NOTHING_THREW = "Nothing threw.";

  private static final String DENY = "--sun-misc-unsafe-memory-access=deny";
  private static final int MOST_ARTIFACTS = 8;
  private static final int MOST_CALLS = 3;

  private UnsafeVerdicts() {}

  static List<String> of(ScanReport report, JdkMethods jdk) {
    ScanVerdict verdict = ScanVerdict.of(report, jdk);
    List<String> sentences = new ArrayList<>();
    if (!verdict.complete()) {
      sentences.add("Not everything could be read, so this may be incomplete.");
    }
    List<String> causes = new ArrayList<>();
    if (verdict.warnsOfUnsafe()) {
      causes.add("sun.misc.Unsafe");
    }
    if (verdict.warnsOfNativeAccess()) {
      causes.add("native access");
    }
    if (verdict.warnsOfFinalFields()) {
      causes.add("final fields set by reflection");
    }
    String name = "JDK " + verdict.javaVersion();
    sentences.add(
        causes.isEmpty()
            ? name + " prints no warning about the uses that were found."
            : "%s prints at most %s on the class path, at the first use of each: %s."
                .formatted(
                    name,
                    NumberFormats.count(causes.size(), "warning"),
                    String.join(", ", causes)));
    sentences.add(
        verdict.denied() == 0
            ? "No call was found that " + DENY + " denies."
            : "With %s, %s in %s would throw: %s. Which of them run, and whether the exception is caught, 'ashlar unsafe run --deny' shows."
                .formatted(
                    DENY,
                    NumberFormats.count(verdict.denied(), "call"),
                    NumberFormats.count(verdict.deniedIn().size(), "artifact"),
                    names(verdict.deniedIn())));
    if (!verdict.internalIn().isEmpty()) {
      sentences.add(
          names(verdict.internalIn())
              + " may need --add-exports java.base/jdk.internal.misc=ALL-UNNAMED.");
    }
    if (!verdict.namesIn().isEmpty()) {
      sentences.add(
          "Strings name an Unsafe class in %s: calls by reflection are not found."
              .formatted(names(verdict.namesIn())));
    }
    return sentences;
  }

  /// {@return whether the verdict is only that nothing was seen} A build tool starts many such
  /// JVMs, so a report lists them together.
  static boolean isSilent(List<String> verdict) {
    return verdict.equals(List.of(NO_CALL)) || verdict.equals(List.of(NOTHING_THREW));
  }

  private static String names(List<Artifact> artifacts) {
    return listed(artifacts, MOST_ARTIFACTS, Artifact::coordinates);
  }

  private static <T> String listed(List<T> all, int most, Function<T, String> words) {
    String first = String.join(", ", all.stream().limit(most).map(words).toList());
    return all.size() <= most
        ? first
        : first + " and " + NumberFormats.whole(all.size() - most) + " more";
  }

  static List<String> of(UnsafeRun run) {
    List<String> sentences = new ArrayList<>();
    if (!run.logComplete()) {
      sentences.add("Not all of the compilation log could be read, so calls may be missing.");
    }
    calls(run, sentences);
    int fewest = SampleCounts.fewestForShare();
    if (!run.methods().isEmpty() && run.sampleCount() > 0 && run.sampleCount() < fewest) {
      sentences.add(
          "Only %s: with fewer than %s, hot methods may not be marked as hot."
              .formatted(NumberFormats.count(run.sampleCount(), "CPU sample"), fewest));
    }
    if (run.recorded() && !run.exactSamples()) {
      sentences.add(
          "The recording was made without -XX:+DebugNonSafepoints, so its CPU samples may be in a"
              + " neighboring method: hot is what was counted often.");
    }
    if (!run.uncounted().isEmpty()) {
      sentences.add(
          "C2 compiled %s that the profile had not counted, which may not have been executed: %s."
              .formatted(
                  NumberFormats.count(run.uncounted().size(), "call"),
                  listed(
                      run.uncounted(),
                      MOST_CALLS,
                      call -> call.target().name() + " in " + call.where())));
    }
    if (!run.recorded()) {
      sentences.add(
          "There is no recording, so calls that C2 did not compile are not known. A JVM records if"
              + " 'java' of JDK 17 or later started it, and if it was not killed.");
    } else if (run.vm().featureVersion() < UnsafeRun.LINKS_SINCE) {
      sentences.add(
          "Calls that C2 did not compile are not known: jdk.DeprecatedInvocation begins with JDK %s."
              .formatted(UnsafeRun.LINKS_SINCE));
    }
    return sentences;
  }

  private static void calls(UnsafeRun run, List<String> sentences) {
    if (run.calls().isEmpty()) {
      sentences.add(NO_CALL);
      return;
    }
    JdkMethods jdk = JdkMethods.ofThisJdk();
    long denied = run.calls().stream().map(ExecutedCall::target).filter(jdk::isDenied).count();
    sentences.add(
        "%s of sun.misc.Unsafe in %s: %s hot, %s compiled, %s cold. Under %s, %s of the calls %s."
            .formatted(
                NumberFormats.count(run.calls().size(), "call"),
                NumberFormats.count(run.methods().size(), "method"),
                run.count(Heat.HOT),
                run.count(Heat.COMPILED),
                run.count(Heat.COLD),
                DENY,
                denied,
                denied == 1 ? "throws" : "throw"));
    int version = run.vm().featureVersion();
    if (denied > 0) {
      sentences.add(
          version >= ScanVerdict.WARNS_SINCE
              ? "JDK " + version + " warns of them once, at the first."
              : "JDK " + ScanVerdict.WARNS_SINCE + " and later warn of them once, at the first.");
    }
  }

  /// {@return the verdict on a run with `--deny`} [dev.ashlar.unsafe.run.ExceptionLog] finds the
  /// calls that threw, and the threads that they ended.
  ///
  /// @param calls the denied calls; null without a log of exceptions
  static List<String> ofDeny(CompilationLog log, @Nullable DeniedCalls calls) {
    if (log.vm().featureVersion() < MemoryAccess.SINCE) {
      return List.of("Nothing was denied: JDK " + MemoryAccess.SINCE + " is the first that can.");
    }
    String mode = log.vm().properties().getOrDefault(MemoryAccess.PROPERTY, "");
    if (!mode.equals(MemoryAccess.DENY.mode())) {
      return List.of(
          mode.isEmpty()
              ? "The log does not say whether calls were denied."
              : "Nothing was denied: the command itself sets the mode '" + mode + "'.");
    }
    if (calls == null) {
      return List.of(
          "This JVM wrote no log of exceptions, so what threw is not known: only those started by"
              + " 'java' do.");
    }
    List<String> sentences = new ArrayList<>();
    if (!calls.isComplete()) {
      sentences.add(
          "Only the beginning of the log of exceptions was read, because it is long: later calls are"
              + " missing.");
    }
    for (EndedThread end : calls.endedThreads()) {
      String words = "Ended thread " + end.thread() + ": " + end.words() + ".";
      sentences.add(calls.calls().isEmpty() ? words : words + doubt(end));
    }
    sentences.add(calls.calls().isEmpty() ? NOTHING_THREW : outcomes(calls));
    List<String> failed = calls.failedClasses();
    if (!failed.isEmpty()) {
      sentences.add("Classes that cannot be used: " + String.join(", ", failed) + ".");
    }
    return sentences;
  }

  private static String doubt(EndedThread end) {
    if (!end.denied()) {
      return " The log does not show whether a denied call is its cause.";
    }
    return end.isCertain()
        ? ""
        : " That looks like the cause: the program's stack trace says whether it is.";
  }

  private static String outcomes(DeniedCalls calls) {
    List<String> parts = new ArrayList<>();
    for (DeniedCall.Outcome outcome : DeniedCall.Outcome.values()) {
      if (calls.count(outcome) > 0) {
        parts.addFirst(calls.count(outcome) + " " + outcome.words());
      }
    }
    return "%s of Unsafe threw: %s."
        .formatted(NumberFormats.count(calls.calls().size(), "call"), String.join(", ", parts));
  }

  /// {@return sentences about the exit code of a run with `--deny`}
  static List<String> ofDenyExit(int exitCode, Collection<DeniedCalls> denied) {
    List<String> sentences = new ArrayList<>();
    sentences.add("With denied memory access, the command ended with exit code " + exitCode + ".");
    long ended = denied.stream().mapToLong(calls -> calls.endedThreads().size()).sum();
    boolean threw = denied.stream().anyMatch(calls -> !calls.calls().isEmpty());
    boolean failed =
        denied.stream()
            .flatMap(calls -> calls.calls().stream())
            .anyMatch(call -> call.outcome().isFailure());
    if (ended > 0) {
      sentences.add("An exception ended " + NumberFormats.count(ended, "thread") + ".");
    } else if (exitCode != 0 && threw && !failed) {
      sentences.add(
          "Each exception was caught, and the exit code is not 0: code that caught one may have ended"
              + " the process. Compare it with the exit code without --deny.");
    }
    if (threw && (ended > 0 || exitCode != 0)) {
      sentences.add(
          "A run shows the calls up to the failure: those that would have followed are not known.");
    }
    return sentences;
  }
}
