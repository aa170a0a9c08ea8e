// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text of a manifest. What is not changed stays as it is, unlike with
/// `java.util.jar.Manifest`, which leaves out all main attributes if there is no version.
final class ManifestText {
  /// The longest line, in bytes.
  private static final int LINE_BYTES = 72;

  private static final String DIGEST = "-DIGEST";

  /// The lines of each attribute, which begins with its name. An empty one ends a section.
  private final List<String> attributes = new ArrayList<>();

  ManifestText(byte[] bytes) {
    String text = chars(bytes);
    for (String line : text.split("\r\n|\r|\n", -1)) {
      if (line.startsWith(" ") && !attributes.isEmpty()) {
        attributes.add(attributes.removeLast() + "\r\n" + line);
      } else {
        attributes.add(line);
      }
    }
  }

  /// A char for each byte, since a line may end inside of a character.
  private static String chars(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// {@return the value of a main attribute; empty if there is none}
  String value(String name) {
    byte[] bytes = valueChars(name).getBytes(StandardCharsets.ISO_8859_1);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String valueChars(String name) {
    return attributes.stream()
        .takeWhile(attribute -> !attribute.isEmpty())
        .filter(attribute -> isNamed(attribute, name))
        .map(attribute -> attribute.replace("\r\n ", "").substring(name.length() + 1).strip())
        .reduce("", (earlier, later) -> later);
  }

  private static boolean isNamed(String attribute, String name) {
    return attribute.replace("\r\n ", "").regionMatches(true, 0, name + ":", 0, name.length() + 1);
  }

  /// Adds words to a main attribute that has words.
  void add(String name, String words) {
    String all =
        Stream.of(valueChars(name), chars(words.getBytes(StandardCharsets.UTF_8)))
            .flatMap(some -> Stream.of(some.split("\\s+")))
            .filter(word -> !word.isEmpty())
            .distinct()
            .collect(Collectors.joining(" "));
    int end = attributes.indexOf("");
    int length = end < 0 ? attributes.size() : end;
    int known = -1;
    for (int i = 0; i < length; i++) {
      known = isNamed(attributes.get(i), name) ? i : known;
    }
    String attribute = folded(name + ": " + all);
    if (known < 0) {
      attributes.add(length, attribute);
    } else {
      attributes.set(known, attribute);
    }
    if (end < 0) {
      attributes.addAll(List.of("", ""));
    }
  }

  /// The blank before a further line counts.
  private static String folded(String line) {
    int first = Math.min(line.length(), LINE_BYTES - 2);
    StringBuilder lines = new StringBuilder(line.substring(0, first));
    for (int at = first; at < line.length(); at += LINE_BYTES - 3) {
      int end = Math.min(line.length(), at + LINE_BYTES - 3);
      lines.append("\r\n ").append(line, at, end);
    }
    return lines.toString();
  }

  /// Removes what a signature adds: the digests of files, and the sections that have nothing else.
  void dropDigests() {
    List<List<String>> sections = new ArrayList<>(List.of(new ArrayList<>()));
    for (String attribute : attributes) {
      if (attribute.isEmpty()) {
        sections.add(new ArrayList<>());
      } else if (sections.size() == 1 || !isDigest(attribute)) {
        sections.getLast().add(attribute);
      }
    }
    attributes.clear();
    for (int i = 0; i < sections.size(); i++) {
      List<String> section = sections.get(i);
      boolean hasName = section.stream().anyMatch(attribute -> isNamed(attribute, "Name"));
      if (i == 0 || section.size() > (hasName ? 1 : 0)) {
        attributes.addAll(section);
        attributes.add("");
      }
    }
    attributes.add("");
  }

  private static boolean isDigest(String attribute) {
    String name = attribute.substring(0, Math.max(0, attribute.indexOf(':')));
    return name.toUpperCase(Locale.ROOT).contains(DIGEST);
  }

  byte[] bytes() {
    return String.join("\r\n", attributes).getBytes(StandardCharsets.ISO_8859_1);
  }
}
