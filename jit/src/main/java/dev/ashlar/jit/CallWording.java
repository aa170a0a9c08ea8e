// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.InliningFailureReason;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Explains why calls are not inlined, with advice.
final class CallWording {
  private static final String NOT_YOURS =
      "no code of the program is inlined around it, and the log does not show its callers; a"
          + " profiler does";

  private final CompilationLog log;
  private final SourceLocator locator;
  private final InliningLimits limits;

  CallWording(CompilationLog log, SourceLocator locator) {
    this.log = log;
    this.locator = locator;
    this.limits = new InliningLimits(log.vm());
  }

  Kind kindOf(Decision decision) {
    boolean huge = limits.isHuge(decision.target().byteSize());
    InliningFailureReason reason = decision.failureReason();
    // A virtual call may also remain because a receiver type's method was not inlined.
    if (reason == InliningFailureReason.VIRTUAL_CALL && decision.verdict() == Verdict.VIRTUAL) {
      return Kind.VIRTUAL_CALL;
    }
    Kind kind = kindOf(reason);
    return huge && kind != Kind.COLD_CALL ? Kind.HUGE_METHOD : kind;
  }

  private static Kind kindOf(InliningFailureReason reason) {
    return switch (reason) {
      case UNREACHED, COLD -> Kind.COLD_CALL;
      case HOT_METHOD_TOO_BIG -> Kind.HOT_METHOD_TOO_BIG;
      case TOO_BIG -> Kind.TOO_BIG;
      case COMPILED_BIG, COMPILED_MEDIUM -> Kind.ALREADY_COMPILED;
      case TOO_DEEP, FORCED_TOO_DEEP -> Kind.TOO_DEEP;
      case RECURSIVE -> Kind.RECURSIVE;
      case BYTECODE_BUDGET, NODE_BUDGET -> Kind.INLINING_BUDGET;
      case UNLOADED_SIGNATURE, NOT_LOADED -> Kind.NOT_LOADED;
      case NATIVE -> Kind.NATIVE_CALL;
      case HANDLE_NOT_CONSTANT -> Kind.METHOD_HANDLE;
      case DISABLED -> Kind.FORBIDDEN;
      case VIRTUAL_CALL, OTHER -> Kind.REFUSED;
    };
  }

  String meaning(Kind kind, Decision decision, CallSite site) {
    String callee = decision.target().shortName();
    return switch (kind) {
      case VIRTUAL_CALL -> whyVirtual(callee, site);
      case HOT_METHOD_TOO_BIG ->
          callee + " is hot, but its bytecode exceeds FreqInlineSize: HotSpot inlines it nowhere";
      case TOO_BIG ->
          "%s has more bytecode than MaxInlineSize, the limit of calls that are not reached in every execution of the caller"
              .formatted(callee);
      case HUGE_METHOD ->
          callee
              + " has more bytecode than HugeMethodLimit: HotSpot never compiles it, it is interpreted";
      case ALREADY_COMPILED ->
          callee + " was compiled before its caller, and its machine code exceeds InlineSmallCode";
      case TOO_DEEP -> callee + " is nested deeper in inlined calls than MaxInlineLevel";
      case RECURSIVE ->
          callee + " calls itself, and is inlined in itself up to MaxRecursiveInlineLevel only";
      case INLINING_BUDGET ->
          budget(decision) + " is exhausted before " + callee + ": C2 inlines nothing more here";
      case NOT_LOADED -> notLoaded(decision);
      case INTRINSIC_MISSED -> callee + " is an intrinsic candidate, but here it is called";
      case FORBIDDEN ->
          callee + " must not be inlined, by annotation, command or a rule of HotSpot";
      case NATIVE_CALL -> callee + " is native code, which cannot be inlined";
      case COLD_CALL -> "the call of " + callee + " is cold in the profile";
      case STALE_PROFILE ->
          "the call of %s was cold in the profile when it was compiled, but CPU samples show it to be hot: %s"
              .formatted(
                  callee,
                  site.count() < 0
                      ? "the profile of its caller was not mature yet, which takes a thousand calls"
                      : "later calls differ from those that were profiled");
      case INTRINSIC_USED -> callee + " is an intrinsic: HotSpot emits its own instructions for it";
      case METHOD_HANDLE ->
          callee + " is called through a method handle that is not a constant for C2";
      default -> callee + " is not inlined";
    };
  }

  private static String budget(Decision decision) {
    return decision.failureReason() == InliningFailureReason.NODE_BUDGET
        ? "C2's node budget (NodeCountInliningCutoff)"
        : "the bytecode budget of the compilation (DesiredMethodLimit)";
  }

  /// For C2 a class is loaded if the caller's class loader has been asked for it. It is not enough
  /// that the parent loader has it (`ciSignature`, `SystemDictionary::find_instance_klass`).
  private static String notLoaded(Decision decision) {
    String callee = decision.target().shortName();
    if (decision.failureReason() == InliningFailureReason.UNLOADED_SIGNATURE) {
      return "when the caller was compiled, the class loader of %s had not yet resolved a class in the signature of %s; that another loader had loaded it does not count"
          .formatted(Method.simpleName(decision.target().holder()), callee);
    }
    return "when the caller was compiled, the class of %s was not loaded or not initialized, or the call was not linked"
        .formatted(callee);
  }

  private static String whyVirtual(String callee, CallSite site) {
    String call = "virtual call of " + callee + ": ";
    if (site.decisions().stream().anyMatch(d -> d.verdict() == Verdict.INLINED)) {
      return call + "the methods of some receiver types are inlined here, not of all";
    }
    if (site.receivers().isEmpty()) {
      return call + "the profile has no receiver types";
    }
    if (site.otherReceiverCount() == 0) {
      return call
          + (site.receivers().size() == 1
              ? "one receiver type, but its method was not inlined"
              : "two receiver types, but their methods were not inlined");
    }
    return "megamorphic call of %s: more than two receiver types, and none reaches TypeProfileMajorReceiverPercent"
        .formatted(callee);
  }

  /// Returns advice about the callee if its size prevents inlining, else about the caller. Code of
  /// the JDK and of libraries cannot be changed, so the advice is about the code that calls it.
  Advice advice(Kind kind, CallSiteStats.SiteStats stats) {
    List<Method> path = stats.path();
    Decision decision = stats.decision();
    Method callee = decision.target();
    Method caller = path.get(path.size() - 1);
    return switch (kind) {
      case HOT_METHOD_TOO_BIG, TOO_BIG, HUGE_METHOD, ALREADY_COMPILED, RECURSIVE ->
          locator
              .otherOwner(callee)
              .map(owner ->
                  ofOther(
                      callee, owner, locator.innermostOfProgram(path).map(CallWording::lessOften)))
              .orElseGet(() -> calleeAdvice(kind));
      case VIRTUAL_CALL, TOO_DEEP, INLINING_BUDGET, METHOD_HANDLE, INTRINSIC_MISSED, REFUSED ->
          locator
              .otherOwner(caller)
              .map(owner ->
                  ofOther(
                      caller,
                      owner,
                      locator.innermostOfProgram(path).map(own -> callerOfOther(kind, own))))
              .orElseGet(() -> callerAdvice(kind, path.get(0)));
      case NATIVE_CALL -> new Advice("call it less often", ", with more work in each call");
      case NOT_LOADED ->
          decision.failureReason() == InliningFailureReason.UNLOADED_SIGNATURE
              ? new Advice(
                  "load the classes in its signature early with that loader",
                  ", for example by Class.forName in a static initializer of the callee's class;"
                      + " check that each is on the class path")
              : new Advice(
                  "check that its class is on the class path",
                  ", and use it before the code becomes hot");
      case FORBIDDEN -> new Advice("nothing", ", unless the annotation or the command is yours");
      case COLD_CALL ->
          new Advice("nothing", ", unless a profiler shows time here: then warm up with real data");
      case STALE_PROFILE ->
          new Advice(
              "call it some thousand times with such data before the caller becomes hot",
              ", or process such data in a separate loop: HotSpot recompiles code only after an"
                  + " uncommon trap");
      default -> Advice.NOTHING;
    };
  }

  private static Advice ofOther(Method method, String owner, Optional<String> instead) {
    return new Advice(
        method.shortName() + " belongs to " + owner, ": " + instead.orElse(NOT_YOURS));
  }

  private static String lessOften(Method own) {
    return "call it less often in " + own.shortName() + ", or use something simpler";
  }

  private static Advice calleeAdvice(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> new Advice("split it", "; most code generators have an option for that");
      case ALREADY_COMPILED ->
          new Advice(
              "move its hot part to a small method",
              ", and loops to the caller: its machine code includes all methods that are inlined in"
                  + " it");
      case RECURSIVE ->
          new Advice(
              "replace the recursion by a loop with a stack",
              ", or handle the small cases without recursion");
      default ->
          new Advice(
              "move its rare parts to separate methods",
              " (errors, growth, logging), until the rest is below the limit");
    };
  }

  private static Advice callerAdvice(Kind kind, Method root) {
    return switch (kind) {
      case VIRTUAL_CALL ->
          new Advice(
              "reduce the receiver types here",
              ": split the loop by type, copy the method for each kind of caller, or make the type"
                  + " final; unrelated callers of the same method share one type profile");
      case TOO_DEEP ->
          new Advice(
              "remove a level from the chain of calls",
              ", or move the hot loop further down in it");
      case INLINING_BUDGET -> Advice.of("split the compiled method where its hot part ends");
      case METHOD_HANDLE ->
          new Advice("keep the handle in a static final field", ", or call through an interface");
      case INTRINSIC_MISSED ->
          new Advice(
              "check for a -XX:DisableIntrinsic flag",
              ", a CPU without the instructions, or arguments whose type C2 does not know");
      default ->
          new Advice(
              "see the code around it", ": ashlar jit explain " + root.qualifiedName() + " LOG");
    };
  }

  private static String callerOfOther(Kind kind, Method own) {
    return kind == Kind.VIRTUAL_CALL
        ? "all its callers share one type profile; if %s is hot, copy the code that it needs"
            .formatted(own.shortName())
        : lessOften(own);
  }

  List<Metric> numbers(Kind kind, CallSiteStats.SiteStats stats) {
    Method target = stats.decision().target();
    InliningFailureReason reason = stats.decision().failureReason();
    List<Metric> numbers = new ArrayList<>();
    if (target.byteSize() > 0 && kind != Kind.INTRINSIC_USED) {
      numbers.add(Metric.bytecode(target.byteSize()));
    }
    switch (kind) {
      case HOT_METHOD_TOO_BIG -> numbers.add(limits.metric("FreqInlineSize"));
      case TOO_BIG -> numbers.add(limits.metric("MaxInlineSize"));
      case HUGE_METHOD -> numbers.add(limits.metric("HugeMethodLimit"));
      case TOO_DEEP -> {
        numbers.add(Metric.inlineLevel(stats.path().size() - 1));
        numbers.add(
            limits.metric(
                reason == InliningFailureReason.FORCED_TOO_DEEP
                    ? "MaxForceInlineLevel"
                    : "MaxInlineLevel"));
      }
      case RECURSIVE -> numbers.add(limits.metric("MaxRecursiveInlineLevel"));
      case ALREADY_COMPILED -> {
        boolean medium = reason == InliningFailureReason.COMPILED_MEDIUM;
        Metric limit =
            medium
                ? Metric.limit("InlineSmallCode", limits.value("InlineSmallCode"), 4)
                : limits.metric("InlineSmallCode");
        codeSize(target, limit.value(), numbers);
        numbers.add(limit);
      }
      case INLINING_BUDGET ->
          numbers.add(
              limits.metric(
                  reason == InliningFailureReason.NODE_BUDGET
                      ? "NodeCountInliningCutoff"
                      : "DesiredMethodLimit"));
      default -> {
        // No limit applies.
      }
    }
    if (stats.site().count() >= 0) {
      numbers.add(Metric.times(stats.count(), stats.countOnPath(), stats.path().size() > 1));
    }
    return List.copyOf(numbers);
  }

  /// Adds the size of the callee's nmethod, unless the callee was recompiled to less code since.
  private void codeSize(Method target, double limit, List<Metric> numbers) {
    Compilation compilation = log.currentCode(target);
    if (compilation != null && limit >= 0 && compilation.codeBytes() > limit) {
      numbers.add(Metric.machineCode(compilation.codeBytes()));
    }
  }
}
