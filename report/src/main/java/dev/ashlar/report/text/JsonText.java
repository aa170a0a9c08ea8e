// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Data as JSON, in files and inside pages.
public final class JsonText {
  private static final JsonMapper COMPACT = new JsonMapper();
  private static final JsonMapper INDENTED =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  /// Writes indented JSON to `file`, in full or not at all. Missing folders are made.
  public static void write(Object data, Path file) throws IOException {
    AtomicFile.write(file, INDENTED.writeValueAsString(data) + "\n");
  }

  /// {@return JSON that nothing in it can end a script element or open a comment with} In JSON
  /// these characters occur inside strings only, where the escape means the same.
  public static String inScript(Object data) {
    return COMPACT
        .writeValueAsString(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }
}
