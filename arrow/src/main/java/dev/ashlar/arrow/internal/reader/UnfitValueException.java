// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

/// Thrown if a value does not fit its component. The message has the value and the reason.
final class UnfitValueException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnfitValueException(Object value, String reason) {
    super(value + ", which " + reason);
  }
}
