// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// Formats data as JSON, for files and for pages.
public final class JsonText {
  private static final JsonMapper SHOWN =
      JsonMapper.builder()
          .addModule(new SimpleModule().addSerializer(String.class, new VisibleSerializer()))
          .build();
  private static final JsonMapper INDENTED =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  /// Writes strings with escapes that a page shows.
  private static final class VisibleSerializer extends StdSerializer<String> {
    VisibleSerializer() {
      super(String.class);
    }

    @Override
    public void serialize(String value, JsonGenerator json, SerializationContext context) {
      json.writeString(VisibleText.ofLines(value));
    }
  }

  /// {@return an object with the given names, each followed by its value} An empty optional is left
  /// out.
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = (String) namesAndValues[i];
      switch (namesAndValues[i + 1]) {
        case Optional<?> value -> value.ifPresent(some -> object.put(name, some));
        case OptionalInt value -> value.ifPresent(some -> object.put(name, some));
        case OptionalLong value -> value.ifPresent(some -> object.put(name, some));
        case OptionalDouble value -> value.ifPresent(some -> object.put(name, some));
        default -> object.put(name, namesAndValues[i + 1]);
      }
    }
    return object;
  }

  /// Writes indented JSON to `file`, in full or not at all. Missing folders are created. Characters
  /// that would be hidden are escaped; in JSON they occur only in strings.
  public static void write(Object data, Path file) throws IOException {
    AtomicFile.write(
        file, VisibleText.ofLines(INDENTED.writeValueAsString(data).replace("\r\n", "\n")) + "\n");
  }

  /// {@return JSON that cannot end a script element or open a comment, for a script that shows its
  /// strings} The critical characters occur only in strings, and are escaped there.
  public static String inScript(Object data) {
    return SHOWN
        .writeValueAsString(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }
}
