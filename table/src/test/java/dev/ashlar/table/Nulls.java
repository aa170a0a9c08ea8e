// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// Where tests get the null that the annotations forbid to pass.
final class Nulls {
  private Nulls() {}

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  static <T> T ofType() {
    return null;
  }
}
