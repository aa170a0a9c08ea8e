package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.List;

/// HotSpot's reasons for leaving a call in plain words, and what to do about each.
final class CallWording {
  private static final String NOT_YOURS =
      "no code of the program is inlined around it, and the log does not tell what calls it; a"
          + " profiler does";

  private final CompilationLog log;
  private final Places places;
  private final Limits limits;

  CallWording(CompilationLog log, Places places) {
    this.log = log;
    this.places = places;
    this.limits = new Limits(log.vm());
  }

  /// {@return the kind of a call that remains}
  Kind kindOf(Decision decision) {
    String reason = decision.reason();
    // A receiver's method that was refused for its own sake leaves a virtual call too.
    if (decision.verdict() == Verdict.VIRTUAL
        && (reason.isEmpty()
            || reason.equals("virtual call")
            || reason.equals("no static binding"))) {
      return Kind.VIRTUAL_CALL;
    }
    if (decision.isRare()) {
      return Kind.LOW_FREQUENCY;
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
      case "receiver not constant", "MemberName not constant" -> Kind.METHOD_HANDLE;
      case "don't inline by annotation",
          "disallowed by CompileCommand",
          "disallowed by ciReplay",
          "don't inline Throwable constructors",
          "exception method",
          "method changes current thread" ->
          Kind.FORBIDDEN;
      default -> Kind.REFUSED;
    };
  }

  String meaning(Kind kind, Decision decision, CallSite site) {
    String callee = decision.target().shortName();
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
          callee
              + " was compiled before its caller, into more machine code than HotSpot copies to a"
              + " call like this";
      case TOO_DEEP ->
          callee + " is one call too deep: its callers are inlined in each other so far";
      case RECURSIVE ->
          callee + " is inlined around this call already, and HotSpot does that only so often";
      case CALLER_TOO_BIG ->
          "so much is inlined around this call already that " + callee + " stays out";
      case NOT_LOADED -> notLoaded(decision);
      case INTRINSIC_MISSED ->
          "HotSpot knows how to replace " + callee + " by a few instructions, and here it does not";
      case FORBIDDEN -> callee + " must not be inlined: an annotation, a command or a rule says so";
      case NATIVE_CALL -> callee + " is native code, which cannot be inlined";
      case LOW_FREQUENCY -> "HotSpot took this call of " + callee + " for rare";
      case HOT_AFTER_ALL ->
          "HotSpot took this call of "
              + callee
              + " for rare, and CPU samples say that it is not: "
              + (site.count() < 0
                  ? "its caller had no profile yet that counts, which takes a thousand calls"
                  : "what came later is not what was counted before");
      case INTRINSIC_USED -> callee + " is replaced by instructions that HotSpot knows";
      case METHOD_HANDLE ->
          callee + " goes through a method handle that is no constant, so HotSpot cannot follow it";
      default -> callee + " is not inlined";
    };
  }

  /// For C2 a class is loaded if the class loader in question has been asked for it: one that its
  /// parent has loaded is not enough (`ciSignature`, `SystemDictionary::find_instance_klass`).
  private static String notLoaded(Decision decision) {
    String callee = decision.target().shortName();
    if (decision.reason().equals("unloaded signature classes")) {
      return "when the caller was compiled, the class loader of "
          + Method.simpleName(decision.target().holder())
          + " had not been asked for a class in the signature of "
          + callee
          + ", whether another loader has it or not";
    }
    return "when the caller was compiled, the class of "
        + callee
        + " was not loaded or not initialized, or its call had not been made";
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

  /// What to do: about the callee if it is that which keeps it from being inlined, else about the
  /// code around the call. The JDK's own code cannot be changed, only what leads to it.
  String advice(Kind kind, Sites.Standing standing) {
    List<Method> path = standing.path();
    Decision decision = standing.decision();
    Method callee = decision.target();
    Method caller = path.get(path.size() - 1);
    return switch (kind) {
      case HOT_METHOD_TOO_BIG, TOO_BIG, HUGE_METHOD, ALREADY_COMPILED, RECURSIVE ->
          places.isOfJdk(callee)
              ? callee.shortName()
                  + " is the JDK's own and stays as it is: "
                  + places
                      .changeable(path)
                      .map(own ->
                          "let "
                              + own.shortName()
                              + " call it less often, or use something simpler")
                      .orElse(NOT_YOURS)
              : calleeAdvice(kind);
      case VIRTUAL_CALL, TOO_DEEP, CALLER_TOO_BIG, METHOD_HANDLE, INTRINSIC_MISSED, REFUSED ->
          places.isOfJdk(caller)
              ? caller.shortName()
                  + " is the JDK's own and stays as it is: "
                  + places.changeable(path).map(own -> jdkCallerAdvice(kind, own)).orElse(NOT_YOURS)
              : callerAdvice(kind, path.get(0));
      case NATIVE_CALL -> "call it less often, with more work for each call";
      case NOT_LOADED ->
          decision.reason().equals("unloaded signature classes")
              ? "load the classes in its signature early through that loader, as by Class.forName in a"
                  + " static initializer of the callee's class, and see that each is on the class path"
              : "see that its class is on the class path, and used before the code gets hot";
      case FORBIDDEN -> "nothing, unless the annotation or the command is yours";
      case LOW_FREQUENCY ->
          "nothing, unless a profiler shows time here: then warm it up with real data";
      case HOT_AFTER_ALL ->
          "use it with such data some thousand times before the code around it gets hot, or give such"
              + " data a loop of its own: code without a trap is not compiled again";
      default -> "nothing";
    };
  }

  private static String calleeAdvice(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> "split it; generated code can usually be told to";
      case ALREADY_COMPILED ->
          "let the hot part be a small method of its own, with loops left to the caller: its machine"
              + " code has all that is inlined in it";
      case RECURSIVE ->
          "turn the recursion into a loop with a stack, or treat the small cases in place";
      default ->
          "move what is rare in it (errors, growth, logging) into methods of their own, until the"
              + " rest is below the limit";
    };
  }

  private static String callerAdvice(Kind kind, Method root) {
    return switch (kind) {
      case VIRTUAL_CALL ->
          "let one class dominate here: split the loop by class, copy the method for each kind of"
              + " caller, or make the type final; if the classes come from unrelated users of the"
              + " same method, their profiles are mixed";
      case TOO_DEEP ->
          "take a layer out of the chain of calls, or start the hot loop further down in it";
      case CALLER_TOO_BIG -> "split the caller where its hot part ends";
      case METHOD_HANDLE ->
          "keep the handle in a static final field, or call through an interface instead";
      case INTRINSIC_MISSED ->
          "look for a -XX:DisableIntrinsic flag, a processor without the instructions, or arguments"
              + " whose type HotSpot cannot see";
      default -> "look at what is around it: ashlar jit explain " + root.qualifiedName() + " LOG";
    };
  }

  private static String jdkCallerAdvice(Kind kind, Method own) {
    return kind == Kind.VIRTUAL_CALL
        ? "all its users share one record of classes; where "
            + own.shortName()
            + " is hot, let it do that work in code of its own"
        : "let " + own.shortName() + " call it less often, or use something simpler";
  }

  List<Quantity> numbers(Kind kind, Sites.Standing standing) {
    Method target = standing.decision().target();
    String reason = standing.decision().reason();
    List<Quantity> numbers = new ArrayList<>();
    if (target.byteSize() > 0 && kind != Kind.INTRINSIC_USED) {
      numbers.add(Quantity.bytecode(target.byteSize()));
    }
    switch (kind) {
      case HOT_METHOD_TOO_BIG -> numbers.add(limits.quantity("FreqInlineSize"));
      case TOO_BIG -> numbers.add(limits.quantity("MaxInlineSize"));
      case HUGE_METHOD -> numbers.add(limits.quantity("HugeMethodLimit"));
      case TOO_DEEP -> {
        numbers.add(Quantity.inlineLevel(standing.path().size() - 1));
        numbers.add(
            limits.quantity(reason.equals("MaxForceInlineLevel") ? reason : "MaxInlineLevel"));
      }
      case RECURSIVE -> numbers.add(limits.quantity("MaxRecursiveInlineLevel"));
      case ALREADY_COMPILED -> {
        boolean medium = reason.contains("medium");
        Quantity limit =
            medium
                ? Quantity.limit("InlineSmallCode", limits.value("InlineSmallCode"), 4)
                : limits.quantity("InlineSmallCode");
        codeSize(target, limit.value(), numbers);
        numbers.add(limit);
      }
      case CALLER_TOO_BIG ->
          numbers.add(
              limits.quantity(
                  reason.equals("NodeCountInliningCutoff") ? reason : "DesiredMethodLimit"));
      default -> {
        // No limit stands behind the others.
      }
    }
    if (standing.site().count() >= 0) {
      numbers.add(Quantity.times(standing.times(), standing.here(), standing.path().size() > 1));
    }
    return List.copyOf(numbers);
  }

  /// The callee may have been compiled again since, into less: then its size says nothing.
  private void codeSize(Method target, double limit, List<Quantity> numbers) {
    Task word = log.lastWord(target);
    if (word != null && limit >= 0 && word.codeBytes() > limit) {
      numbers.add(Quantity.machineCode(word.codeBytes()));
    }
  }
}
