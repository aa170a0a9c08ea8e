// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// Thrown if a contender cannot run on this machine or JVM. The message has the reason.
public final class UnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnavailableException(String why) {
    super(why);
  }
}
