// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

/// Something that a scan could not read, or that is damaged but was read.
///
/// @param location the path of the file; in jars, the paths joined by `!/`
/// @param hidesUses whether uses may be missing because of it
public record ScanProblem(String location, String reason, boolean hidesUses) {
  /// {@return the problem as text}
  public String words() {
    return location + ": " + reason;
  }
}
