package dev.ashlar.cli;

/// A word of a command that a user is shown.
final class ShellWord {
  private ShellWord() {}

  /// {@return the word, in single quotes if a shell would change it without}
  static String of(String word) {
    return word.matches("[\\w./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
