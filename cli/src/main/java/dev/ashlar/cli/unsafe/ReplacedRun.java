// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.cli.process.PlainPath;
import dev.ashlar.report.text.VisibleText;
import dev.ashlar.unsafe.agent.Agent;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExceptionLog;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The reports of the agent from the JVMs of a command, and what threw.
///
/// @param exitCode the exit code of the command
/// @param jvms the reports, one for each JVM, as written by the agent
/// @param silent the process ids of the JVMs without a report
/// @param denied the denied calls of all JVMs
record ReplacedRun(
    int exitCode, List<JsonNode> jvms, List<String> silent, List<DeniedCalls> denied) {
  ReplacedRun {
    jvms = List.copyOf(jvms);
    silent = List.copyOf(silent);
    denied = List.copyOf(denied);
  }

  private static final Pattern REPORT = Pattern.compile("unsafe-agent-(\\d+)\\.json");
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// {@return the flags that add the agent and the log of exceptions, which write to `logs`}
  static List<String> flags(LogFolder logs) throws IOException {
    Path jar;
    try {
      jar = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the jar of the agent is no file", e);
    }
    return List.of(
        "-javaagent:"
            + PlainPath.of(jar)
            + "=report="
            + logs.inFlags().resolve("unsafe-agent-%p.json"),
        ExceptionLog.jvmFlag(logs.inFlags().resolve(ExceptionLogLimit.name("%p"))),
        "--enable-native-access=ALL-UNNAMED");
  }

  static ReplacedRun read(Path folder, int exitCode) throws IOException {
    List<JsonNode> jvms = new ArrayList<>();
    List<DeniedCalls> denied = new ArrayList<>();
    Set<String> started = new TreeSet<>();
    Set<String> reported = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        Matcher report = REPORT.matcher(name);
        Matcher log = ExceptionLogLimit.LOG.matcher(name);
        if (report.matches()) {
          JsonNode jvm = parsed(Files.readString(file));
          if (jvm.isObject()) {
            jvms.add(jvm);
            reported.add(report.group(1));
          } else {
            started.add(report.group(1));
          }
        } else if (log.matches()) {
          denied.add(ExceptionLog.read(file));
          started.add(log.group(1));
        }
      }
    }
    started.removeAll(reported);
    return new ReplacedRun(exitCode, jvms, List.copyOf(started), denied);
  }

  /// {@return a report, or a missing node if it is cut}
  private static JsonNode parsed(String report) {
    try {
      return MAPPER.readTree(report);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  void write(Path file) throws IOException {
    ObjectNode all = MAPPER.createObjectNode().put("exitCode", exitCode);
    all.set("jvms", MAPPER.valueToTree(jvms));
    all.set("withoutReport", MAPPER.valueToTree(silent));
    all.set("denied", MAPPER.valueToTree(deniedCalls()));
    all.set("unseen", MAPPER.valueToTree(unseen()));
    Files.writeString(file, MAPPER.writeValueAsString(all));
  }

  /// {@return the calls that threw, in places that were not rewritten}
  private List<String> deniedCalls() {
    return denied.stream()
        .flatMap(jvm -> jvm.calls().stream())
        .map(call ->
            "Unsafe.%s in %s, %s"
                .formatted(
                    call.target(), call.caller().method().fullName(), call.outcome().words()))
        .sorted()
        .toList();
  }

  /// {@return the reasons why calls may have stayed unseen}
  private List<String> unseen() {
    List<String> reasons = new ArrayList<>();
    if (exitCode != 0) {
      reasons.add("the command ended with exit code " + exitCode);
    }
    if (!silent.isEmpty()) {
      reasons.add("JVMs that wrote no report: " + String.join(", ", silent));
    }
    long ended = denied.stream().mapToLong(jvm -> jvm.endedThreads().size()).sum();
    if (ended > 0) {
      reasons.add("threads that an exception ended: " + ended);
    }
    if (denied.stream().anyMatch(jvm -> !jvm.isComplete())) {
      reasons.add("only the beginning of a long log of exceptions was read");
    }
    return reasons;
  }

  /// {@return the verdict, then the refused accesses and the remaining calls}
  ///
  /// @param most the number of refusals and classes to list
  String text(int most) {
    if (jvms.isEmpty() && silent.isEmpty()) {
      return "ashlar: no JVM reported: none was started by java, or all were killed\n";
    }
    Set<String> jars = new TreeSet<>();
    Set<String> needing = new TreeSet<>();
    Set<String> refused = new TreeSet<>();
    Set<String> delegated = new TreeSet<>();
    long replaced = 0;
    long reached = 0;
    long refusals = 0;
    for (JsonNode jvm : jvms) {
      jvm.path("delegated").forEach(method -> delegated.add(method.asString()));
      for (JsonNode jar : jvm.path("jars")) {
        if (jar.path("replaced").asLong() > 0) {
          jars.add(jar.path("jar").asString());
        }
        replaced += jar.path("replaced").asLong();
        reached += jar.path("reached").asLong();
        jar.path("unchanged")
            .properties()
            .forEach(c -> needing.add(c.getKey() + ": " + c.getValue().asString()));
      }
      for (var refusal : jvm.path("refused").properties()) {
        refusals += refusal.getValue().asLong();
        refused.add(refusal.getKey());
      }
    }
    List<String> threw = deniedCalls();
    StringBuilder text = new StringBuilder();
    text.append(
        "%n%,d jars, %,d calls replaced, %,d of them not reached, %,d accesses refused: of the classes that this run loaded, %s%n"
            .formatted(
                jars.size(),
                replaced,
                Math.max(0, replaced - reached),
                refusals,
                verdict(needing.size(), threw.size(), refusals)));
    appendLines(text, "unchanged", needing, most);
    appendLines(text, "denied", threw, most);
    appendLines(text, "delegated", delegated, most);
    appendLines(text, "refused", refused, most);
    unseen().forEach(reason -> text.append("  not seen   ").append(reason).append('\n'));
    return text.toString();
  }

  private static void appendLines(
      StringBuilder text, String label, Collection<String> lines, long most) {
    lines.stream()
        .limit(most)
        .forEach(line -> text.append("  %-9s  %s%n".formatted(label, VisibleText.of(line))));
  }

  private String verdict(int needing, int threw, long refusals) {
    if (needing > 0) {
      return "%,d still need Unsafe".formatted(needing);
    }
    if (threw > 0) {
      return "some still need Unsafe, by calls that no class file shows";
    }
    if (refusals > 0) {
      return "some need Unsafe for what was refused";
    }
    return unseen().isEmpty()
        ? "none needs Unsafe any more"
        : "none is known to need Unsafe, but not all was seen";
  }
}
