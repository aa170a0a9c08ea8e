// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

/// Something that a scan could not read, or something damaged that it did read.
///
/// @param location the path of the file; for a file in a jar, the paths joined by `!/`
/// @param hidesUses whether uses may be missing because of this problem
public record ScanProblem(String location, String reason, boolean hidesUses) {
  /// {@return the problem as text}
  public String words() {
    return location + ": " + reason;
  }
}
