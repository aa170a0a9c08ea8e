// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Recording.Code;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The stacks of all CPU samples as a tree, with HotSpot's reason for each call in it that is not
/// inlined. Immutable.
///
/// @param samples the number of stacks
/// @param truncated the number of stacks whose outermost frames JFR did not record
/// @param omitted the number of calls that are not in the tree because they have too few samples
/// @param outermost the methods without a caller, the most frequent first
public record SampledStacks(long samples, long truncated, int omitted, List<Call> outermost) {
  /// A call on sampled stacks. Calls of a method are separate if they differ in their bytecode
  /// index. Calls of interpreted code are separate from calls of compiled code.
  ///
  /// @param method the callee; empty for the missing frames of truncated stacks
  /// @param bci bytecode index of the call in its caller; -1 without a caller
  /// @param line source line of the call in its caller; empty if unknown
  /// @param samples the number of stacks through this call
  /// @param notInlined HotSpot's decision; empty if the call is inlined, or if the log does not
  ///   have it
  /// @param reason the reason why the call is not inlined, in words; empty if it is inlined, or has
  ///   no caller
  /// @param calls the calls of the callee, the most frequent first
  public record Call(
      Optional<Method> method,
      Code code,
      int bci,
      OptionalInt line,
      long samples,
      Optional<Finding.Kind> notInlined,
      String reason,
      List<Call> calls) {}

  /// {@return the stacks in the recording of a log; empty if there is no sample}
  ///
  /// @param least the smallest share of all samples, from 0 to 1, that a call in the tree may have
  public static Optional<SampledStacks> of(CompilationLog log, double least) {
    return log.recording()
        .map(Recording::stacks)
        .filter(stacks -> stacks.root().samples() > 0)
        .map(stacks -> new Growth(log, stacks, least).result());
  }

  /// A tree while it is being built.
  private static final class Growth {
    private final StackTree.Node root;
    private final double fewest;
    private final CallReasons reasons;
    private int omitted;

    Growth(CompilationLog log, StackTree stacks, double least) {
      root = stacks.root();
      fewest = least * (double) root.samples();
      Set<CallReasons.Site> sites = new HashSet<>();
      addSites(Optional.empty(), root, sites);
      reasons = new CallReasons(log, sites);
    }

    private void addSites(
        Optional<Method> caller, StackTree.Node node, Set<CallReasons.Site> sites) {
      node.callees()
          .forEach((key, callee) -> {
            if (callee.samples() >= fewest) {
              caller.ifPresent(method -> sites.add(new CallReasons.Site(method, key.bci())));
              addSites(methodOf(key), callee, sites);
            }
          });
    }

    SampledStacks result() {
      long truncated =
          root.callees().entrySet().stream()
              .filter(entry -> methodOf(entry.getKey()).isEmpty())
              .mapToLong(entry -> entry.getValue().samples())
              .sum();
      List<Call> outermost = calls(root, Optional.empty(), Code.NATIVE, List.of());
      return new SampledStacks(root.samples(), truncated, omitted, outermost);
    }

    /// @param caller the method of `node`; empty at the root, and for missing frames
    /// @param outer the calls from the compiled method to the caller, which are inlined
    private List<Call> calls(
        StackTree.Node node,
        Optional<Method> caller,
        Code callerCode,
        List<CallReasons.Site> outer) {
      List<Call> calls = new ArrayList<>();
      node.callees()
          .forEach((key, callee) -> {
            if (callee.samples() < fewest) {
              omitted += count(callee);
            } else {
              List<CallReasons.Site> path = new ArrayList<>(outer);
              caller.ifPresent(method -> path.add(new CallReasons.Site(method, key.bci())));
              calls.add(call(key, callee, path, callerCode));
            }
          });
      calls.sort(Comparator.comparingLong(Call::samples).reversed());
      return List.copyOf(calls);
    }

    private Call call(
        StackTree.Key key, StackTree.Node callee, List<CallReasons.Site> path, Code callerCode) {
      Optional<Method> method = methodOf(key);
      boolean inlined = key.code() == Code.INLINED;
      CallReasons.Reason reason = CallReasons.Reason.NONE;
      if (method.isPresent() && !path.isEmpty() && !inlined) {
        reason =
            callerCode == Code.INTERPRETED
                ? CallReasons.Reason.INTERPRETED_CALLER
                : reasons.of(path, method.get());
      }
      return new Call(
          method,
          key.code(),
          key.bci(),
          key.line() > 0 ? OptionalInt.of(key.line()) : OptionalInt.empty(),
          callee.samples(),
          reason.kind(),
          reason.words(),
          calls(callee, method, key.code(), inlined ? path : List.of()));
    }

    private static int count(StackTree.Node node) {
      return 1 + node.callees().values().stream().mapToInt(Growth::count).sum();
    }

    private static Optional<Method> methodOf(StackTree.Key key) {
      return key.method().equals(StackTree.TRUNCATED)
          ? Optional.empty()
          : Optional.of(Recording.method(key.method()));
    }
  }
}
