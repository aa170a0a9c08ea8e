package dev.ashlar.memory;

/// Whether this module may reach native memory without the JDK's help.
///
/// Asking is not using: the JVM prints no warning. The answer is taken once, so that the same
/// program takes the same path all along.
final class NativeAccess {
  static final boolean GRANTED = NativeAccess.class.getModule().isNativeAccessEnabled();

  private NativeAccess() {}
}
