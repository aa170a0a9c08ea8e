// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

/// Runs in a JVM that denies native access and Unsafe, on the module path and on the class path.
final class NativeAccessDeniedTest {
  @Test
  void theExceptionNamesTheFlag() {
    Module module = NativeStack.class.getModule();
    String flag =
        module.isNamed()
            ? "--enable-native-access=dev.ashlar.memory"
            : "--enable-native-access=ALL-UNNAMED";
    // Twice: what failed once must not become NoClassDefFoundError.
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(IllegalCallerException.class)
          .isThrownBy(NativeStack::current)
          .withMessageEndingWith(flag);
      assertThatExceptionOfType(IllegalCallerException.class)
          .isThrownBy(() -> NativeStack.create(1024))
          .withMessageEndingWith(flag);
      assertThatExceptionOfType(IllegalCallerException.class)
          .isThrownBy(() -> NativePool.create(1024))
          .withMessageEndingWith(flag);
    }
  }
}
