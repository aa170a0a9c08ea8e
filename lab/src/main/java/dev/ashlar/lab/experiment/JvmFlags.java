// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.jit.compilation.Vm;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// JVM flags that contenders of several experiments need, and those that every JVM gets unasked.
public final class JvmFlags {
  /// For what reaches native memory without the JDK's checks, and for calls of C.
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// For what uses the JDK's own Unsafe.
  public static final String INTERNAL_UNSAFE =
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

  private JvmFlags() {}

  /// {@return the variables whose flags every measured JVM takes, as `JAVA_TOOL_OPTIONS=-Xint`}
  /// Without secrets: they get on a page.
  public static List<String> ofEnvironment(Map<String, String> environment) {
    return Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
        .map(variable -> variable + "=" + Vm.withoutSecrets(environment.getOrDefault(variable, "")))
        .toList();
  }
}
