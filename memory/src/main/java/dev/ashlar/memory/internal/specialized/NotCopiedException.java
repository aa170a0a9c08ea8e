// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

/// Copies of a class cannot be made here. The class itself works.
public final class NotCopiedException extends Exception {
  private static final long serialVersionUID = 1;

  NotCopiedException(String reason) {
    super(reason);
  }
}
