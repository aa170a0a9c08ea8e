// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.JsonRpcServer.Refusal;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.Version;
import dev.ashlar.report.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Offers the commands of `ashlar jit` that only read, as tools of the Model Context Protocol. Each
/// command runs in this JVM, and its output is captured.
final class McpTools {
  /// The largest length of an answer.
  static final int MOST_CHARACTERS = 20_000;

  /// The versions of the protocol, the latest first. Their differences concern features that this
  /// server does not offer.
  private static final List<String> VERSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  private static final int DEFAULT_TOP = 10;
  private static final String LOGS = "logs";
  private static final String METHOD = "method";
  private static final String TOP = "top";

  private static final Map<String, Object> PATHS =
      Map.of("type", "array", "items", Map.of("type", "string"), "minItems", 1);
  private static final Map<String, Object> TEXT = Map.of("type", "string");
  private static final Map<String, Object> NUMBER = Map.of("type", "integer", "minimum", 1);
  private static final Map<String, Object> CHOICE = Map.of("type", "boolean");

  /// Converts the arguments of a call to words of a command line.
  private interface Words {
    List<String> of(Arguments arguments);
  }

  private record Arguments(JsonNode values, ConfinedPaths paths) {
    String text(String name) {
      JsonNode value = values.path(name);
      if (value.isString() && !value.stringValue().isBlank()) {
        return value.stringValue();
      }
      throw new IllegalArgumentException("'" + name + "' is needed, a text");
    }

    String path(String name) {
      return paths.resolve(text(name)).toString();
    }

    List<String> paths(String name) {
      JsonNode list = values.path(name);
      if (list.isArray() && !list.isEmpty() && list.valueStream().allMatch(JsonNode::isString)) {
        return list.valueStream().map(one -> paths.resolve(one.stringValue()).toString()).toList();
      }
      throw new IllegalArgumentException("'" + name + "' is needed, a list of paths");
    }

    /// {@return `text` as the name of a method}
    ///
    /// @throws IllegalArgumentException if picocli would take it for an option
    String method(String name) {
      String method = text(name);
      if (method.startsWith("-")) {
        throw new IllegalArgumentException(
            "'" + method + "' names no method: String::indexOf does");
      }
      return method;
    }

    int top() {
      JsonNode top = values.path(TOP);
      if (top.isMissingNode()) {
        return DEFAULT_TOP;
      }
      if (top.isInt() && top.intValue() >= 1) {
        return top.intValue();
      }
      throw new IllegalArgumentException(
          "'" + TOP + "' is a number from 1, not " + bounded(top.asString(top.toString()), 100));
    }

    boolean isChosen(String name) {
      return values.path(name).isBoolean() && values.path(name).booleanValue();
    }
  }

  /// A tool with its description for clients.
  private record Tool(Map<String, Object> description, Words words) {}

  private final ConfinedPaths paths;

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  private McpTools(ConfinedPaths paths) {
    this.paths = paths;
    add(
        "report",
        "The problems in HotSpot's compilation logs that cost time, ranked, with advice.",
        Map.of(LOGS, PATHS, TOP, NUMBER),
        List.of(LOGS),
        arguments -> words("report", "--top", arguments.top(), arguments.paths(LOGS)));
    add(
        "explain",
        "The call tree of a method with each inlining decision. 'method' is like String::indexOf.",
        Map.of(METHOD, TEXT, LOGS, PATHS),
        List.of(METHOD, LOGS),
        arguments -> words("explain", arguments.method(METHOD), arguments.paths(LOGS)));
    add(
        "asm",
        "The loops in the machine code that logs of 'ashlar jit asm' or 'jit run --asm' have: checks,"
            + " unrolling, vectorization, calls. With 'instructions', the instructions too.",
        Map.of(LOGS, PATHS, "instructions", CHOICE),
        List.of(LOGS),
        arguments ->
            arguments.isChosen("instructions")
                ? words("asm", arguments.paths(LOGS))
                : words("asm", "--summary", arguments.paths(LOGS)));
    add(
        "diff",
        "The decisions of HotSpot that differ between two logs; with 'asm', the machine code.",
        Map.of("old", TEXT, "new", TEXT, "asm", CHOICE, TOP, NUMBER),
        List.of("old", "new"),
        arguments ->
            words(
                "diff",
                "--top",
                arguments.top(),
                arguments.isChosen("asm") ? List.of("--asm") : List.of(),
                arguments.path("old"),
                arguments.path("new")));
    add(
        "check",
        "Whether logs satisfy the rules in a file, such as 'Encoder::encode inlines everything'.",
        Map.of("rules", TEXT, LOGS, PATHS),
        List.of("rules", LOGS),
        arguments -> words("check", arguments.path("rules"), arguments.paths(LOGS)));
  }

  /// Answers requests until the end of `in`.
  static void serve(ConfinedPaths paths, InputStream in, OutputStream out) throws IOException {
    McpTools tools = new McpTools(paths);
    JsonRpcServer.serve(in, out, tools::answer);
  }

  private Object answer(String method, ObjectNode parameters) throws Refusal {
    return switch (method) {
      case "initialize" -> initialized(parameters.path("protocolVersion").stringValue(""));
      case "ping" -> Map.of();
      case "tools/list" -> Map.of("tools", tools.values().stream().map(Tool::description).toList());
      case "tools/call" -> call(parameters);
      default ->
          throw new Refusal(JsonRpcServer.METHOD_NOT_FOUND, "there is no method '" + method + "'");
    };
  }

  private static Map<String, Object> initialized(String version) {
    return Map.of(
        "protocolVersion",
        VERSIONS.contains(version) ? version : VERSIONS.getFirst(),
        "capabilities",
        Map.of("tools", Map.of("listChanged", false)),
        "serverInfo",
        Map.of("name", "ashlar", "version", Version.ofBuild()),
        "instructions",
        "What HotSpot compiled and why: logs are made by 'ashlar jit run -- COMMAND'. Begin with"
            + " report, then explain a method.");
  }

  private Callable<Object> call(ObjectNode parameters) throws Refusal {
    String name = parameters.path("name").stringValue("");
    Tool tool = tools.get(name);
    if (tool == null) {
      throw new Refusal(
          JsonRpcServer.INVALID_PARAMS,
          "there is no tool '%s'; there are: %s"
              .formatted(bounded(name, 100), String.join(", ", tools.keySet())));
    }
    JsonNode arguments = parameters.path("arguments");
    if (!arguments.isMissingNode() && !arguments.isNull() && !arguments.isObject()) {
      throw new Refusal(JsonRpcServer.INVALID_PARAMS, "\"arguments\" is an object");
    }
    return () -> run(tool.words, new Arguments(arguments, paths));
  }

  private static List<String> words(Object... parts) {
    List<String> words = new ArrayList<>(List.of("jit"));
    for (Object part : parts) {
      if (part instanceof List<?> list) {
        list.forEach(word -> words.add(String.valueOf(word)));
      } else {
        words.add(String.valueOf(part));
      }
    }
    return words;
  }

  private void add(
      String name,
      String description,
      Map<String, Object> properties,
      List<String> required,
      Words words) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    tools.put(
        name,
        new Tool(Map.of("name", name, "description", description, "inputSchema", schema), words));
  }

  private static Map<String, Object> run(Words words, Arguments arguments) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try {
      String[] all = words.of(arguments).toArray(String[]::new);
      // A word with @ at its beginning would be replaced by the content of a file.
      CommandLine command = Main.commandLine().setExpandAtFiles(false).setOut(out).setErr(out);
      int exitCode = command.execute(all);
      // Exit code 1 says that a rule is broken, which is an answer.
      return result(text.toString(), exitCode == ExitCode.USAGE);
    } catch (IllegalArgumentException e) {
      return result(Failures.oneLine(e.getMessage()), true);
    }
  }

  private static Map<String, Object> result(String text, boolean error) {
    String shown = bounded(VisibleText.ofLines(text));
    return Map.of("content", List.of(Map.of("type", "text", "text", shown)), "isError", error);
  }

  private static String bounded(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  /// {@return the first whole lines of `text` that fit in an answer}
  static String bounded(String text) {
    if (text.length() <= MOST_CHARACTERS) {
      return text;
    }
    int end = text.lastIndexOf('\n', MOST_CHARACTERS);
    int kept = end < 0 ? MOST_CHARACTERS : end + 1;
    long left = text.substring(kept).lines().count();
    return "%s… %s more lines: ask for fewer findings, one log, or one method\n"
        .formatted(text.substring(0, kept), left);
  }
}
