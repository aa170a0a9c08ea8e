package dev.ashlar.jit;

/// HotSpot's limits on inlining, as the JVM's command line has them, or their defaults.
final class InliningLimits {
  private final Vm vm;

  InliningLimits(Vm vm) {
    this.vm = vm;
  }

  /// {@return the limit, whose value is -1 where it is not known}
  Metric quantity(String flag) {
    return Metric.limit(flag, value(flag));
  }

  /// {@return the limit's value; -1 if the log does not have it, and its default is not known}
  long value(String flag) {
    return vm.flag(flag).orElseGet(() -> defaultOf(flag));
  }

  /// Tiered compilation raises the default where C2 was tuned with it (`CompilerConfig`).
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

  /// {@return whether a method of this many bytes of bytecode is never compiled}
  boolean isHuge(int byteSize) {
    return byteSize > value("HugeMethodLimit")
        && vm.option("DontCompileHugeMethods").orElse(Boolean.TRUE);
  }
}
