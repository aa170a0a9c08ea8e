// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// A contender that cannot run on this machine or JVM; the message says why.
public final class UnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnavailableException(String why) {
    super(why);
  }
}
