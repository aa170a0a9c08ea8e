// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.cli.jit.JitCommandTest;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.SymbolicLink;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The protocol as a client speaks it: JSON-RPC, a message on a line. Each test has a thread of its
/// own, as no interrupt ends the wait for an answer that does not come.
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
@ExtendWith(Seeded.class)
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

  private JsonNode sendLine(String line) throws IOException {
    in.write(line + "\n");
    in.flush();
    return MAPPER.readTree(out.readLine());
  }

  private static void assertError(JsonNode answer, int code) {
    assertThat(answer.get("error").get("code").intValue()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.get("jsonrpc").stringValue()).isEqualTo("2.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "nonsense",
        "{\"jsonrpc\": \"2.0\",",
        "[1,",
        "{} {}",
        "\"\\ud800",
        "\u0000",
        "\uFFFF"
      })
  void whatIsNoJsonIsAnsweredAndTheServerGoesOn(String line) throws IOException {
    JsonNode answer = sendLine(line);
    assertError(answer, -32700);
    assertThat(answer.get("id").isNull()).isTrue();
    assertThat(text(call("report", Map.of()))).startsWith("'logs' is needed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "null",
        "\"text\"",
        "{}",
        "{\"id\": 1}",
        "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 1}",
        "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}",
        "{\"jsonrpc\": 2.0, \"id\": 1, \"method\": \"ping\"}"
      })
  void whatIsNoMessageIsAnsweredAndTheServerGoesOn(String line) throws IOException {
    assertError(sendLine(line), -32600);
    assertThat(text(call("report", Map.of()))).startsWith("'logs' is needed");
  }

  @Test
  void blankLinesAndAnswersAreIgnored() throws IOException {
    in.write("\n\n  \r\n\t\n{\"jsonrpc\": \"2.0\", \"id\": 9, \"result\": {}}\n");
    in.write("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/unknown\", \"params\": 3}\n");
    assertThat(ask("ping", Map.of())).isEmpty();
  }

  @Test
  void wrongMethodsToolsAndParametersAreRefused() throws IOException {
    String request = "{\"jsonrpc\": \"2.0\", \"id\": \"x\", \"method\": %s}";
    JsonNode unknown = sendLine(request.formatted("\"resources/list\""));
    assertError(unknown, -32601);
    assertThat(unknown.get("id").stringValue()).isEqualTo("x");
    for (String call :
        List.of(
            "\"tools/call\"",
            "\"tools/call\", \"params\": []",
            "\"tools/call\", \"params\": {\"name\": 3}",
            "\"tools/call\", \"params\": {\"name\": \"run\", \"arguments\": {}}",
            "\"tools/call\", \"params\": {\"name\": \"report\", \"arguments\": []}")) {
      assertError(sendLine(request.formatted(call)), -32602);
    }
    for (Object logs : List.of("jit.log", List.of(), List.of(1), List.of(List.of()), 3, Map.of())) {
      assertThat(text(call("report", Map.of("logs", logs)))).startsWith("'logs' is needed");
    }
  }

  @Test
  void longAndDeepLinesAreRefused() throws IOException {
    assertError(sendLine("[" + "1,".repeat(600_000) + "1]"), -32600);
    assertError(sendLine("[".repeat(100_000)), -32700);
    assertError(sendLine("{\"a\":".repeat(50_000)), -32700);
    assertThat(text(call("report", Map.of()))).startsWith("'logs' is needed");
  }

  @Test
  void aBatchIsAnsweredAsAWhole() throws IOException {
    String ping = "{\"jsonrpc\": \"2.0\", \"id\": \"p\", \"method\": \"ping\"}";
    String report =
        "{\"jsonrpc\": \"2.0\", \"id\": \"r\", \"method\": \"tools/call\", \"params\":"
            + " {\"name\": \"report\"}}";
    String note = "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}";
    JsonNode answers = sendLine("[" + String.join(",", ping, note, report, "1", "[]") + "]");
    assertThat(answers.valueStream().map(a -> a.get("id").stringValue("none")))
        .containsExactlyInAnyOrder("p", "r", "none", "none");
    in.write("[" + note + "]\n");
    assertThat(ask("ping", Map.of())).isEmpty();
  }

  @Test
  void whatIsPendingAtTheEndIsAnswered() throws Exception {
    int calls = 50;
    Map<String, ?> call = Map.of("name", "report", "arguments", Map.of("logs", List.of("jit.log")));
    for (int i = 1; i <= calls; i++) {
      send(Map.of("jsonrpc", "2.0", "id", id + i, "method", "tools/call", "params", call));
    }
    // Neither is the last line whole, nor has it an end.
    in.write("{\"jsonrpc\"");
    in.close();
    Set<String> answered = new HashSet<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      answered.add(MAPPER.readTree(line).get("id").toString());
    }
    assertThat(answered).hasSize(calls + 1).contains("null");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void aCancelledCallEndsWithoutAnAnswer() throws Exception {
    // It takes as long to read as the test needs it to.
    Path endless = served.resolve("endless.log");
    assumeTrue(new ProcessBuilder("mkfifo", endless.toString()).start().waitFor() == 0);
    try (OutputStream log =
        new FileOutputStream(new RandomAccessFile(endless.toFile(), "rw").getFD())) {
      log.write(JitCommandTest.LOG.substring(0, 300).getBytes(UTF_8));
      Map<String, ?> slow =
          Map.of("name", "report", "arguments", Map.of("logs", List.of("endless.log")));
      send(Map.of("jsonrpc", "2.0", "id", "slow", "method", "tools/call", "params", slow));
      // A second call of the same id is refused while the first one runs.
      assertError(
          sendLine(
              MAPPER.writeValueAsString(
                  Map.of("jsonrpc", "2.0", "id", "slow", "method", "tools/call", "params", slow))),
          -32600);
      send(
          Map.of(
              "jsonrpc",
              "2.0",
              "method",
              "notifications/cancelled",
              "params",
              Map.of("requestId", "slow")));
      // The thread sees the cancellation when more of the log comes.
      byte[] line = "<type id='1' name='int'/>\n".repeat(1_000).getBytes(UTF_8);
      log.write(line);
      assertThat(text(call("report", Map.of("logs", List.of("jit.log")))))
          .contains("1. hot method");
      in.close();
      assertThat(out.readLine()).isNull();
      // With a call that still reads, the server would not end.
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  @Test
  void linksInAFolderDoNotLeadOutside() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path secret = Files.writeString(outside.resolve("secret.log"), JitCommandTest.LOG);
    Path runs = Files.createDirectory(served.resolve("runs"));
    Path run = Files.createDirectory(runs.resolve("2026-01-01T00-00-00-1"));
    SymbolicLink.create(run.resolve("jit-1.log"), secret);
    for (String name : List.of("runs", "runs/2026-01-01T00-00-00-1")) {
      JsonNode result = call("report", Map.of("logs", List.of(name)));
      assertThat(result.get("isError").booleanValue()).as(name).isTrue();
      assertThat(text(result)).contains("is a link to a file").doesNotContain("hot method");
    }
    // A run, a recording and a link that stays inside.
    Path linked = Files.createDirectory(served.resolve("linked"));
    SymbolicLink.create(linked.resolve("2026-01-01T00-00-00-1"), outside);
    assertThat(text(call("report", Map.of("logs", List.of("linked")))))
        .doesNotContain("hot method");
    Path beside = Files.createDirectory(served.resolve("beside"));
    Files.writeString(beside.resolve("a.log"), JitCommandTest.LOG);
    SymbolicLink.create(beside.resolve("a.jfr"), secret);
    assertThat(text(call("report", Map.of("logs", List.of("beside/a.log")))))
        .contains("is a link to a file");
    Path inside = Files.createDirectory(served.resolve("inside"));
    SymbolicLink.create(inside.resolve("b.log"), served.resolve("jit.log"));
    assertThat(text(call("report", Map.of("logs", List.of("inside"))))).contains("hot method");
  }

  @Test
  void hiddenCharactersOfNamesAreEscaped() throws IOException {
    Files.writeString(
        served.resolve("odd.log"),
        JitCommandTest.LOG.replace("'callee'", "'call\\u202eee\\u001b[2J'"));
    assertThat(text(call("report", Map.of("logs", List.of("odd.log")))))
        .contains("call\\u202eee\\u001b[2J")
        .doesNotContain("\u202e", "\u001b");
    assertThat(
            text(call("explain", Map.of("logs", List.of("jit.log"), "method", "a\u202e\u0007b"))))
        .contains("a\\u202e\\u0007b");
  }

  @Test
  void rubbishNeverEndsTheServer(RandomGenerator random) throws IOException {
    Process server = process;
    for (int i = 0; i < 300; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      server.getOutputStream().write(bytes);
      server.getOutputStream().write('\n');
    }
    server.getOutputStream().flush();
    id++;
    send(Map.of("jsonrpc", "2.0", "id", id, "method", "ping"));
    JsonNode answer = MAPPER.readTree(out.readLine());
    while (answer.has("error")) {
      assertThat(answer.get("id").isNull()).isTrue();
      answer = MAPPER.readTree(out.readLine());
    }
    assertThat(answer.get("id").intValue()).isEqualTo(id);
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
