// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A decision of HotSpot that JVM flags can change, so that its effect can be measured.
///
/// @param words the change, in words
/// @param flags the JVM flags that change it
public record DecisionChange(String words, List<String> flags) {
  private static final String DIAGNOSTIC = "-XX:+UnlockDiagnosticVMOptions";

  /// HotSpot otherwise prints each command to standard output.
  private static final String QUIET = "-XX:CompileCommand=quiet";

  private static final Pattern COMMAND =
      Pattern.compile("(inline|dontinline|exclude),(\\S+::\\S+)");
  private static final Pattern UNFIT = Pattern.compile("[\\s\\p{Cntrl},():]");
  private static final Pattern NUMBER = Pattern.compile("([A-Za-z]\\w*)=(-?\\d+)");
  private static final Pattern SWITCH = Pattern.compile("([+-])([A-Za-z]\\w*)");

  /// Returns the change that a text describes.
  ///
  /// @param text `inline,a.B::c`, `dontinline,a.B::c` or `exclude,a.B::c`, which are commands of
  ///   `-XX:CompileCommand`; or a flag such as `FreqInlineSize=500` or `-UseSuperWord`
  /// @throws IllegalArgumentException if the text is none of these, with the remedy
  public static DecisionChange parse(String text) {
    Matcher command = COMMAND.matcher(text);
    if (command.matches()) {
      return command(command.group(1), command.group(2));
    }
    if (NUMBER.matcher(text).matches() || SWITCH.matcher(text).matches()) {
      return flag(text);
    }
    throw new IllegalArgumentException(
        "'%s' is no change of a decision: write it like 'inline,com.example.Table::lookup', 'dontinline,…', 'exclude,…', 'FreqInlineSize=500' or '-UseSuperWord'"
            .formatted(text));
  }

  /// {@return the change that removes a finding; empty if no flag of HotSpot does}
  public static Optional<DecisionChange> of(Finding finding) {
    return switch (finding.kind()) {
      case TOO_BIG, HOT_METHOD_TOO_BIG, ALREADY_COMPILED, STALE_PROFILE, COLD_CALL, REFUSED ->
          finding
              .callee()
              .filter(DecisionChange::fitsPattern)
              .map(callee -> command("inline", pattern(callee)));
      case HUGE_METHOD -> Optional.of(flag("-DontCompileHugeMethods"));
      case TOO_DEEP -> limit(finding, "MaxInlineLevel").map(n -> flag("MaxInlineLevel=" + 2 * n));
      case RECURSIVE ->
          limit(finding, "MaxRecursiveInlineLevel")
              .map(n -> flag("MaxRecursiveInlineLevel=" + (n + 1)));
      case VIRTUAL_CALL -> majorReceiver(finding);
      case INTRINSIC_USED ->
          Optional.of(finding.said())
              .filter(id -> id.startsWith("_"))
              .map(id ->
                  new DecisionChange(
                      "without the intrinsic " + id,
                      List.of(DIAGNOSTIC, "-XX:DisableIntrinsic=" + id)));
      case INLINING_BUDGET,
          NOT_LOADED,
          INTRINSIC_MISSED,
          DEOPTIMIZATION,
          DEOPTIMIZATION_LOOP,
          COMPILATION_FAILED,
          METHOD_HANDLE,
          FORBIDDEN,
          NATIVE_CALL ->
          Optional.empty();
    };
  }

  private static DecisionChange command(String command, String pattern) {
    return new DecisionChange(
        command + " " + pattern, List.of(QUIET, "-XX:CompileCommand=" + command + "," + pattern));
  }

  private static DecisionChange flag(String flag) {
    return new DecisionChange("-XX:" + flag, List.of(DIAGNOSTIC, "-XX:" + flag));
  }

  /// A pattern ends at these characters (`MethodMatcher::parse_method_pattern`).
  private static boolean fitsPattern(Method method) {
    return !UNFIT.matcher(method.holder()).find() && !UNFIT.matcher(method.name()).find();
  }

  /// The names of generated classes end in an address, which differs in each run.
  private static String pattern(Method method) {
    int address = method.holder().indexOf("0x");
    return address < 0
        ? method.holder() + "::" + method.name() + method.descriptor()
        : method.holder().substring(0, address - 1) + "*::" + method.name();
  }

  private static Optional<Long> limit(Finding finding, String flag) {
    return finding.numbers().stream()
        .filter(number -> number.name().equals(flag) && number.value() > 0)
        .map(number -> (long) number.value())
        .findFirst();
  }

  /// C2 inlines the target of a megamorphic call's first receiver type if the type has at least
  /// this share of the calls (`TypeProfileMajorReceiverPercent`, 90). The share differs between
  /// runs, so the flag is a tenth below it.
  private static Optional<DecisionChange> majorReceiver(Finding finding) {
    if (finding.receivers().isEmpty()) {
      return Optional.empty();
    }
    long first = finding.receivers().get(0).count();
    double all = Receiver.total(finding.receivers(), finding.otherReceiverCount());
    int percent = (int) (90 * (double) first / all);
    return percent < 1
        ? Optional.empty()
        : Optional.of(flag("TypeProfileMajorReceiverPercent=" + percent));
  }

  /// {@return whether C2 decided differently with the change}
  ///
  /// @param finding the finding in the run without the change
  /// @param before the log of the run without the change
  /// @param after the log of the run with the change
  public static boolean isEffective(Finding finding, CompilationLog before, CompilationLog after) {
    return switch (finding.kind()) {
      case HUGE_METHOD -> finding.callee().filter(callee -> hasC2Code(callee, after)).isPresent();
      case INTRINSIC_USED ->
          share(finding, Verdict.INTRINSIC, after) < share(finding, Verdict.INTRINSIC, before);
      default -> share(finding, Verdict.INLINED, after) > share(finding, Verdict.INLINED, before);
    };
  }

  private static boolean hasC2Code(Method method, CompilationLog log) {
    return log.currentC2Code().stream().anyMatch(code -> code.method().equals(method));
  }

  /// {@return the part of the calls at the bytecode of a finding that have an outcome, in percent;
  /// 0 if C2 compiled none}
  private static long share(Finding finding, Verdict verdict, CompilationLog log) {
    double[] counts = new double[2];
    String caller = finding.method().key();
    for (Compilation compilation : log.currentC2Code()) {
      compilation.forEachDecision((path, site, decision) -> {
        if (site.bci() == finding.bci() && path.get(path.size() - 1).key().equals(caller)) {
          double count = Math.max(1, site.frequency()) * site.shareOf(decision);
          counts[0] += decision.verdict() == verdict ? count : 0;
          counts[1] += count;
        }
      });
    }
    return counts[1] == 0 ? 0 : Math.round(100 * counts[0] / counts[1]);
  }
}
