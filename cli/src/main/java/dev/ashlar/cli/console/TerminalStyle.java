// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.report.text.TextLines.Style;
import java.io.Console;
import java.nio.charset.Charset;

/// The style of output that the terminal on standard output can show.
public final class TerminalStyle {
  private static final Charset STDOUT =
      Charset.forName(System.getProperty("stdout.encoding", "UTF-8"), UTF_8);

  private TerminalStyle() {}

  /// {@return the richest style that the terminal can show}
  public static Style of() {
    if (!STDOUT.newEncoder().canEncode('±')) {
      return Style.ASCII;
    }
    return isTerminal() ? Style.ANSI : Style.PLAIN;
  }

  @SuppressWarnings("SystemConsoleNull")
  public static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }
}
