// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

/// Thrown if a class file cannot be read. The message has the reason.
final class DamagedClassException extends Exception {
  private static final long serialVersionUID = 1;

  DamagedClassException(String message) {
    super(message);
  }
}
