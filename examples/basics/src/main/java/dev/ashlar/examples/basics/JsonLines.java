// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import dev.ashlar.text.Utf8Builder;
import java.io.IOException;
import java.io.OutputStream;

/// Lines of JSON as UTF-8. The builder is used again for each line, and makes no garbage.
final class JsonLines {
  private final Utf8Builder line = new Utf8Builder();
  private final OutputStream out;

  JsonLines(OutputStream out) {
    this.out = out;
  }

  static void main() throws IOException {
    JsonLines log = new JsonLines(System.out);
    log.write(1_780_000_000_123L, "INFO", "Größe \"42\"");
    log.write(1_780_000_000_456L, "WARN", "C:\\temp\nfull");
    System.out.flush();
  }

  void write(long millis, String level, String message) throws IOException {
    line.clear();
    line.append("{\"at\":").append(millis).append(",\"level\":\"").append(level);
    line.append("\",\"message\":\"");
    appendEscaped(message);
    line.append("\"}\n");
    line.writeTo(out);
  }

  /// Appends runs of chars as they are, and what JSON wants escaped apart.
  private void appendEscaped(String text) {
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || c < ' ') {
        line.append(text, from, i).append(escape(c));
        from = i + 1;
      }
    }
    line.append(text, from, text.length());
  }

  private static String escape(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      default -> "\\u%04x".formatted((int) c);
    };
  }
}
