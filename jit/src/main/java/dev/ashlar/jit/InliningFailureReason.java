package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// HotSpot's reasons for not inlining a call, as the log has them (`InlineTree`,
/// `bytecodeInfo.cpp`; `GraphBuilder`, `c1_GraphBuilder.cpp`).
enum InliningFailureReason {
  VIRTUAL_CALL(Kind.VIRTUAL_CALL, "", "virtual call", "no static binding"),
  UNREACHED(Kind.COLD_CALL, "call site not reached", "never executed"),
  COLD(
      Kind.COLD_CALL,
      "too cold to inline",
      "low call site frequency",
      "executed < MinInliningThreshold times"),
  HOT_METHOD_TOO_BIG(Kind.HOT_METHOD_TOO_BIG, "hot method too big"),
  TOO_BIG(Kind.TOO_BIG, "too big"),
  COMPILED_BIG(Kind.ALREADY_COMPILED, "already compiled into a big method"),
  COMPILED_MEDIUM(Kind.ALREADY_COMPILED, "already compiled into a medium method"),
  TOO_DEEP(Kind.TOO_DEEP, "inlining too deep"),
  FORCED_TOO_DEEP(Kind.TOO_DEEP, "MaxForceInlineLevel"),
  RECURSIVE(Kind.RECURSIVE, "recursive inlining too deep", "recursive inlining is too deep"),
  BYTECODE_BUDGET(Kind.INLINING_BUDGET, "size > DesiredMethodLimit"),
  NODE_BUDGET(Kind.INLINING_BUDGET, "NodeCountInliningCutoff"),
  UNLOADED_SIGNATURE(Kind.NOT_LOADED, "unloaded signature classes"),
  NOT_LOADED(
      Kind.NOT_LOADED,
      "failed initial checks",
      "callee's klass not linked yet",
      "callee's klass not initialized yet",
      "method holder not initialized",
      "not inlineable"),
  NATIVE(Kind.NATIVE_CALL, "native method"),
  HANDLE_NOT_CONSTANT(Kind.METHOD_HANDLE, "receiver not constant", "MemberName not constant"),
  DISABLED(
      Kind.FORBIDDEN,
      "don't inline by annotation",
      "disallowed by CompileCommand",
      "disallowed by ciReplay",
      "don't inline Throwable constructors",
      "exception method",
      "method changes current thread"),
  OTHER(Kind.REFUSED);

  private static final Map<String, InliningFailureReason> BY_TEXT = new HashMap<>();

  static {
    for (InliningFailureReason reason : values()) {
      for (String text : reason.texts) {
        BY_TEXT.put(text, reason);
      }
    }
  }

  private final Kind kind;
  private final List<String> texts;

  InliningFailureReason(Kind kind, String... texts) {
    this.kind = kind;
    this.texts = List.of(texts);
  }

  /// {@return the reason of a decision; [#OTHER] if HotSpot's text is unknown}
  static InliningFailureReason of(Decision decision) {
    return BY_TEXT.getOrDefault(decision.reason(), OTHER);
  }

  /// {@return the kind of a call that was not inlined}
  ///
  /// @param huge whether the callee is too large to be compiled at all
  static Kind kindOf(Decision decision, boolean huge) {
    InliningFailureReason reason = of(decision);
    // A virtual call may also remain because a receiver type's method was not inlined.
    if (reason == VIRTUAL_CALL) {
      return decision.verdict() == Verdict.VIRTUAL
          ? Kind.VIRTUAL_CALL
          : huge ? Kind.HUGE_METHOD : Kind.REFUSED;
    }
    return reason.kind == Kind.COLD_CALL || !huge ? reason.kind : Kind.HUGE_METHOD;
  }
}
