// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// A contender that did not do the work it was to be timed at.
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WrongResultException(String message) {
    super(message);
  }
}
