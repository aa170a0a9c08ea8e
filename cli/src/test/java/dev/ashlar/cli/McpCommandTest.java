// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.jit.JitCommandTest;
import dev.ashlar.testing.SymbolicLink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The protocol as a client speaks it: JSON-RPC, a message on a line. Each test has a thread of its
/// own, as no interrupt ends the wait for an answer that does not come.
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class McpCommandTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir private Path folder;
  private Path served;
  private Process process;
  private Writer in;
  private BufferedReader out;
  private int id;

  @BeforeEach
  void start() throws IOException {
    served = Files.createDirectory(folder.resolve("served"));
    Files.writeString(served.resolve("jit.log"), JitCommandTest.LOG);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "mcp",
            served.toString());
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("stderr.txt").toFile())
            .start();
    in = process.outputWriter(UTF_8);
    out = process.inputReader(UTF_8);
    JsonNode initialized =
        ask(
            "initialize",
            Map.of(
                "protocolVersion",
                "2024-11-05",
                "capabilities",
                Map.of(),
                "clientInfo",
                Map.of("name", "test", "version", "1")));
    assertThat(initialized.get("serverInfo").get("name").stringValue()).isEqualTo("ashlar");
    send(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
  }

  @AfterEach
  void stop() {
    process.destroyForcibly();
  }

  private void send(Map<String, ?> message) throws IOException {
    in.write(MAPPER.writeValueAsString(message) + "\n");
    in.flush();
  }

  private JsonNode ask(String method, Map<String, ?> parameters) throws IOException {
    id++;
    send(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", parameters));
    String line = out.readLine();
    assertThat(line).as(Files.readString(folder.resolve("stderr.txt"))).isNotNull();
    JsonNode answer = MAPPER.readTree(line);
    assertThat(answer.get("id").intValue()).isEqualTo(id);
    assertThat(answer.has("result")).as(line).isTrue();
    return answer.get("result");
  }

  private JsonNode call(String tool, Map<String, ?> arguments) throws IOException {
    return ask("tools/call", Map.of("name", tool, "arguments", arguments));
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").stringValue();
  }

  @Test
  void theToolsAnswerAsTheCommandsDo() throws Exception {
    List<String> names = new ArrayList<>();
    ask("tools/list", Map.of()).get("tools").forEach(t -> names.add(t.get("name").stringValue()));
    assertThat(names).containsExactlyInAnyOrder("report", "explain", "asm", "diff", "check");

    List<String> logs = List.of("jit.log");
    JsonNode report = call("report", Map.of("logs", logs, "top", 1));
    assertThat(text(report)).contains("1. hot method too big: a.B::root @ 7");
    assertThat(report.get("isError").booleanValue()).isFalse();
    assertThat(text(call("explain", Map.of("logs", logs, "method", "B::root"))))
        .contains("B::root", "hot method too big");
    assertThat(text(call("diff", Map.of("old", "jit.log", "new", "jit.log"))))
        .contains("No decision changed");
    Files.writeString(served.resolve("rules.txt"), "B::root inlines everything\n");
    JsonNode check = call("check", Map.of("rules", "rules.txt", "logs", logs));
    assertThat(text(check)).contains("B::root inlines everything: B::root @ 7 calls B::callee");
    assertThat(check.get("isError").booleanValue()).isFalse();
    assertThat(text(call("asm", Map.of("logs", logs)))).contains("has no machine code");

    in.close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void whatIsElsewhereIsNotRead() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.log"), JitCommandTest.LOG);
    SymbolicLink.create(served.resolve("link.log"), secret);
    for (String path : List.of("../secret.log", secret.toString(), "link.log", "none.log", "\0")) {
      JsonNode result = call("report", Map.of("logs", List.of(path)));
      assertThat(result.get("isError").booleanValue()).as(path).isTrue();
      assertThat(text(result)).startsWith("there is no '").doesNotContain("hot method");
    }
    // An argument file and an option.
    for (String method : List.of("@" + secret, "--json=" + folder.resolve("written.json"))) {
      JsonNode result = call("explain", Map.of("logs", List.of("jit.log"), "method", method));
      assertThat(result.get("isError").booleanValue()).as(method).isTrue();
      assertThat(text(result)).doesNotContain("hotspot_log");
    }
    assertThat(folder.resolve("written.json")).doesNotExist();
  }

  @Test
  void wrongArgumentsAreNamed() throws IOException {
    assertThat(text(call("report", Map.of()))).isEqualTo("'logs' is needed, a list of paths");
    assertThat(text(call("report", Map.of("logs", List.of("jit.log"), "top", "many"))))
        .contains("'top' is a number from 1, not many");
    assertThat(text(call("explain", Map.of("logs", List.of("jit.log"), "method", "B::gone"))))
        .contains("has no compilation of B::gone");
  }

  /// Each answer is asked for while the server may not be through with the one before.
  @Test
  void noAnswerIsLost() throws IOException {
    for (int i = 0; i < 300; i++) {
      assertThat(text(call("report", Map.of()))).startsWith("'logs' is needed");
    }
  }

  /// Clients need not wait for an answer before they ask again.
  @Test
  void callsAtTheSameTimeAreAllAnswered() throws IOException {
    int calls = 200;
    Map<String, ?> call = Map.of("name", "report", "arguments", Map.of());
    for (int i = 1; i <= calls; i++) {
      send(Map.of("jsonrpc", "2.0", "id", id + i, "method", "tools/call", "params", call));
    }
    Set<Integer> answered = new HashSet<>();
    for (int i = 0; i < calls; i++) {
      answered.add(MAPPER.readTree(out.readLine()).get("id").intValue());
    }
    assertThat(answered).hasSize(calls);
  }

  @Test
  void answersAreBounded() {
    String lines =
        IntStream.range(0, 9_000).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    String bounded = McpTools.bounded(lines);
    assertThat(bounded.length()).isLessThan(McpTools.MOST_CHARACTERS + 100);
    assertThat(bounded).contains(" more lines: ask for fewer");
    long kept = bounded.lines().count() - 1;
    assertThat(bounded).contains("… " + (9_000 - kept) + " more lines");
    assertThat(McpTools.bounded("short\n")).isEqualTo("short\n");
  }
}
