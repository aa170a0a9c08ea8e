// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.jit.internal.log.Element;
import dev.ashlar.jit.internal.log.Tag;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the head of a log, which describes the JVM: lines of text between tags.
final class VmReader {
  /// As in `… for linux-amd64 JRE …`.
  private static final Pattern PLATFORM = Pattern.compile(" for [a-z]+-([a-z0-9]+)\\b");

  private final Map<Tag, StringBuilder> texts = new EnumMap<>(Tag.class);
  private final Map<String, String> properties = new LinkedHashMap<>();
  private long processId;
  private long startMillis;
  private @Nullable Tag section;
  private boolean underWay;
  private boolean done;

  boolean isUnderWay() {
    return underWay && !done;
  }

  boolean wantsText() {
    return isUnderWay() && section != null;
  }

  void header(Element element) {
    if (!underWay) {
      underWay = true;
      processId = element.number("process", 0);
      startMillis = element.number("time_ms", 0);
    }
  }

  /// Ends the head.
  void done() {
    done = true;
  }

  /// {@return whether the tag belongs to the head}
  boolean tag(Tag tag) {
    switch (tag) {
      case NAME, RELEASE, INFO, ARGS, COMMAND, LAUNCHER, PROPERTIES -> section = tag;
      case END_NAME,
          END_RELEASE,
          END_INFO,
          END_ARGS,
          END_COMMAND,
          END_LAUNCHER,
          END_PROPERTIES,
          VM_ARGUMENTS,
          END_VM_ARGUMENTS ->
          section = null;
      default -> {
        return false;
      }
    }
    return true;
  }

  void text(String line) {
    Tag current = section;
    if (current == Tag.PROPERTIES) {
      property(line);
    } else if (current != null && !line.isBlank()) {
      StringBuilder text = texts.computeIfAbsent(current, t -> new StringBuilder());
      text.append(text.length() == 0 ? "" : " ").append(line.strip());
    }
  }

  private String text(Tag of) {
    return texts.getOrDefault(of, new StringBuilder()).toString();
  }

  private void property(String line) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      properties.put(line.substring(0, equals), line.substring(equals + 1));
    }
  }

  private String cpu() {
    Matcher platform = PLATFORM.matcher(text(Tag.INFO));
    return platform.find() ? platform.group(1) : "";
  }

  Vm vm() {
    // HotSpot does not quote flags with spaces, but each flag begins with a dash.
    String arguments = text(Tag.ARGS);
    List<String> flags = arguments.isEmpty() ? List.of() : List.of(arguments.split("\\s+(?=-)"));
    return new Vm(
        text(Tag.NAME),
        text(Tag.RELEASE),
        cpu(),
        flags,
        text(Tag.COMMAND),
        Map.copyOf(properties),
        processId,
        startMillis);
  }
}
