// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import org.jspecify.annotations.Nullable;

/// Static fields that Unsafe reads and writes.
@SuppressWarnings("unused")
final class JudgedStatics {
  private static int number;
  private static volatile long large;
  private static boolean truth;
  private static @Nullable Object reference;

  private JudgedStatics() {}
}
