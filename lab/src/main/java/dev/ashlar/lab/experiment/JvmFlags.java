// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.jit.compilation.Vm;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// JVM flags that contenders of several experiments need, and JVM flags from environment variables.
public final class JvmFlags {
  /// For code that accesses native memory without the JDK's checks, and for calls of C.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// For code that uses the JDK's internal Unsafe.
  public static final String INTERNAL_UNSAFE =
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

  private JvmFlags() {}

  /// {@return the environment variables whose flags every measured JVM gets, such as
  /// `JAVA_TOOL_OPTIONS=-Xint`} Secrets are removed, because the flags are shown on a page.
  public static List<String> ofEnvironment(Map<String, String> environment) {
    return Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
        .map(variable -> variable + "=" + Vm.withoutSecrets(environment.getOrDefault(variable, "")))
        .toList();
  }
}
