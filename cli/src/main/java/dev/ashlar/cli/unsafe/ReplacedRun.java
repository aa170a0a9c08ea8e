// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.unsafe.agent.Agent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The reports of the agent from the JVMs of a command.
///
/// @param jvms the reports, one for each JVM, as written by the agent
record ReplacedRun(List<JsonNode> jvms) {
  ReplacedRun {
    jvms = List.copyOf(jvms);
  }

  private static final String NAME = "unsafe-agent-";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// {@return the flags that add the agent, which writes its reports to `folder`}
  static List<String> flags(Path folder) throws IOException {
    Path jar;
    try {
      jar = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the jar of the agent is no file", e);
    }
    return List.of(
        "-javaagent:" + jar + "=report=" + folder.resolve(NAME + "%p.json"),
        "--enable-native-access=ALL-UNNAMED");
  }

  static ReplacedRun read(Path folder) throws IOException {
    List<JsonNode> jvms = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAME + "*.json")) {
      for (Path file : files) {
        jvms.add(MAPPER.readTree(Files.readString(file)));
      }
    }
    return new ReplacedRun(jvms);
  }

  void write(Path file) throws IOException {
    Files.writeString(
        file,
        MAPPER.writeValueAsString(MAPPER.createObjectNode().set("jvms", MAPPER.valueToTree(jvms))));
  }

  /// {@return the verdict on one line, then the refused accesses and the remaining calls}
  ///
  /// @param most the number of refusals and classes to list
  String text(int most) {
    if (jvms.isEmpty()) {
      return "ashlar: no JVM reported: none was started by java, or all were killed\n";
    }
    Set<String> jars = new TreeSet<>();
    Set<String> needing = new TreeSet<>();
    Set<String> refused = new TreeSet<>();
    long replaced = 0;
    long reached = 0;
    long refusals = 0;
    for (JsonNode jvm : jvms) {
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
    StringBuilder text = new StringBuilder();
    text.append(
        "%n%,d jars, %,d calls replaced, %,d of them not reached, %,d accesses refused: of the classes that this run loaded, %s%n"
            .formatted(
                jars.size(),
                replaced,
                Math.max(0, replaced - reached),
                refusals,
                needing.isEmpty()
                    ? "none needs Unsafe any more"
                    : "%,d still need Unsafe".formatted(needing.size())));
    needing.stream().limit(most).forEach(c -> text.append("  unchanged  ").append(c).append('\n'));
    refused.stream().limit(most).forEach(r -> text.append("  refused    ").append(r).append('\n'));
    return text.toString();
  }
}
