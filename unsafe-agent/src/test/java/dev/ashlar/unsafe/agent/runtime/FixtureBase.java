// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import org.jspecify.annotations.Nullable;

/// Fields of a superclass.
@SuppressWarnings("unused")
class FixtureBase {
  private long inherited;
  private volatile int inheritedVolatile;
  protected @Nullable Object inheritedReference;

  String baseValues() {
    return inherited + " " + inheritedVolatile + " " + inheritedReference;
  }
}
