// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

/// A class file that cannot be read. The message says why.
final class DamagedClassException extends Exception {
  private static final long serialVersionUID = 1;

  DamagedClassException(String message) {
    super(message);
  }
}
