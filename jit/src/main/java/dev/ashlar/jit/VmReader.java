package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads what the head of a log says about the JVM: texts on lines of their own between tags.
final class VmReader {
  private final StringBuilder name = new StringBuilder();
  private final StringBuilder release = new StringBuilder();
  private final StringBuilder arguments = new StringBuilder();
  private final StringBuilder command = new StringBuilder();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private long processId;
  private long startMillis;
  private String section = "";
  private boolean underWay;
  private boolean done;

  boolean isUnderWay() {
    return underWay && !done;
  }

  boolean wantsText() {
    return isUnderWay() && !section.isEmpty();
  }

  void header(Element element) {
    if (!underWay && element.is("hotspot_log")) {
      underWay = true;
      processId = element.number("process", 0);
      startMillis = element.number("time_ms", 0);
    }
  }

  /// The head is over.
  void done() {
    done = true;
  }

  /// Takes the tag if it is one of the head's.
  boolean tag(Element element) {
    if (element.firstLetter() == '/') {
      boolean ours = !section.isEmpty() && element.is("/" + section);
      section = ours ? "" : section;
      return ours;
    }
    for (String known : List.of("name", "release", "info", "args", "command", "launcher")) {
      if (element.is(known)) {
        section = known;
        return true;
      }
    }
    if (element.is("properties")) {
      section = "properties";
      return true;
    }
    return element.is("vm_arguments");
  }

  void text(String line) {
    switch (section) {
      case "name" -> add(name, line);
      case "release" -> add(release, line);
      case "args" -> add(arguments, line);
      case "command" -> add(command, line);
      case "properties" -> property(line);
      default -> {
        // The rest repeats what these say.
      }
    }
  }

  private static void add(StringBuilder text, String line) {
    if (!line.isBlank()) {
      text.append(text.length() == 0 ? "" : " ").append(line.strip());
    }
  }

  private void property(String line) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      properties.put(line.substring(0, equals), line.substring(equals + 1));
    }
  }

  Vm vm() {
    List<String> flags = new ArrayList<>();
    for (String flag : arguments.toString().split("\\s+", -1)) {
      if (!flag.isEmpty()) {
        flags.add(flag);
      }
    }
    return new Vm(
        name.toString(),
        release.toString(),
        List.copyOf(flags),
        command.toString(),
        Map.copyOf(properties),
        processId,
        startMillis);
  }
}
