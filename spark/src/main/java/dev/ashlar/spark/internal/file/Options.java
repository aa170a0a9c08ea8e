// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Reads numeric options of a query.
public final class Options {
  private Options() {}

  /// Returns the value of an option that is set.
  ///
  /// @throws IllegalArgumentException if it is not a positive integer
  public static long positive(CaseInsensitiveStringMap options, String name) {
    String text = options.get(name);
    try {
      long number = Long.parseLong(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException none) {
      // Refused below.
    }
    throw new IllegalArgumentException(
        "The option %s is %s: use a number of bytes from 1 on".formatted(name, text));
  }
}
