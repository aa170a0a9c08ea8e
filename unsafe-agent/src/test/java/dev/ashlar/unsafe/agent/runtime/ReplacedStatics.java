// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import org.jspecify.annotations.Nullable;

/// Static fields that its replacement reads and writes.
@SuppressWarnings("unused")
final class ReplacedStatics {
  private static int number;
  private static volatile long large;
  private static boolean truth;
  private static @Nullable Object reference;

  private ReplacedStatics() {}
}
