// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// Thrown if a run cannot be done as requested. The message is one line for the user.
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean wrongUsage;

  private LabException(String message, boolean wrongUsage) {
    super(message);
    this.wrongUsage = wrongUsage;
  }

  /// {@return an exception for a request of something that does not exist or has no meaning}
  public static LabException wrongUsage(String message) {
    return new LabException(message, true);
  }

  /// {@return an exception for a request that failed}
  public static LabException failed(String message) {
    return new LabException(message, false);
  }

  /// {@return whether the user has to change the request}
  public boolean isWrongUsage() {
    return wrongUsage;
  }
}
