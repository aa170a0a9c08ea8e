// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import tools.jackson.databind.json.JsonMapper;

/// Data for a page's script.
final class EmbeddedJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private EmbeddedJson() {}

  /// JSON that nothing in it can end a script element or open a comment with: in JSON these
  /// characters occur inside strings only, where the escape means the same.
  static String of(Object data) {
    return MAPPER
        .writeValueAsString(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }
}
