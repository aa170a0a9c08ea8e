// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

/// Quotes a word of a command line in messages.
public final class ShellWord {
  private ShellWord() {}

  /// {@return the word, in single quotes if a shell would change it}
  public static String of(String word) {
    return word.matches("[\\w./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
