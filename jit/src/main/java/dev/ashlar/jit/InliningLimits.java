// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Vm;

/// HotSpot's inlining limits: from the JVM's command line, else the defaults.
final class InliningLimits {
  private final Vm vm;

  InliningLimits(Vm vm) {
    this.vm = vm;
  }

  /// {@return the limit; its value is -1 if unknown}
  Metric metric(String flag) {
    return Metric.limit(flag, value(flag));
  }

  /// {@return the value of the limit; -1 if neither the log nor this class has it}
  long value(String flag) {
    return vm.flag(flag).orElseGet(() -> defaultOf(flag));
  }

  /// The default depends on the platform and on tiered compilation (`c2_globals_*.hpp`,
  /// `CompilerConfig`).
  private long smallCode() {
    boolean tuned = vm.cpu().equals("amd64") || vm.cpu().equals("aarch64");
    return tuned ? (vm.isTiered() ? 2500 : 1000) : -1;
  }

  private long defaultOf(String flag) {
    return switch (flag) {
      case "MaxInlineSize" -> 35;
      case "FreqInlineSize" -> 325;
      case "InlineSmallCode" -> smallCode();
      case "MaxInlineLevel" -> 15;
      case "MaxForceInlineLevel" -> 100;
      case "MaxRecursiveInlineLevel" -> 1;
      case "DesiredMethodLimit", "HugeMethodLimit" -> 8000;
      case "NodeCountInliningCutoff" -> 18000;
      default -> throw new IllegalArgumentException(flag);
    };
  }

  /// {@return whether a method with this size of bytecode is never compiled}
  boolean isHuge(int byteSize) {
    return byteSize > value("HugeMethodLimit")
        && vm.option("DontCompileHugeMethods").orElse(Boolean.TRUE);
  }
}
