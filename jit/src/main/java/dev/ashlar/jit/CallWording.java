package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// HotSpot's reasons in plain words, and what to do about each.
final class Wording {
  private final CompilationLog log;
  private final Limits limits;

  Wording(CompilationLog log) {
    this.log = log;
    this.limits = new Limits(log.vm());
  }

  /// {@return the kind of a call that remains}
  Kind kindOf(Decision decision) {
    String reason = decision.reason();
    // A receiver's method that was refused for its own sake leaves a virtual call too.
    if (decision.verdict() == Verdict.VIRTUAL
        && (reason.isEmpty() || reason.equals("virtual call") || reason.equals("no static binding"))) {
      return Kind.VIRTUAL_CALL;
    }
    if (limits.isHuge(decision.target().byteSize())) {
      return Kind.HUGE_METHOD;
    }
    return switch (reason) {
      case "hot method too big" -> Kind.HOT_METHOD_TOO_BIG;
      case "too big" -> Kind.TOO_BIG;
      case "already compiled into a big method", "already compiled into a medium method" ->
          Kind.ALREADY_COMPILED;
      case "inlining too deep", "MaxForceInlineLevel" -> Kind.TOO_DEEP;
      case "recursive inlining too deep", "recursive inlining is too deep" -> Kind.RECURSIVE;
      case "size > DesiredMethodLimit", "NodeCountInliningCutoff" -> Kind.CALLER_TOO_BIG;
      case "unloaded signature classes",
          "failed initial checks",
          "callee's klass not linked yet",
          "callee's klass not initialized yet",
          "method holder not initialized",
          "not inlineable" ->
          Kind.NOT_LOADED;
      case "native method" -> Kind.NATIVE_CALL;
      case "don't inline by annotation",
          "disallowed by CompileCommand",
          "disallowed by ciReplay",
          "don't inline Throwable constructors",
          "exception method",
          "method changes current thread" ->
          Kind.FORBIDDEN;
      case "never executed",
          "call site not reached",
          "low call site frequency",
          "too cold to inline",
          "executed < MinInliningThreshold times" ->
          Kind.LOW_FREQUENCY;
      default -> Kind.REFUSED;
    };
  }

  String meaning(Kind kind, Method target, CallSite site) {
    String callee = target.shortName();
    return switch (kind) {
      case VIRTUAL_CALL -> callee + " is looked up at each call: " + whyVirtual(site);
      case HOT_METHOD_TOO_BIG ->
          callee + " is called often, but has more bytecode than HotSpot inlines anywhere";
      case TOO_BIG ->
          callee
              + " has more bytecode than HotSpot inlines at a call that its caller does not always"
              + " reach";
      case HUGE_METHOD ->
          callee + " has so much bytecode that HotSpot never compiles it: it is interpreted";
      case ALREADY_COMPILED ->
          callee + " was compiled before its caller, into more machine code than HotSpot copies";
      case TOO_DEEP ->
          callee + " is one call too deep: its callers are inlined in each other so far";
      case RECURSIVE -> callee + " calls itself, and HotSpot unrolls that once only";
      case CALLER_TOO_BIG ->
          "so much is inlined around this call already that " + callee + " stays out";
      case NOT_LOADED ->
          "a class that " + callee + " needs was not there when the caller was compiled";
      case INTRINSIC_MISSED ->
          "HotSpot knows how to replace " + callee + " by a few instructions, and here it does not";
      case FORBIDDEN -> callee + " must not be inlined: an annotation, a command or a rule says so";
      case NATIVE_CALL -> callee + " is native code, which cannot be inlined";
      case LOW_FREQUENCY -> "HotSpot took this call of " + callee + " for rare";
      case INTRINSIC_USED -> callee + " is replaced by instructions that HotSpot knows";
      default ->
          switch (site.decisions().get(0).reason()) {
            case "receiver not constant", "MemberName not constant" ->
                callee
                    + " goes through a method handle that is no constant, so HotSpot cannot follow it";
            default -> callee + " is not inlined";
          };
    };
  }

  private static String whyVirtual(CallSite site) {
    if (site.decisions().stream().anyMatch(d -> d.verdict() == Verdict.INLINED)) {
      return "what is inlined here covers some of the classes that come, not all";
    }
    if (site.receivers().isEmpty()) {
      return "HotSpot has no record of which classes come here";
    }
    if (site.unnamedCount() == 0) {
      return site.receivers().size() == 1
          ? "one class comes here, but its method was not inlined"
          : "two classes come here, but their methods were not inlined";
    }
    return "more than two classes come here and none has nine calls in ten";
  }

  String advice(Kind kind, Method target, CallSite site) {
    return switch (kind) {
      case VIRTUAL_CALL ->
          "let one class dominate here: split the loop by class, copy the method for each kind of"
              + " caller, or make the type final; if the classes come from unrelated users of the"
              + " same method, their profiles are mixed";
      case HOT_METHOD_TOO_BIG, TOO_BIG ->
          "move what is rare in it (errors, growth, logging) into methods of their own, until the"
              + " rest is below the limit";
      case HUGE_METHOD -> "split it; generated code can usually be told to";
      case ALREADY_COMPILED ->
          "make it smaller, or let the hot part be a small method of its own; loops in it are better"
              + " off in the caller";
      case TOO_DEEP ->
          "take a layer out of the chain of calls, or start the hot loop further down in it";
      case RECURSIVE ->
          "turn the recursion into a loop with a stack, or treat the small cases in place";
      case CALLER_TOO_BIG -> "split the caller where its hot part ends";
      case NOT_LOADED ->
          "see that the classes in its signature are on the class path, and used before the code gets"
              + " hot";
      case INTRINSIC_MISSED ->
          "look for a -XX:DisableIntrinsic flag, a processor without the instructions, or arguments"
              + " whose type HotSpot cannot see";
      case FORBIDDEN -> "nothing, unless the annotation or the command is yours";
      case NATIVE_CALL -> "call it less often, with more work for each call";
      case LOW_FREQUENCY ->
          "nothing, unless a profiler shows time here: then warm it up with real data";
      case INTRINSIC_USED -> "nothing";
      default -> "see the tree of " + target.shortName() + "'s caller";
    };
  }

  List<String> numbers(Kind kind, Sites.Standing standing) {
    Method target = standing.decision().target();
    List<String> numbers = new ArrayList<>();
    if (target.byteSize() > 0 && kind != Kind.INTRINSIC_USED) {
      numbers.add(Limits.bytes(target.byteSize()));
    }
    switch (kind) {
      case HOT_METHOD_TOO_BIG -> numbers.add(limits.shown("FreqInlineSize"));
      case TOO_BIG -> numbers.add(limits.shown("MaxInlineSize"));
      case HUGE_METHOD -> numbers.add(limits.shown("HugeMethodLimit"));
      case TOO_DEEP -> {
        numbers.add(standing.depth() + " deep");
        numbers.add(limits.shown("MaxInlineLevel"));
      }
      case RECURSIVE -> numbers.add(limits.shown("MaxRecursiveInlineLevel"));
      case ALREADY_COMPILED -> {
        codeSize(target, numbers);
        numbers.add(limits.shown("InlineSmallCode"));
      }
      case CALLER_TOO_BIG -> numbers.add(limits.shown("DesiredMethodLimit"));
      default -> {
        // No limit stands behind the others.
      }
    }
    numbers.add(Limits.times(standing.lost()));
    return List.copyOf(numbers);
  }

  private void codeSize(Method target, List<String> numbers) {
    Task word = log.lastWord(target);
    if (word != null) {
      numbers.add(Limits.bytes(word.codeBytes()) + " of machine code");
    }
  }

  String trapMeaning(Trap trap) {
    String what =
        switch (trap.reason()) {
          case "null_check" -> "a null turned up where there had been none";
          case "range_check" -> "an index was out of bounds";
          case "class_check",
              "bimorphic",
              "bimorphic_or_optimized_type_check",
              "speculate_class_check" ->
              "an object was of another class than those seen before";
          case "div0_check" -> "a division by zero";
          case "unstable_if", "unstable_fused_if" -> "a branch was taken that had never been taken";
          case "unloaded", "uninitialized" ->
              "a class was needed that was not loaded or initialised";
          case "array_check" -> "an array was asked to store what it cannot hold";
          case "unreached", "unhandled" -> "code was reached that had never run";
          case "predicate", "profile_predicate", "loop_limit_check", "auto_vectorization_check" ->
              "a check that was moved out of a loop failed";
          case "age", "tenured" -> "the code was thrown away for its age";
          default -> "an assumption, " + trap.reason() + ", turned out wrong";
        };
    return what
        + ": each time the code was left for the interpreter"
        + (trap.action().equals("none")
            ? ", and HotSpot has given up doing something about it"
            : "");
  }

  String trapAdvice(Trap trap) {
    return switch (trap.reason()) {
      case "null_check", "range_check", "div0_check", "array_check" ->
          log.vm().option("OmitStackTraceInFastThrow").orElse(Boolean.TRUE)
              ? "test for it before, rather than let the exception be thrown"
              : "test for it before, rather than let the exception be thrown; with"
                  + " -XX:-OmitStackTraceInFastThrow each such exception is thrown by the interpreter";
      case "unloaded", "uninitialized" ->
          "find out why the class cannot be loaded or initialised, or load it early";
      default ->
          "find out what input is different there (a JFR recording has the stacks), and give it code of"
              + " its own";
    };
  }

  String bouncingMeaning(Method method, int times) {
    return String.format(
        Locale.ROOT,
        "%s was compiled by C2, thrown away and compiled anew %d times; in between it ran in slower"
            + " code",
        method.shortName(),
        times);
  }

  String bouncingAdvice(List<Trap> traps, Method method) {
    return traps.stream()
        .filter(t -> t.root().equals(method) || t.method().equals(method))
        .findFirst()
        .map(t ->
            "the log has "
                + t.reason()
                + " in "
                + t.method().shortName()
                + " @ "
                + t.bci()
                + " most often: keep what comes there alike, or give each kind code of its own")
        .orElse("the log does not tell why; a JFR recording of jdk.Deoptimization does");
  }

  /// Compilations end without code for reasons that are nobody's fault: the code was not needed any
  /// more, or HotSpot tries again.
  boolean isHarmless(String failure) {
    return failure.equals("stale task")
        || failure.contains("concurrent class loading")
        || failure.contains("retry")
        || failure.contains("jvmti")
        || failure.startsWith("invalid non-klass dependency")
        || failure.contains("dependency")
        || failure.contains("OSR starts with")
        || failure.contains("stack is not empty")
        || failure.contains("cannot be parsed");
  }

  String failureMeaning(Task task) {
    return "C2 gave up on "
        + task.method().shortName()
        + (task.isOsr() ? "'s loop" : "")
        + ": it stays in C1's code or in the interpreter";
  }

  String failureAdvice(Task task) {
    return task.failure().contains("nodes")
        ? "split the method: C2's graph of it and of what is inlined into it has too many nodes"
        : "split the method, and report it to your JDK's vendor if it is small";
  }

  List<String> failureNumbers(Task task) {
    List<String> numbers = new ArrayList<>();
    if (task.method().byteSize() > 0) {
      numbers.add(Limits.bytes(task.method().byteSize()));
    }
    if (task.failure().contains("nodes")) {
      log.vm().flag("MaxNodeLimit").ifPresent(n -> numbers.add("limit MaxNodeLimit=" + n));
    }
    numbers.add(String.format(Locale.ROOT, "tried after %,d calls", task.invocations()));
    return List.copyOf(numbers);
  }
}
