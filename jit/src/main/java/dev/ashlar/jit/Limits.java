package dev.ashlar.jit;

/// HotSpot's limits on inlining, as the JVM's command line has them, or their defaults.
final class Limits {
  private final Vm vm;

  Limits(Vm vm) {
    this.vm = vm;
  }

  Quantity quantity(String flag) {
    return Quantity.limit(flag, value(flag));
  }

  long value(String flag) {
    return vm.flag(flag).orElse(defaultOf(flag));
  }

  private static long defaultOf(String flag) {
    return switch (flag) {
      case "MaxInlineSize" -> 35;
      case "FreqInlineSize" -> 325;
      case "InlineSmallCode" -> 2500;
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
