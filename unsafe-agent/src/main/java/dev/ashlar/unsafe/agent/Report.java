// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.memory.Tracker;
import dev.ashlar.unsafe.agent.runtime.Packages;
import dev.ashlar.unsafe.agent.runtime.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The report of one JVM, as JSON.
final class Report {
  private static final int MOST_PRINTED = 5;

  private final StringBuilder json = new StringBuilder();

  private Report() {}

  /// Writes the report. A failure is printed, not thrown, because the JVM is ending.
  static void write(Path file) {
    try {
      Files.writeString(file, json());
    } catch (IOException e) {
      System.err.println("ashlar-unsafe-agent: no report was written: " + e);
    }
  }

  /// Prints the largest groups of blocks that were not freed.
  static void printLeaks() {
    List<Tracker.Leak> leaks = Tracker.leaks();
    System.err.println(
        "ashlar-unsafe-agent: %s bytes were not freed; blocks: %s"
            .formatted(
                leaks.stream().mapToLong(Tracker.Leak::bytes).sum(),
                leaks.stream().mapToLong(Tracker.Leak::count).sum()));
    for (Tracker.Leak leak : leaks.subList(0, Math.min(leaks.size(), MOST_PRINTED))) {
      System.err.println(
          "  %s bytes, blocks: %s, allocated at %s"
              .formatted(
                  leak.bytes(),
                  leak.count(),
                  leak.stack().isEmpty()
                      ? "places that were not recorded"
                      : leak.stack().stream()
                          .limit(MOST_PRINTED)
                          .map(StackTraceElement::toString)
                          .collect(Collectors.joining(", "))));
    }
  }

  static String json() {
    return new Report().make();
  }

  private String make() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("schema", 1);
    List<Object> jars = new ArrayList<>();
    Use.byJar().forEach((name, use) -> jars.add(jar(name, use)));
    report.put("jars", jars);
    report.put("delegated", Use.delegated());
    report.put("refused", new TreeMap<>(Use.refused()));
    report.put("opened", Packages.opened());
    if (Tracker.ACTIVE) {
      report.put("unknownAddresses", Tracker.unknownAccesses());
      report.put("untrackedBlocks", Tracker.untrackedBlocks());
    }
    if (Tracker.LEAKS) {
      report.put("leaks", Tracker.leaks().stream().map(Report::leak).toList());
    }
    value(report);
    return json.append("\n").toString();
  }

  private static Map<String, Object> leak(Tracker.Leak leak) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bytes", leak.bytes());
    json.put("blocks", leak.count());
    json.put("stack", leak.stack());
    return json;
  }

  private static Map<String, Object> jar(String name, Use use) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("jar", name);
    json.put("replaced", use.replaced());
    json.put("reached", use.reached());
    json.put("manyShapes", use.manyShapes());
    json.put("left", use.left());
    json.put("internal", new TreeSet<>(use.internal()));
    json.put("unchanged", Use.delegates() ? Map.of() : use.unchanged());
    json.put("slower", Use.delegates() ? use.unchanged() : Map.of());
    return json;
  }

  /// Appends a map, a list, a number or a text. Lists of objects have one on each line.
  private void value(Object value) {
    switch (value) {
      case Map<?, ?> map ->
          list(
              '{',
              map.entrySet(),
              entry -> {
                string(String.valueOf(entry.getKey()));
                json.append(": ");
                value(Objects.requireNonNull(entry.getValue()));
              },
              '}');
      case Collection<?> list -> list('[', list, this::value, ']');
      case Number number -> json.append(number);
      default -> string(value.toString());
    }
  }

  private <T> void list(char begin, Collection<T> all, Consumer<T> one, char end) {
    String separator = "";
    json.append(begin);
    for (T element : all) {
      json.append(separator);
      one.accept(element);
      separator = element instanceof Map ? ",\n" : ", ";
    }
    json.append(end);
  }

  private void string(String string) {
    json.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    json.append('"');
  }
}
