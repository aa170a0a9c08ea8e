package dev.ashlar.lab;

/// JVM flags that contenders of several experiments need.
public final class JvmFlags {
  /// For what reaches native memory without the JDK's checks, and for calls of C.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// For what uses the JDK's own Unsafe.
  public static final String INTERNAL_UNSAFE =
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

  private JvmFlags() {}
}
