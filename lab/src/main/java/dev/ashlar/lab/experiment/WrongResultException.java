// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// Thrown if a contender did not do the work that was to be timed.
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WrongResultException(String message) {
    super(message);
  }
}
