// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.Version;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.json.JsonMapper;

/// Offers the commands of `ashlar jit` that only read, as tools of the Model Context Protocol. Each
/// command runs in this JVM, and its output is captured.
final class McpTools {
  /// The largest length of an answer.
  static final int MOST_CHARACTERS = 20_000;

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

  private record Arguments(Map<String, Object> values, ConfinedPaths paths) {
    String text(String name) {
      if (values.get(name) instanceof String text && !text.isBlank()) {
        return text;
      }
      throw new IllegalArgumentException("'" + name + "' is needed, a text");
    }

    String path(String name) {
      return paths.resolve(text(name)).toString();
    }

    List<String> paths(String name) {
      if (values.get(name) instanceof List<?> list && !list.isEmpty()) {
        return list.stream().map(one -> paths.resolve(String.valueOf(one)).toString()).toList();
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
      Object top = values.getOrDefault(TOP, DEFAULT_TOP);
      if (top instanceof Integer number && number >= 1) {
        return number;
      }
      throw new IllegalArgumentException("'" + TOP + "' is a number from 1, not " + top);
    }

    boolean isChosen(String name) {
      return Boolean.TRUE.equals(values.get(name));
    }
  }

  private final ConfinedPaths paths;

  private McpTools(ConfinedPaths paths) {
    this.paths = paths;
  }

  /// Answers requests until the end of `in`.
  static void serve(ConfinedPaths paths, InputStream in, OutputStream out)
      throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    McpJsonMapper mapper = new JacksonMcpJsonMapper(new JsonMapper());
    SyncSpecification<?> specification =
        McpServer.sync(new StdioServerTransportProvider(mapper, new Watched(in, end), out))
            .serverInfo("ashlar", Version.ofBuild())
            .instructions(
                "What HotSpot compiled and why: logs are made by 'ashlar jit run -- COMMAND'. Begin"
                    + " with report, then explain a method.")
            .jsonMapper(mapper)
            // The tools check their arguments, and say what is wrong.
            .validateToolInputs(false)
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .capabilities(ServerCapabilities.builder().tools(false).build());
    new McpTools(paths).addTo(specification);
    McpSyncServer server = specification.build();
    end.await();
    server.close();
  }

  private static final class Watched extends FilterInputStream {
    private final CountDownLatch end;

    Watched(InputStream in, CountDownLatch end) {
      super(in);
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      return watched(super.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return watched(super.read(bytes, offset, length));
    }

    private int watched(int read) {
      if (read < 0) {
        end.countDown();
      }
      return read;
    }
  }

  private void addTo(SyncSpecification<?> server) {
    add(
        server,
        "report",
        "The problems in HotSpot's compilation logs that cost time, ranked, with advice.",
        Map.of(LOGS, PATHS, TOP, NUMBER),
        List.of(LOGS),
        arguments -> words("report", "--top", arguments.top(), arguments.paths(LOGS)));
    add(
        server,
        "explain",
        "The call tree of a method with each inlining decision. 'method' is like String::indexOf.",
        Map.of(METHOD, TEXT, LOGS, PATHS),
        List.of(METHOD, LOGS),
        arguments -> words("explain", arguments.method(METHOD), arguments.paths(LOGS)));
    add(
        server,
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
        server,
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
        server,
        "check",
        "Whether logs satisfy the rules in a file, such as 'Encoder::encode inlines everything'.",
        Map.of("rules", TEXT, LOGS, PATHS),
        List.of("rules", LOGS),
        arguments -> words("check", arguments.path("rules"), arguments.paths(LOGS)));
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
      SyncSpecification<?> server,
      String name,
      String description,
      Map<String, Object> properties,
      List<String> required,
      Words words) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    server.toolCall(
        Tool.builder(name, schema).description(description).build(),
        (exchange, request) -> answer(words, request.arguments()));
  }

  private CallToolResult answer(Words words, @Nullable Map<String, Object> given) {
    Map<String, Object> values = given == null ? Map.of() : given;
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try {
      String[] all = words.of(new Arguments(values, paths)).toArray(String[]::new);
      // A word with @ at its beginning would be replaced by the content of a file.
      CommandLine command = Main.commandLine().setExpandAtFiles(false).setOut(out).setErr(out);
      int exitCode = command.execute(all);
      // Exit code 1 says that a rule is broken, which is an answer.
      return result(text.toString(), exitCode == ExitCode.USAGE);
    } catch (IllegalArgumentException e) {
      return result(Failures.oneLine(e.getMessage()), true);
    }
  }

  private static CallToolResult result(String text, boolean error) {
    return CallToolResult.builder().addTextContent(bounded(text)).isError(error).build();
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
