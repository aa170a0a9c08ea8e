// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.SampledStacks;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The flame graph of the CPU samples of a log's recording.
///
/// @param graph the graph as data of the page
/// @param sentences descriptions of the graph and of its omissions
record FlameGraph(Graph graph, List<String> sentences) {
  /// The least share of all samples that a box has.
  private static final double LEAST = 0.001;

  /// @param id the id of the element in which it is drawn
  /// @param n the number of samples
  /// @param c the boxes of the outermost methods
  record Graph(String id, long n, List<Box> c) {}

  /// A call on sampled stacks.
  ///
  /// @param m the index of the callee; null for the frames that JFR did not record
  /// @param o a style class
  /// @param n the number of samples in the callee and its callees
  /// @param b the bytecode index of the call in its caller; null without a caller
  /// @param l the source line of the call; null if unknown
  /// @param w the index of the outcome in a few words
  /// @param y the index of the reason why it is not inlined; null if there is none
  /// @param c the calls of the callee; null if there are none
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Box(
      @Nullable Integer m,
      String o,
      long n,
      @Nullable Integer b,
      @Nullable Integer l,
      int w,
      @Nullable Integer y,
      @Nullable List<Box> c) {}

  /// {@return the flame graph of a log; empty if it has no samples}
  ///
  /// @param forest the names on the page
  static Optional<FlameGraph> of(String id, CompilationLog log, CallForest forest) {
    return SampledStacks.of(log, LEAST)
        .map(stacks ->
            new FlameGraph(
                new Graph(id, stacks.samples(), boxes(stacks.outermost(), forest)),
                sentences(stacks, log)));
  }

  private static List<String> sentences(SampledStacks stacks, CompilationLog log) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s in Java code. The outermost callers are at the top. A box with a bar on top is a call; one without is inlined in its caller."
            .formatted(NumberFormats.count(stacks.samples(), "CPU sample")));
    if (stacks.omitted() > 0) {
      sentences.add(
          NumberFormats.count(stacks.omitted(), "call")
              + " with less than 0.1 % of the samples each "
              + (stacks.omitted() == 1 ? "is" : "are")
              + " not drawn.");
    }
    if (stacks.truncated() > 0) {
      sentences.add(
          NumberFormats.count(stacks.truncated(), "stack")
              + " were deeper than JFR records; -XX:FlightRecorderOptions:stackdepth=256 records"
              + " more.");
    }
    if (!log.recording().map(Recording::isExact).orElse(false)) {
      sentences.add(
          "The JVM ran without -XX:+DebugNonSafepoints, so the innermost inlined boxes may be those"
              + " of a neighboring call.");
    }
    return sentences;
  }

  private static List<Box> boxes(List<SampledStacks.Call> calls, CallForest forest) {
    return calls.stream().map(call -> box(call, forest)).toList();
  }

  private static Box box(SampledStacks.Call call, CallForest forest) {
    return new Box(
        call.method().map(forest::index).orElse(null),
        tone(call),
        call.samples(),
        call.bci() < 0 ? null : call.bci(),
        call.line().isPresent() ? call.line().getAsInt() : null,
        forest.index(outcome(call)),
        call.reason().isEmpty() ? null : forest.index(call.reason()),
        call.calls().isEmpty() ? null : boxes(call.calls(), forest));
  }

  private static String tone(SampledStacks.Call call) {
    if (call.code() == Recording.Code.INLINED) {
      return "inlined";
    }
    return call.notInlined()
        .map(FindingCards::tone)
        .orElse(call.code() == Recording.Code.INTERPRETED ? "interpreted" : "unknown");
  }

  private static String outcome(SampledStacks.Call call) {
    String code =
        switch (call.code()) {
          case INLINED -> "inlined";
          case COMPILED -> "called";
          case INTERPRETED -> "interpreted";
          case NATIVE ->
              call.method().isEmpty() ? "outer frames that JFR did not record" : "native";
        };
    return call.notInlined().map(Finding.Kind::title).map(kind -> code + ": " + kind).orElse(code);
  }
}
