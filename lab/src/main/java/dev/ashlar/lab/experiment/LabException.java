// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// A run that cannot be done as asked, in one line for the user.
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean wrongUsage;

  private LabException(String message, boolean wrongUsage) {
    super(message);
    this.wrongUsage = wrongUsage;
  }

  /// {@return what the user asked for does not exist or makes no sense}
  public static LabException wrongUsage(String message) {
    return new LabException(message, true);
  }

  /// {@return what the user asked for failed}
  public static LabException failed(String message) {
    return new LabException(message, false);
  }

  /// {@return whether the user has to ask differently}
  public boolean isWrongUsage() {
    return wrongUsage;
  }
}
