// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.memory.Tracker;
import dev.ashlar.unsafe.agent.runtime.Packages;
import dev.ashlar.unsafe.agent.runtime.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The report of one JVM, as JSON.
final class Report {
  private static final int MOST_PRINTED = 5;

  private final StringBuilder json = new StringBuilder();

  private Report() {}

  /// Writes the report. What fails is printed, since the JVM ends.
  static void write(Path file) {
    try {
      Files.writeString(file, json());
    } catch (IOException e) {
      System.err.println("ashlar-unsafe-agent: no report was written: " + e);
    }
  }

  /// Prints the blocks that were not freed, the largest groups only.
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
    json.append("{\"schema\": 1, \"jars\": [");
    String separator = "\n";
    for (Map.Entry<String, Use> jar : Use.byJar().entrySet()) {
      json.append(separator);
      jar(jar.getKey(), jar.getValue());
      separator = ",\n";
    }
    json.append("],\n\"refused\": ");
    counts(new TreeMap<>(Use.refused()));
    json.append(",\n\"opened\": ");
    strings(Packages.opened());
    if (Tracker.ACTIVE) {
      json.append(",\n\"unknownAddresses\": ").append(Tracker.unknownAccesses());
      json.append(",\n\"untrackedBlocks\": ").append(Tracker.untrackedBlocks());
    }
    if (Tracker.LEAKS) {
      leaks();
    }
    return json.append("}\n").toString();
  }

  private void leaks() {
    json.append(",\n\"leaks\": [");
    String separator = "\n";
    for (Tracker.Leak leak : Tracker.leaks()) {
      json.append(separator).append(" {\"bytes\": ").append(leak.bytes());
      json.append(", \"blocks\": ").append(leak.count()).append(", \"stack\": ");
      strings(leak.stack().stream().map(StackTraceElement::toString).toList());
      json.append('}');
      separator = ",\n";
    }
    json.append(']');
  }

  private void jar(String name, Use use) {
    json.append(" {\"jar\": ");
    string(name);
    json.append(", \"replaced\": ").append(use.replaced().sum());
    json.append(", \"reached\": ").append(use.reached().sum());
    json.append(", \"manyShapes\": ").append(use.manyShapes().sum());
    json.append(", \"left\": ");
    counts(use.left());
    json.append(", \"internal\": ");
    strings(new TreeSet<>(use.internal()));
    json.append(", \"unchanged\": ");
    strings(use.unchanged());
    json.append('}');
  }

  private void counts(Map<String, ? extends Number> counts) {
    String separator = "{";
    for (Map.Entry<String, ? extends Number> count : counts.entrySet()) {
      json.append(separator);
      string(count.getKey());
      json.append(": ").append(count.getValue().longValue());
      separator = ", ";
    }
    json.append(counts.isEmpty() ? "{}" : "}");
  }

  private void strings(Map<String, String> strings) {
    String separator = "{";
    for (Map.Entry<String, String> entry : strings.entrySet()) {
      json.append(separator);
      string(entry.getKey());
      json.append(": ");
      string(entry.getValue());
      separator = ", ";
    }
    json.append(strings.isEmpty() ? "{}" : "}");
  }

  private void strings(Collection<String> strings) {
    String separator = "[";
    for (String string : strings) {
      json.append(separator);
      string(string);
      separator = ", ";
    }
    json.append(strings.isEmpty() ? "[]" : "]");
  }

  private void string(String string) {
    json.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        default -> {
          if (c < ' ') {
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }
}
