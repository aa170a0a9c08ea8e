// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The page `docs/unsafe.md`. The data is its sections that have a table of methods.
final class AdvicePage {
  private static final Pattern SECTION = Pattern.compile("(?m)^## ");

  /// The sections, in the order of the page.
  static final List<AdviceSection> SECTIONS = sections(read("unsafe.md"));

  /// The advice by name and parameter types, as in `putInt(JI)`.
  static final Map<String, Advice> ADVICE = advice(SECTIONS);

  private AdvicePage() {}

  static String read(String resource) {
    try (InputStream file = AdvicePage.class.getResourceAsStream(resource)) {
      if (file == null) {
        throw new IllegalStateException(
            resource + " is missing beside " + AdvicePage.class.getName() + ": build the module");
      }
      return new String(file.readAllBytes(), UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<AdviceSection> sections(String page) {
    return SECTION
        .splitAsStream(page)
        .skip(1)
        .filter(text -> text.contains("\n| Unsafe |"))
        .map(AdviceSection::parse)
        .toList();
  }

  private static Map<String, Advice> advice(List<AdviceSection> sections) {
    Map<String, List<Replacement>> replacements = new LinkedHashMap<>();
    Map<String, String> methods = new LinkedHashMap<>();
    for (AdviceSection section : sections) {
      for (AdviceRow row : section.rows()) {
        String key = row.signature().key();
        methods.putIfAbsent(key, row.signature().toString());
        replacements
            .computeIfAbsent(key, absent -> new ArrayList<>())
            .add(row.replacement(section));
      }
    }
    Map<String, Advice> advice = new LinkedHashMap<>();
    replacements.forEach(
        (key, all) -> advice.put(key, new Advice(methods.getOrDefault(key, key), all)));
    return Collections.unmodifiableMap(advice);
  }
}
