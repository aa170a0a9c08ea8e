// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Kind;

/// HotSpot's reasons for not inlining a call, as the log has them (`InlineTree`,
/// `bytecodeInfo.cpp`; `GraphBuilder`, `c1_GraphBuilder.cpp`).
enum InliningFailureReason {
  VIRTUAL_CALL(Kind.VIRTUAL_CALL),
  UNREACHED(Kind.COLD_CALL),
  COLD(Kind.COLD_CALL),
  HOT_METHOD_TOO_BIG(Kind.HOT_METHOD_TOO_BIG),
  TOO_BIG(Kind.TOO_BIG),
  COMPILED_BIG(Kind.ALREADY_COMPILED),
  COMPILED_MEDIUM(Kind.ALREADY_COMPILED),
  TOO_DEEP(Kind.TOO_DEEP),
  FORCED_TOO_DEEP(Kind.TOO_DEEP),
  RECURSIVE(Kind.RECURSIVE),
  BYTECODE_BUDGET(Kind.INLINING_BUDGET),
  NODE_BUDGET(Kind.INLINING_BUDGET),
  UNLOADED_SIGNATURE(Kind.NOT_LOADED),
  NOT_LOADED(Kind.NOT_LOADED),
  NATIVE(Kind.NATIVE_CALL),
  HANDLE_NOT_CONSTANT(Kind.METHOD_HANDLE),
  DISABLED(Kind.FORBIDDEN),
  OTHER(Kind.REFUSED);

  private final Kind kind;

  InliningFailureReason(Kind kind) {
    this.kind = kind;
  }

  /// {@return the reason of a decision; [#OTHER] if HotSpot's text is unknown}
  static InliningFailureReason of(Decision decision) {
    return switch (decision.reason()) {
      case "", "virtual call", "no static binding" -> VIRTUAL_CALL;
      case "call site not reached", "never executed" -> UNREACHED;
      case "too cold to inline",
          "low call site frequency",
          "executed < MinInliningThreshold times" ->
          COLD;
      case "hot method too big" -> HOT_METHOD_TOO_BIG;
      case "too big" -> TOO_BIG;
      case "already compiled into a big method" -> COMPILED_BIG;
      case "already compiled into a medium method" -> COMPILED_MEDIUM;
      case "inlining too deep" -> TOO_DEEP;
      case "MaxForceInlineLevel" -> FORCED_TOO_DEEP;
      case "recursive inlining too deep", "recursive inlining is too deep" -> RECURSIVE;
      case "size > DesiredMethodLimit" -> BYTECODE_BUDGET;
      case "NodeCountInliningCutoff" -> NODE_BUDGET;
      case "unloaded signature classes" -> UNLOADED_SIGNATURE;
      case "failed initial checks",
          "callee's klass not linked yet",
          "callee's klass not initialized yet",
          "method holder not initialized",
          "not inlineable" ->
          NOT_LOADED;
      case "native method" -> NATIVE;
      case "receiver not constant", "MemberName not constant" -> HANDLE_NOT_CONSTANT;
      case "don't inline by annotation",
          "disallowed by CompileCommand",
          "disallowed by ciReplay",
          "don't inline Throwable constructors",
          "exception method",
          "method changes current thread" ->
          DISABLED;
      default -> OTHER;
    };
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
