// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// Writes the manual page of the command and its completion script for bash and zsh. The build runs
/// it for the distribution.
public final class ManualFiles {
  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7F]");

  private ManualFiles() {}

  /// Writes both files to a folder.
  ///
  /// @param args the folder
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    CommandLine ashlar = Main.commandLine();
    write(folder.resolve("completion/ashlar_completion"), AutoComplete.bash("ashlar", ashlar));
    write(folder.resolve("man/ashlar.1"), manualPage(ashlar));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  /// {@return the page in the format of `man`: a section with the usage of each command}
  static String manualPage(CommandLine ashlar) {
    StringBuilder page = new StringBuilder(".TH ASHLAR 1\n.SH NAME\nashlar \\- ");
    page.append(escaped(ashlar.getCommandSpec().usageMessage().description()[0]));
    addCommand(ashlar, page);
    return page.toString();
  }

  private static void addCommand(CommandLine command, StringBuilder page) {
    String name = command.getCommandSpec().qualifiedName();
    page.append(".SH ").append(name.toUpperCase(Locale.ROOT)).append("\n.nf\n");
    page.append(escaped(command.getUsageMessage(Ansi.OFF))).append(".fi\n");
    command
        .getSubcommands()
        .forEach((subcommand, line) -> {
          if (!subcommand.equals("help")) {
            addCommand(line, page);
          }
        });
  }

  /// {@return lines of text that `man` shows as they are, the last with its end}
  private static String escaped(String text) {
    StringBuilder lines = new StringBuilder();
    text.lines()
        .forEach(line ->
            // A point or an apostrophe at the beginning would be a request.
            lines
                .append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(
                    NOT_ASCII
                        .matcher(line.replace("\\", "\\e").replace("-", "\\-"))
                        .replaceAll(found ->
                            Matcher.quoteReplacement(
                                "\\[u%04X]".formatted(found.group().codePointAt(0)))))
                .append('\n'));
    return lines.toString();
  }
}
