// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

/// HotSpot's reasons for not inlining a call, from its messages in the log (`InlineTree`,
/// `bytecodeInfo.cpp`; `GraphBuilder`, `c1_GraphBuilder.cpp`).
public enum InliningFailureReason {
  VIRTUAL_CALL,
  UNREACHED,
  COLD,
  HOT_METHOD_TOO_BIG,
  TOO_BIG,
  COMPILED_BIG,
  COMPILED_MEDIUM,
  TOO_DEEP,
  FORCED_TOO_DEEP,
  RECURSIVE,
  BYTECODE_BUDGET,
  NODE_BUDGET,
  UNLOADED_SIGNATURE,
  NOT_LOADED,
  NATIVE,
  HANDLE_NOT_CONSTANT,
  DISABLED,
  OTHER;

  /// {@return the reason; [#OTHER] if HotSpot's text is unknown}
  static InliningFailureReason of(String text) {
    return switch (text) {
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
}
